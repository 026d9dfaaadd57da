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
