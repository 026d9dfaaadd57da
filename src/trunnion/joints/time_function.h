#pragma once
// joints/time_function.h -- prescribed values over time with their first and second derivatives.
// Motions need all three: position, velocity and acceleration of a driven joint must agree.

#include <functional>
#include <string>

#include "trunnion/math/types.h"

namespace trunnion {

struct TimeValue {
  double value = 0, rate = 0, acceleration = 0;
};
using TimeFunction = std::function<TimeValue(double t)>;

TimeFunction constant_value(double value);
TimeFunction uniform_rate(double start, double rate);  ///< start + rate t

/// From `before` to `after` between t0 and t1 by the fifth-degree step with two continuous derivatives.
TimeFunction smooth_step(double before, double after, double t0, double t1);

/// Antiderivative from t0 of a rate given as a function of time: what turns a speed into an angle.
/// The rate is integrated by Lobatto's rule to rounding, over cells of `cell` seconds whose sums are kept.
TimeFunction integral_of(TimeFunction rate, double t0, double cell);

/// Speed that grows from 0 to `speed` in `duration` without jumps: speed/T (t - T/(2 pi) sin(2 pi t/T)), then constant.
TimeFunction smooth_spin_up(double speed, double duration);

}  // namespace trunnion
