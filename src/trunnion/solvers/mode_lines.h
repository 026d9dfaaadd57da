#pragma once
// solvers/mode_lines.h -- follows complex modes from one speed to the next by their shapes.
//   MAC(a, b) = |a^H M b|^2 / (a^H M a  b^H M b)                                          (theory/solvers.md, Eq. 3.8)
// Circles run forward and backward are orthogonal in it, so that lines of different whirl cross without being mixed up.

#include "trunnion/solvers/modes.h"

namespace trunnion {

class ModeLines {
 public:
  /// Lines begin with the modes at the first speed. `mass`: num_velocities square; `watched`: of how many of the lowest
  /// modes the weakest pair counts; 0: of all.
  ModeLines(std::vector<ComplexMode>& first, MatrixXd mass, Index watched);

  /// Gives each mode its line: that of the shape it is most like, new lines to those that are like none. Returns
  /// whether nobody could doubt it: all watched pairs are alike, and no two of them have changed places. Those that
  /// have may have crossed, or veered and exchanged their shapes, which only speeds in between tell.
  bool follow(std::vector<ComplexMode>& modes);

 private:
  struct Line {
    Index name = -1;
    double frequency = 0;   ///< from the ground [Hz]
    Eigen::MatrixXcd span;  ///< M-orthonormal; its shape, or at the first speed all of one frequency
  };
  Eigen::VectorXcd direction(const ComplexMode& mode) const;
  bool changed_places(const std::vector<Line>& next) const;
  std::vector<Eigen::MatrixXcd> spans_of_one_frequency(const std::vector<ComplexMode>& modes) const;

  MatrixXd mass_;
  Index watched_, next_ = 0;
  std::vector<Line> lines_;
};

}  // namespace trunnion
