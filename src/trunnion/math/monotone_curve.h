#pragma once
// math/monotone_curve.h -- a curve through points that never leaves the range of its neighbors (Fritsch and Butland).
//   slope at a node: 0 where the data turn, else m_a m_b/(a m_b + (1 - a) m_a),  a = (dx_a + 2 dx_b)/(3 (dx_a + dx_b))
// cubic between nodes; one continuous derivative                                              (theory/math.md,
// Eq. 10.3) Not linear in the points: weights are the derivative by them at given points, and have kinks where the data
// turn.

#include "trunnion/math/rational_spline.h"

namespace trunnion {

class MonotoneCurve {
 public:
  /// Nodes ascend; period 0: an open line with limited three-point slopes at its ends.
  MonotoneCurve(const VectorXd& nodes, double period, const VectorXd& values);

  double value(double x) const;
  const VectorXd& slopes() const { return slope_; }
  /// d(value)/d(points), and the same of the slope and curvature at x.
  CurveWeights weights(double x) const;

 private:
  void end_slope(Index node, Index next, Index after, double h0, double h1, double sign);

  const VectorXd x_, y_;
  double period_;
  VectorXd slope_;
  MatrixXd by_values_;  ///< d(slope)/d(points)
};

}  // namespace trunnion
