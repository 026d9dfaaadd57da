#include "trunnion/mesh/beam_section.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trunnion {
namespace {

using std::numbers::pi;
constexpr double poisson = 0.3;

/// Saint-Venant's series for a rectangle  J = a b^3 (1/3 - 64/pi^5 b/a sum_odd tanh(n pi a / 2b) / n^5),  a >= b.
double rectangle_torsion(double side_1, double side_2) {
  const auto [b, a] = std::minmax(side_1, side_2);
  double sum = 0;
  for (int n = 1; n < 200; n += 2) sum += std::tanh(n * pi * a / (2 * b)) / std::pow(n, 5);
  return a * b * b * b * (1.0 / 3 - 64 / std::pow(pi, 5) * b / a * sum);
}

}  // namespace

BeamSection rectangle_section(double width, double height) {
  BeamSection section;
  section.area = width * height;
  section.inertia_1 = width * std::pow(height, 3) / 12;
  section.inertia_2 = height * std::pow(width, 3) / 12;
  section.torsion = rectangle_torsion(width, height);
  const double k = 10 * (1 + poisson) / (12 + 11 * poisson);
  section.shear_area_1 = section.shear_area_2 = k * section.area;
  return section;
}

BeamSection circle_section(double radius, double inner_radius) {
  BeamSection section;
  const double r2 = radius * radius, i2 = inner_radius * inner_radius;
  section.area = pi * (r2 - i2);
  section.inertia_1 = section.inertia_2 = pi / 4 * (r2 * r2 - i2 * i2);
  section.torsion = 2 * section.inertia_1;
  const double m2 = i2 / r2, s = (1 + m2) * (1 + m2);
  const double k = 6 * (1 + poisson) * s / ((7 + 6 * poisson) * s + (20 + 12 * poisson) * m2);
  section.shear_area_1 = section.shear_area_2 = k * section.area;
  return section;
}

}  // namespace trunnion
