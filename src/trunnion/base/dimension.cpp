#include "trunnion/base/dimension.h"

#include <fmt/format.h>

#include <cmath>

namespace trunnion {
namespace {

Dimension from_exponents(const std::array<double, 5>& e) { return {e[0], e[1], e[2], e[3], e[4]}; }

Dimension combine(const Dimension& a, const Dimension& b, double factor) {
  auto e = a.exponents();
  const auto other = b.exponents();
  for (std::size_t i = 0; i < e.size(); ++i) e[i] += factor * other[i];
  return from_exponents(e);
}

}  // namespace

Dimension operator*(const Dimension& a, const Dimension& b) { return combine(a, b, 1); }
Dimension operator/(const Dimension& a, const Dimension& b) { return combine(a, b, -1); }
Dimension power(const Dimension& a, double exponent) { return combine({}, a, exponent); }

bool operator==(const Dimension& a, const Dimension& b) {
  const auto x = a.exponents();
  const auto y = b.exponents();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(std::abs(x[i] - y[i]) < 1e-9)) return false;
  return true;
}

Dimension without_angle(const Dimension& a) { return {a.length, a.mass, a.time, a.temperature, 0}; }

std::string text(const Dimension& dimension) {
  static constexpr std::array<const char*, 5> names{"m", "kg", "s", "K", "rad"};
  std::string above, below;
  const auto exponents = dimension.exponents();
  for (std::size_t i : {1U, 0U, 2U, 3U, 4U}) {  // mass first, as people write it
    const double e = std::abs(exponents[i]);
    if (e < 1e-9) continue;
    std::string& side = exponents[i] > 0 ? above : below;
    if (!side.empty()) side += ' ';
    side += std::abs(e - 1) < 1e-9 ? names[i] : fmt::format("{}^{:.6g}", names[i], e);
  }
  if (below.empty()) return above.empty() ? "1" : above;
  const bool several = below.find(' ') != std::string::npos;
  return (above.empty() ? "1" : above) + (several ? "/(" + below + ")" : "/" + below);
}

}  // namespace trunnion
