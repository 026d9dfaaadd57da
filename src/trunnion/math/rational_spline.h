#pragma once
// math/rational_spline.h -- curves through points that depend linearly on them: y(x) = w(x) . y.
//   f = y_k u + y_k+1 t + C (u^3/(p t + 1) - u) + D (t^3/(p u + 1) - t),   t = (x - x_k)/dx_k, u = 1 - t
// Two continuous derivatives; tension p = 0 is the cubic spline, large p tends to the polygon  (theory/math.md,
// Eq. 10.1) Open lines have no curvature at their ends and go on straight beyond them.

#include "trunnion/math/types.h"

namespace trunnion {

/// Weights of the given values in the curve at one place, and in its derivatives.
struct CurveWeights {
  VectorXd value, slope, curvature;
};

class RationalSpline {
 public:
  /// Nodes ascend; period 0: an open line. One tension, or one per interval; each > -1. Throws InputError.
  RationalSpline(VectorXd nodes, double period, const VectorXd& tension = VectorXd::Zero(1));

  Index size() const { return x_.size(); }
  double period() const { return period_; }
  const VectorXd& nodes() const { return x_; }
  CurveWeights weights(double x) const;
  const MatrixXd& slopes() const { return slopes_; }  ///< slopes at the nodes = slopes() y

 private:
  VectorXd x_, step_, p_;
  double period_;
  MatrixXd slopes_;
};

/// Straight between points: weights of one place (curvature zero).
CurveWeights polygon_weights(const VectorXd& nodes, double period, double x);

/// The interval that holds x, how long it is, and the share t of it before x; wraps round where there is a period.
struct CurvePlace {
  Index left = 0, right = 0;
  double step = 0, share = 0;
};
CurvePlace place_on(const VectorXd& nodes, double period, double x);

}  // namespace trunnion
