#pragma once
// math/monotone_curve.h -- a curve through points that never leaves the range of its neighbors (Fritsch and Butland).
//   slope at a node: 0 where the data turn, else m_a m_b/(a m_b + (1 - a) m_a),  a = (dx_a + 2 dx_b)/(3 (dx_a + dx_b))
// cubic between nodes; one continuous derivative                                              (theory/math.md,
// Eq. 10.3) Not linear in the points: weights are the derivative by them at given points, and have kinks where the data
// turn. Between kinks a slope bends with the points as one square, Eq. 10.4. Twice the points is twice the curve, so
// that weights times points are the curve.

#include <array>

#include "trunnion/math/rational_spline.h"

namespace trunnion {

class MonotoneCurve {
 public:
  /// How the slope at a node hangs on three points: d(slope) = by . dy,  d2(slope) = bend (along . dy)^2.
  struct NodeSlope {
    double value = 0;
    std::array<Index, 3> point{};
    std::array<double, 3> by{}, along{};
    double bend = 0;
  };
  /// What one point has in the curve, its slope and its curvature at a place.
  struct PointWeight {
    Index point = 0;
    double value = 0, slope = 0, curvature = 0;
  };
  /// The slope at a node, and what it has in the value at a place.
  struct SlopeShare {
    Index node = 0;
    double share = 0;
  };

  /// Nodes ascend; period 0: an open line with limited three-point slopes at its ends.
  MonotoneCurve(const VectorXd& nodes, double period, const VectorXd& values);

  double value(double x) const;
  VectorXd slopes() const;
  const std::vector<NodeSlope>& node_slopes() const { return slope_; }
  /// d(value)/d(points), and the same of the slope and curvature at x.
  CurveWeights weights(double x) const;
  /// The same without zeros; points may occur more than once.
  std::array<PointWeight, 8> point_weights(double x) const;
  std::array<SlopeShare, 2> slope_shares(double x) const;

 private:
  void end_slope(Index node, Index next, Index after, double h0, double h1, double sign);

  VectorXd x_, y_;
  double period_;
  std::vector<NodeSlope> slope_;
};

}  // namespace trunnion
