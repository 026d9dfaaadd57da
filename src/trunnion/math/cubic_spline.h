#pragma once
// math/cubic_spline.h -- a curve through given points with two continuous derivatives; periodic on request.
// Natural ends (second derivative zero) unless periodic; outside its range a natural spline goes on straight.

#include "trunnion/math/types.h"

namespace trunnion {

struct SplineValue {
  double value = 0, slope = 0, curvature = 0;
  double integral = 0;  ///< from the first point
};

class CubicSpline {
 public:
  enum class Ends { natural, periodic };
  /// x must grow strictly; a periodic curve must end with the value it starts with. Throws InputError naming the row.
  CubicSpline(VectorXd x, VectorXd y, Ends ends = Ends::natural);

  SplineValue operator()(double x) const;
  double first() const { return x_[0]; }
  double last() const { return x_[x_.size() - 1]; }
  double period() const { return last() - first(); }

 private:
  SplineValue inside(double x) const;
  VectorXd x_, y_, second_, integral_;
  Ends ends_;
};

}  // namespace trunnion
