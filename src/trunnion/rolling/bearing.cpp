#include "trunnion/rolling/bearing.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// Throws unless the condition holds; NaN fails it.
void require(bool condition, const BallBearing& b, const std::string& what) {
  if (!condition) throw InputError(fmt::format("bearing '{}': {}", b.name, what));
}

}  // namespace

double inner_groove(const BallBearing& b) {
  return b.inner_groove_radius > 0 ? b.inner_groove_radius : 0.52 * b.ball_diameter;
}
double outer_groove(const BallBearing& b) {
  return b.outer_groove_radius > 0 ? b.outer_groove_radius : 0.53 * b.ball_diameter;
}

double pressure_radius(const BallBearing& b) {
  return b.pressure_radius > 0 ? b.pressure_radius : 0.5 * b.pitch_diameter;
}

std::vector<RowPlace> row_places(const BallBearing& b) {
  // The pressure cone of a row with alpha > 0 meets the axis on its negative side: back to back puts such a row there.
  const double half = 0.5 * b.row_distance, sense = b.mirrored ? -1 : 1;
  switch (b.arrangement) {
    case Arrangement::back_to_back:
      return {{sense, -half}, {-sense, half}};
    case Arrangement::face_to_face:
      return {{-sense, -half}, {sense, half}};
    case Arrangement::tandem:
      return {{sense, -half}, {sense, half}};
    case Arrangement::single:
      break;
  }
  return {{sense, 0}};
}

void validate(const BallBearing& b) {
  constexpr double right_angle = std::numbers::pi / 2;
  require(b.balls >= 3, b, fmt::format("balls = {}, must be at least 3", b.balls));
  require(b.ball_diameter > 0, b, fmt::format("ball_diameter = {} m, must be > 0", b.ball_diameter));
  require(b.pitch_diameter > b.ball_diameter, b,
          fmt::format("pitch_diameter = {} m, must exceed the ball diameter {} m", b.pitch_diameter, b.ball_diameter));
  require(b.balls * std::asin(b.ball_diameter / b.pitch_diameter) <= std::numbers::pi, b,
          fmt::format("{} balls of {} m do not fit on a pitch diameter of {} m; at most {} do", b.balls,
                      b.ball_diameter, b.pitch_diameter,
                      static_cast<int>(std::numbers::pi / std::asin(b.ball_diameter / b.pitch_diameter))));
  require(b.contact_angle >= 0 && b.contact_angle <= right_angle, b,
          fmt::format("contact_angle = {} rad, must lie in 0 to pi/2; use `mirrored` for the other thrust direction",
                      b.contact_angle));
  require(b.inner_groove_radius >= 0 && b.outer_groove_radius >= 0, b,
          "groove radii must be > 0, or 0 for the usual ones");
  for (const auto& [key, radius] :
       {std::pair{"inner_groove_radius", inner_groove(b)}, {"outer_groove_radius", outer_groove(b)}})
    require(radius > 0.5 * b.ball_diameter, b,
            fmt::format("{} = {} m, must exceed the ball radius {} m (usual: 0.515 to 0.54 ball diameters)", key,
                        radius, 0.5 * b.ball_diameter));
  if (b.arrangement != Arrangement::single) {
    require(b.row_distance > 0, b, fmt::format("row_distance = {} m, must be > 0 for a pair of rows", b.row_distance));
    require(b.contact_angle > 0, b, "a pair needs a contact_angle > 0");
  }
  require(b.axial_preload >= 0, b, fmt::format("axial_preload = {} N, must be >= 0", b.axial_preload));
  require(b.axial_preload == 0 || b.contact_angle > 0, b,
          "axial_preload needs a contact_angle > 0; give a deep-groove bearing a negative diametral_clearance");
  require(b.axial_preload == 0 || b.diametral_clearance == 0, b,
          "axial_preload and diametral_clearance both say how tight the bearing is; give one of them");
  require(std::abs(b.diametral_clearance) < 2 * (inner_groove(b) + outer_groove(b) - b.ball_diameter), b,
          fmt::format("diametral_clearance = {} m is larger than the grooves allow", b.diametral_clearance));
  require(b.stiffness != BallBearing::Stiffness::given || b.given_stiffness > 0, b,
          fmt::format("stiffness of a ball = {} N/m^1.5, must be > 0", b.given_stiffness));
  require(b.damping.coefficient >= 0 && b.damping.softening >= 0, b,
          fmt::format("damping coefficient = {} and softening = {} m, must be >= 0", b.damping.coefficient,
                      b.damping.softening));
  require(b.pressure_radius >= 0, b, fmt::format("pressure_radius = {} m, must be >= 0", b.pressure_radius));
}

RaceContacts race_contacts(const BallBearing& b) {
  const double modulus = reduced_modulus(b.ring, b.ball), R = 0.5 * b.ball_diameter;
  const double gamma = b.ball_diameter * std::cos(b.contact_angle) / b.pitch_diameter;
  // curvature of the race along the rolling direction, where the contact normal meets the axis
  const double inner_race = gamma / (R * (1 - gamma)), outer_race = -gamma / (R * (1 + gamma));
  return {.inner = hertz_point(ball_in_groove(R, inner_groove(b), inner_race), modulus),
          .outer = hertz_point(ball_in_groove(R, outer_groove(b), outer_race), modulus),
          .distance = inner_groove(b) + outer_groove(b) - b.ball_diameter};
}

double ball_stiffness(const BallBearing& b) {
  switch (b.stiffness) {
    case BallBearing::Stiffness::estimate:
      return 1e11 * std::sqrt(b.ball_diameter);
    case BallBearing::Stiffness::given:
      return b.given_stiffness;
    case BallBearing::Stiffness::hertz:
      break;
  }
  const RaceContacts races = race_contacts(b);
  return std::pow(approach_under(1, races.inner.stiffness.e) + approach_under(1, races.outer.stiffness.e), -1.5);
}

double free_contact_angle(const BallBearing& b) {
  const double A = inner_groove(b) + outer_groove(b) - b.ball_diameter;
  return b.diametral_clearance > 0 ? std::acos(1 - b.diametral_clearance / (2 * A)) : 0;
}

RacePressure race_pressure(const RaceContacts& contacts, double ball_load) {
  const auto peak = [&](const HertzPoint& point) {
    return contact_ellipse(point, approach_under(ball_load, point.stiffness.e)).peak_pressure;
  };
  return {peak(contacts.inner), peak(contacts.outer)};
}

}  // namespace trunnion
