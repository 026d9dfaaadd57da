#include "trunnion/rolling/rating.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double degree = std::numbers::pi / 180;

bool paired_opposed(const BallBearing& b) {
  return b.arrangement == Arrangement::back_to_back || b.arrangement == Arrangement::face_to_face;
}

/// Ratio of the fatigue strength of the inner to that of the outer ring, from curvatures and conformities f = r/D.
double ring_ratio(double gamma, double fi, double fo) {
  return std::pow((1 - gamma) / (1 + gamma), 1.72) * std::pow(fi / fo * (2 * fo - 1) / (2 * fi - 1), 0.41);
}

/// f_c of ISO 281 by the formula its table was computed from, with b_m = 1.3 and the manufacturing factor 0.95 apart.
double dynamic_factor(double gamma, double fi, double fo) {
  constexpr double kgf = 9.80665, strength = 4.1 * kgf, manufacture = 0.95;
  const double rings = std::pow(1 + std::pow(1.04 * ring_ratio(gamma, fi, fo), 10.0 / 3), -0.3);
  return manufacture * strength * rings * std::pow(gamma, 0.3) * std::pow(1 - gamma, 1.39) / std::cbrt(1 + gamma) *
         std::pow(2 * fi / (2 * fi - 1), 0.41);
}

/// Ball load [N] at which the more stressed race reaches the pressure of ISO 76 for ball bearings.
double static_ball_load(const BallBearing& b) {
  constexpr double pressure = 4.2e9;
  const RaceContacts races = race_contacts(b);
  const RacePressure unit = race_pressure(races, 1);  // grows with the cube root of the load
  return std::pow(pressure / std::max(unit.inner, unit.outer), 3);
}

using Column = std::array<double, 9>;  ///< over the relative axial load

/// Factors X, Y, e of ISO 281 at one contact angle. Single row: P = X F_r + Y F_a above F_a/F_r = e, else F_r.
/// Opposed rows: P = X_2 F_r + Y_2 F_a above e_2, else F_r + Y_1 F_a.
struct AxialTable {
  double angle;  ///< [rad]
  double X, X2;
  Column load;  ///< f_0 i F_a/C_0r
  Column e, Y, e2, Y1, Y2;
};

constexpr Column small_angle_load{0.172, 0.345, 0.689, 1.03, 1.38, 2.07, 3.45, 5.17, 6.89};
constexpr Column load_at_15_degrees{0.178, 0.357, 0.714, 1.07, 1.43, 2.14, 3.57, 5.35, 7.14};

/// From 20 degrees on the contact angle hardly changes under load: no dependence on the axial load.
constexpr AxialTable steep(double angle, double X, double X2, double e, double Y, double Y1, double Y2) {
  const auto all = [](double v) { return Column{v, v, v, v, v, v, v, v, v}; };
  return {angle * degree, X, X2, small_angle_load, all(e), all(Y), all(e), all(Y1), all(Y2)};
}

constexpr std::array<AxialTable, 9> axial_tables{{
    {5 * degree,
     0.56,
     0.78,
     small_angle_load,
     {0.19, 0.22, 0.26, 0.28, 0.30, 0.34, 0.38, 0.42, 0.44},
     {2.30, 1.99, 1.71, 1.55, 1.45, 1.31, 1.15, 1.04, 1.00},
     {0.23, 0.26, 0.30, 0.34, 0.36, 0.40, 0.45, 0.50, 0.52},
     {2.78, 2.40, 2.07, 1.87, 1.75, 1.58, 1.39, 1.26, 1.21},
     {3.74, 3.23, 2.78, 2.52, 2.36, 2.13, 1.87, 1.69, 1.63}},
    {10 * degree,
     0.46,
     0.75,
     small_angle_load,
     {0.29, 0.32, 0.36, 0.38, 0.40, 0.44, 0.49, 0.54, 0.54},
     {1.88, 1.71, 1.52, 1.41, 1.34, 1.23, 1.10, 1.01, 1.00},
     {0.29, 0.32, 0.36, 0.38, 0.40, 0.44, 0.49, 0.54, 0.54},
     {2.18, 1.98, 1.76, 1.63, 1.55, 1.42, 1.27, 1.17, 1.16},
     {3.06, 2.78, 2.47, 2.29, 2.18, 2.00, 1.79, 1.64, 1.63}},
    {15 * degree,
     0.44,
     0.72,
     load_at_15_degrees,
     {0.38, 0.40, 0.43, 0.46, 0.47, 0.50, 0.55, 0.56, 0.56},
     {1.47, 1.40, 1.30, 1.23, 1.19, 1.12, 1.02, 1.00, 1.00},
     {0.38, 0.40, 0.43, 0.46, 0.47, 0.50, 0.55, 0.56, 0.56},
     {1.65, 1.57, 1.46, 1.38, 1.34, 1.26, 1.14, 1.12, 1.12},
     {2.39, 2.28, 2.11, 2.00, 1.93, 1.82, 1.66, 1.63, 1.63}},
    steep(20, 0.43, 0.70, 0.57, 1.00, 1.09, 1.63),
    steep(25, 0.41, 0.67, 0.68, 0.87, 0.92, 1.41),
    steep(30, 0.39, 0.63, 0.80, 0.76, 0.78, 1.24),
    steep(35, 0.37, 0.60, 0.95, 0.66, 0.66, 1.07),
    steep(40, 0.35, 0.57, 1.14, 0.57, 0.55, 0.93),
    steep(45, 0.33, 0.54, 1.34, 0.50, 0.47, 0.81),
}};

/// Place of x among ascending nodes: left index and fraction, held at the ends.
struct Place {
  std::size_t left;
  double fraction;
};
template <class Node>
Place place_of(double x, std::size_t count, const Node& node) {
  if (x <= node(0)) return {0, 0};
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (x <= node(i + 1)) return {i, (x - node(i)) / (node(i + 1) - node(i))};
  return {count - 2, 1};
}

/// A column of the tables at this angle and relative axial load, linear in both as ISO 281 allows.
double axial_factor(const BallBearing& b, double load, Column AxialTable::*column) {
  const Place a = place_of(b.contact_angle, axial_tables.size(), [](std::size_t i) { return axial_tables[i].angle; });
  const auto at = [&](std::size_t table) {
    const Column &grid = axial_tables[table].load, &values = axial_tables[table].*column;
    const Place l = place_of(load, grid.size(), [&](std::size_t i) { return grid[i]; });
    return std::lerp(values[l.left], values[l.left + 1], l.fraction);
  };
  return std::lerp(at(a.left), at(a.left + 1), a.fraction);
}

double angle_factor(const BallBearing& b, double AxialTable::*factor) {
  const Place a = place_of(b.contact_angle, axial_tables.size(), [](std::size_t i) { return axial_tables[i].angle; });
  return std::lerp(axial_tables[a.left].*factor, axial_tables[a.left + 1].*factor, a.fraction);
}

}  // namespace

LoadRatings load_ratings(const BallBearing& b) {
  validate(b);
  if (!(b.contact_angle <= 45 * degree + 1e-12))
    throw InputError(
        fmt::format("bearing '{}': contact angle {} degrees; load ratings cover radial and angular-contact "
                    "bearings up to 45 degrees",
                    b.name, b.contact_angle / degree));
  const double D = b.ball_diameter, mm = 1e3 * D, c = std::cos(b.contact_angle), gamma = D * c / b.pitch_diameter;
  const double fi = inner_groove(b) / D, fo = outer_groove(b) / D;
  LoadRatings out{.rows = b.arrangement == Arrangement::single ? 1 : 2};
  // The standard's tables hold for f_i <= 0.52 and f_o <= 0.53 and were computed with 0.52; tighter grooves gain
  // nothing, wider ones lose.
  out.fc = dynamic_factor(gamma, std::max(fi, 0.52), std::max(fo - 0.01, 0.52));
  const double size = mm <= 25.4 ? std::pow(mm, 1.8) : 3.647 * std::pow(mm, 1.4);
  const double one_row = 1.3 * out.fc * std::pow(c, 0.7) * std::pow(b.balls, 2.0 / 3) * size;
  out.dynamic = one_row * std::pow(out.rows, 0.7);

  BallBearing standard = b;  // ISO 76 has its own steel and its own limits of the conformities
  standard.ring = standard.ball = {2.07e11, 0.3};
  standard.inner_groove_radius = std::max(fi, 0.52) * D;
  standard.outer_groove_radius = std::max(fo, 0.53) * D;
  out.static_ball = static_ball_load(standard);
  out.f0 = out.static_ball / (5 * mm * mm);  // the most loaded of Z balls carries 5 F_r/(Z cos alpha)
  out.static_ = out.f0 * out.rows * b.balls * mm * mm * c;
  out.fatigue_limit = out.static_ / 22 * std::min(1.0, std::sqrt(0.1 / b.pitch_diameter));

  const double ratio = std::pow(1.044 * ring_ratio(gamma, fi, fo), 10.0 / 3), balls = b.balls * std::pow(c, 0.7);
  out.inner_ring = one_row / (0.407 * balls) * std::pow(1 + ratio, 0.3);
  out.outer_ring = one_row / (0.389 * balls) * std::pow(1 + 1 / ratio, 0.3);
  return out;
}

double dynamic_equivalent_load(const BallBearing& b, const LoadRatings& ratings, double radial, double axial) {
  const double Fr = std::abs(radial), Fa = std::abs(axial);
  const double load = ratings.f0 * ratings.rows * Fa / ratings.static_;
  if (paired_opposed(b))
    return Fa <= axial_factor(b, load, &AxialTable::e2) * Fr
               ? Fr + axial_factor(b, load, &AxialTable::Y1) * Fa
               : angle_factor(b, &AxialTable::X2) * Fr + axial_factor(b, load, &AxialTable::Y2) * Fa;
  return Fa <= axial_factor(b, load, &AxialTable::e) * Fr
             ? Fr
             : angle_factor(b, &AxialTable::X) * Fr + axial_factor(b, load, &AxialTable::Y) * Fa;
}

double static_equivalent_load(const BallBearing& b, double radial, double axial) {
  constexpr std::array<double, 9> Y0{0.52, 0.50, 0.46, 0.42, 0.38, 0.33, 0.29, 0.26, 0.22};  // 5, 10 ... 45 degrees
  const double Fr = std::abs(radial), Fa = std::abs(axial);
  if (b.contact_angle < 5 * degree) return std::max(Fr, 0.6 * Fr + 0.5 * Fa);  // radial contact
  const Place a = place_of(b.contact_angle, Y0.size(), [](std::size_t i) { return 5 * degree * (i + 1.0); });
  const double Y = std::lerp(Y0[a.left], Y0[a.left + 1], a.fraction);
  return paired_opposed(b) ? Fr + 2 * Y * Fa : std::max(Fr, 0.5 * Fr + Y * Fa);
}

double static_safety(const LoadRatings& ratings, double max_ball_load) {
  return max_ball_load > 0 ? ratings.static_ball / max_ball_load : std::numeric_limits<double>::infinity();
}

}  // namespace trunnion
