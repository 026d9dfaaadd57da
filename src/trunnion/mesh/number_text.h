#pragma once
// mesh/number_text.h -- numbers as mesh files write them, without locale, allocation or exceptions.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trunnion {

std::string_view trimmed(std::string_view text);
std::string upper_case(std::string_view text);

/// The largest whole number that is taken, so that sums and ranges of labels cannot overflow.
constexpr std::int64_t largest_integer = 1'000'000'000'000'000;

/// A whole number with optional sign, at most `largest_integer` in size; the text must hold nothing else.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// A finite real: 1.5, +2, .5, 1e-3, Fortran's 1.5D-3 and Nastran's 1.5-3 (an exponent without its letter).
std::optional<double> parse_real(std::string_view text);

}  // namespace trunnion
