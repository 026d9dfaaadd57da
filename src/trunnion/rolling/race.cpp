#include "trunnion/rolling/race.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {

namespace {

/// The half-plane through the axis in which the ball's center lies.
struct Meridian {
  double rho = 0;
  Vector3d e_rho, e_th;
};

Meridian meridian_of(const Vector3d& c) {
  const double rho = std::hypot(c.x(), c.y());
  const Vector3d e_rho = rho > 0 ? Vector3d(c.x() / rho, c.y() / rho, 0) : Vector3d::UnitX();
  return {rho, e_rho, Vector3d(-e_rho.y(), e_rho.x(), 0)};
}

// m lies in the meridian; 1/l says how fast it turns within it, kappa is the profile's curvature.
RaceContact contact_at(const Meridian& at, double ball_radius, const Vector3d& m, double approach, double turn,
                       double kappa) {
  const double m_rho = m.dot(at.e_rho);
  const Vector3d t = m_rho * Vector3d::UnitZ() - m.z() * at.e_rho;
  const double reach = ball_radius - approach, radius = at.rho + reach * m_rho;  // of the contact point
  const Vector3d d_m_rho = -m.z() * turn * t;
  const Vector3d d_radius = at.e_rho + reach * d_m_rho - m_rho * m;
  return {.approach = approach,
          .m = m,
          .dm = turn * t * t.transpose() + m_rho / at.rho * at.e_th * at.e_th.transpose(),
          .along = 0.5 * (1 / ball_radius + kappa),
          .around = 0.5 * (1 / ball_radius - m_rho / radius),
          .d_around = -0.5 * (d_m_rho / radius - m_rho / (radius * radius) * d_radius)};
}

// A groove of radius r whose profile center lies at (radius, height).
void add_arc(const Race& race, double ball_radius, const Meridian& at, double z, double height,
             std::vector<RaceContact>& out) {
  const Vector3d w = (at.rho - race.radius) * at.e_rho + (z - height) * Vector3d::UnitZ();
  const double l = w.norm(), approach = l + ball_radius - race.groove_radius;
  if (!(l > 0)) return;
  out.push_back(contact_at(at, ball_radius, w / l, approach, 1 / l, -1 / race.groove_radius));
}

// A straight profile through (radius, offset) whose normal out of the steel is n.
RaceContact on_line(const Race& race, double ball_radius, const Meridian& at, double z) {
  const double side = race.ring == Ring::inner ? 1 : -1;
  const double angle = race.shape == RaceShape::cone ? race.cone_angle : 0;
  const Vector3d n = side * (std::cos(angle) * at.e_rho - std::sin(angle) * Vector3d::UnitZ());
  const Vector3d from = (at.rho - race.radius) * at.e_rho + (z - race.offset) * Vector3d::UnitZ();
  return contact_at(at, ball_radius, -n, ball_radius - n.dot(from), 0, 0);
}

}  // namespace

Race groove_race(Ring ring, double pitch_diameter, double ball_diameter, double groove_radius,
                 double diametral_clearance) {
  const double side = ring == Ring::outer ? 1 : -1;
  Race race{.shape = RaceShape::groove, .ring = ring, .groove_radius = groove_radius};
  race.radius = 0.5 * pitch_diameter + side * (0.5 * ball_diameter + 0.25 * diametral_clearance - groove_radius);
  validate(race, 0.5 * ball_diameter);
  return race;
}

void validate(const Race& race, double ball_radius) {
  if (!(ball_radius > 0)) throw InputError(fmt::format("ball radius = {} m, must be > 0", ball_radius));
  if (!(race.radius > 0)) throw InputError(fmt::format("radius of the race = {} m, must be > 0", race.radius));
  if (race.shape == RaceShape::groove || race.shape == RaceShape::gothic) {
    if (!(race.groove_radius > ball_radius))
      throw InputError(
          fmt::format("groove radius = {} m, must be larger than the ball's radius {} m, else the ball touches along a "
                      "line or does "
                      "not go in (usual: 1.03 to 1.08 times the ball's radius)",
                      race.groove_radius, ball_radius));
    if (!(race.groove_radius < race.radius))
      throw InputError(fmt::format(
          "groove radius = {} m, must be smaller than the {} m from the axis to its center: the groove would "
          "cross the axis (spindle torus)",
          race.groove_radius, race.radius));
  }
  if (race.shape == RaceShape::gothic && !(race.shim >= 0 && race.shim < race.groove_radius))
    throw InputError(fmt::format("shim of the gothic arch = {} m, must lie from 0 to the groove radius {} m", race.shim,
                                 race.groove_radius));
  if (race.shape == RaceShape::cone && !(std::abs(race.cone_angle) < 0.5 * std::numbers::pi))
    throw InputError(fmt::format("angle of the cone = {} rad, must lie between -pi/2 and pi/2", race.cone_angle));
  if ((race.shape == RaceShape::cylinder || race.shape == RaceShape::cone) && race.ring == Ring::outer &&
      !(ball_radius < race.radius))
    throw InputError(fmt::format("ball radius = {} m, must be smaller than the race's {} m", ball_radius, race.radius));
}

std::vector<RaceContact> race_contacts_of(const Race& race, double ball_radius, const Vector3d& c) {
  const Meridian at = meridian_of(c);
  std::vector<RaceContact> out;
  if (!(at.rho > 0)) return out;
  switch (race.shape) {
    case RaceShape::groove:
      add_arc(race, ball_radius, at, c.z(), race.offset, out);
      break;
    case RaceShape::gothic:
      // The arc with its center beyond the middle plane forms the flank on this side, and the other way round.
      for (const double side : {1.0, -1.0}) {
        std::vector<RaceContact> arc;
        add_arc(race, ball_radius, at, c.z(), race.offset - side * race.shim, arc);
        for (const RaceContact& one : arc)
          if (side * (c.z() + (ball_radius - one.approach) * one.m.z() - race.offset) >= 0) out.push_back(one);
      }
      break;
    case RaceShape::cylinder:
    case RaceShape::cone:
      out.push_back(on_line(race, ball_radius, at, c.z()));
      break;
  }
  return out;
}

}  // namespace trunnion
