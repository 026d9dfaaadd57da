#include "trunnion/mesh/number_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace trunnion {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<double> plain_real(const char* begin, const char* end) {
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Rewrites 1.5D-3 and 1.5-3 as 1.5e-3.
std::optional<double> fortran_real(std::string_view text) {
  std::array<char, 64> buffer{};
  if (text.size() + 1 >= buffer.size()) return std::nullopt;
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool exponent_letter = c == 'd' || c == 'D' || c == 'e' || c == 'E';
    if (exponent_letter) {
      buffer[n++] = 'e';
    } else if ((c == '+' || c == '-') && i > 0 && buffer[n - 1] != 'e') {
      buffer[n++] = 'e';
      if (c == '-') buffer[n++] = c;
    } else if (c != '+') {
      buffer[n++] = c;
    }
    if (n + 2 >= buffer.size()) return std::nullopt;
  }
  return plain_real(buffer.data(), buffer.data() + n);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return char(std::toupper(c)); });
  return upper;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  if (value > largest_integer || value < -largest_integer) return std::nullopt;
  return value;
}

std::optional<double> parse_real(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const bool plus = text.front() == '+';
  if (const auto value = plain_real(text.data() + (plus ? 1 : 0), text.data() + text.size())) return value;
  return fortran_real(text);
}

}  // namespace trunnion
