#pragma once
// run/fit_events.h -- where a curve passes zero, between the places at which it is known.

#include <optional>
#include <vector>

namespace trunnion {

/// The first place where y rises from below zero to zero or more, over x that runs one way: root of the parabola
/// through the last two values below and the first one above, or of the straight line where there are only two. Nothing
/// where y begins above zero or stays below.
std::optional<double> first_rise(const std::vector<double>& x, const std::vector<double>& y);

/// Where y, below zero up to its end, goes on to reach zero: next root of the parabola through its last three values,
/// not beyond `limit`.
std::optional<double> next_rise(const std::vector<double>& x, const std::vector<double>& y, double limit);

}  // namespace trunnion
