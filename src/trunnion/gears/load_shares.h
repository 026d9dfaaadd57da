#pragma once
// gears/load_shares.h -- how the pairs of teeth in mesh share the force, over position and deflection: what friction
// needs to know, because every pair slides at its own speed.
// Straight lines over s, along which a pair keeps its share, and over the overlap x; they add up to 1. Below the first
// level the pairs share as there.                                                       (theory/gears.md, section 9)

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct PairShare {
  double place = 0;  ///< of the pair on the line of action [m]
  double value = 0, by_s = 0, by_x = 0;
};

/// Which pair of teeth is nearest to the pitch point at row i of a law over whole pitches, in whole numbers: a row at
/// half a pitch must not fall to one pair or the other by rounding.
struct LawPlace {
  int cycle = 0;     ///< pitches passed
  double place = 0;  ///< of the nearest pair, from -1/2 to below 1/2 [pitches]
};
LawPlace law_place(Index row, Index rows, Index pitches);

class LoadShares {
 public:
  struct Data {
    double period = 0, pitch = 0;  ///< of s [m]; positions are at s = (i/n - 1/2) period, a whole number of pitches
    VectorXd level;                ///< x_j, growing from 0 [m]
    std::vector<MatrixXd> share;   ///< of pairs -reach ... reach, pair 0 within half a pitch: per position and level
  };
  explicit LoadShares(Data data) : data_(std::move(data)) {}

  /// All pairs that carry something at s with the overlap x.
  std::vector<PairShare> operator()(double s, double x) const;

 private:
  Data data_;
};

}  // namespace trunnion
