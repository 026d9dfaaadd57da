#pragma once
// gears/graded_spacing.h -- places along a line, close together at its start, and grids between four curves.

#include <vector>

#include "trunnion/gears/gear.h"

namespace trunnion {

/// 0 = x_0 < x_1 < ... = length: steps begin with `first`, grow by `growth` and stay below `largest`. What does not fit
/// is taken off the coarse end.
std::vector<double> graded_spacing(double first, double length, double growth, double largest);

using Polyline = std::vector<Vector2d>;
std::vector<double> arc_lengths(const Polyline& line);  ///< from its first point
Vector2d point_at(const Polyline& line, const std::vector<double>& arc, double at);
Polyline resampled(const Polyline& line, std::size_t steps);  ///< equal steps

/// Points between four curves by transfinite interpolation, blended by arc length. bottom and top run along u, left and
/// right along v, each from the corner (0, 0) or next to it; entry [v][u].
std::vector<Polyline> transfinite_grid(const Polyline& bottom, const Polyline& top, const Polyline& left,
                                       const Polyline& right);

}  // namespace trunnion
