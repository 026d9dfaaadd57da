#include "trunnion/lubrication/journal.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/contact/friction.h"
#include "trunnion/contact/normal_force.h"
#include "trunnion/lubrication/film_forms.h"

namespace trunnion {
namespace {

using D = Dual<6>;
using Vec = film_forms::Vec<D>;

/// Eccentricity at which the film is evaluated: eps itself up to eps_c, then towards the middle between eps_c and 1.
/// tanh has no curvature at its origin: two continuous derivatives.
D held_eccentricity(const D& eps, double limit) {
  const double room = 0.5 * (1 - limit);
  return limit + room * tanh((eps - limit) / room);
}

struct Contact {
  Vec force{D(0.0), D(0.0)};  ///< on the journal
  D journal_moment = 0.0, sleeve_moment = 0.0;
  double normal = 0, stored_energy = 0, dissipated_power = 0;
};

Contact guard_contact(const JournalBearing& bearing, const Vec& e, const Vec& rate, const D& wj, const D& ws) {
  const FilmGuard& guard = bearing.guard;
  const double R = bearing.film.radius;
  const D distance = sqrt(dot(e, e)), depth = distance - bearing.film.clearance * guard.eccentricity;
  const Vec n{e.x / distance, e.y / distance}, t{-n.y, n.x};
  const D depth_rate = dot(n, rate);
  const NormalForce normal = normal_force(guard.stiffness, guard.rate_factor, depth.v, depth_rate.v);
  const D N(normal.value, normal.d_approach * depth.g + normal.d_rate * depth_rate.g);
  // sliding of the journal's surface over the sleeve's at the contact
  const D slip = dot(t, rate) + R * wj - (R + distance) * ws;
  const D friction = -guard.friction * N * smooth_sign(slip, guard.friction_speed);
  return {.force = friction * t - N * n,
          .journal_moment = R * friction,
          .sleeve_moment = -(R + distance) * friction,
          .normal = normal.value,
          .stored_energy = normal.stored_energy,
          .dissipated_power = normal.dissipated_power - friction.v * slip.v};
}

}  // namespace

void validate(const JournalBearing& bearing) {
  validate(bearing.film, bearing.name);
  const FilmGuard& guard = bearing.guard;
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("bearing '{}': {}", bearing.name, what));
  };
  if (!(guard.eccentricity > 0.5 && guard.eccentricity < 1))
    refuse(fmt::format("guard eccentricity = {}, must lie between 0.5 and 1 (usual: 0.99)", guard.eccentricity));
  if (!(guard.stiffness > 0))
    refuse(fmt::format("guard stiffness = {} N/m^1.5, must be > 0: something has to carry when the film is used up",
                       guard.stiffness));
  if (!(guard.rate_factor >= 0 && guard.friction >= 0 && guard.friction_speed > 0))
    refuse(fmt::format("guard rate factor = {} s/m and friction = {} must be >= 0, friction speed = {} m/s > 0",
                       guard.rate_factor, guard.friction, guard.friction_speed));
}

double guard_stiffness(const JournalFilm& film, double guard_eccentricity, double load) {
  return load / std::pow((1 - guard_eccentricity) * film.clearance, 1.5);
}

JournalForce journal_force(const JournalBearing& bearing, const JournalMotion& motion) {
  const JournalFilm& film = bearing.film;
  const Vec e{D::input(motion.e[0], 0), D::input(motion.e[1], 1)};
  const Vec rate{D::input(motion.rate[0], 2), D::input(motion.rate[1], 3)};
  const D wj = D::input(motion.journal_speed, 4), ws = D::input(motion.sleeve_speed, 5);
  const D mean_speed = 0.5 * (wj + ws);
  const Vec V{rate.x + mean_speed * e.y, rate.y - mean_speed * e.x};

  JournalForce out;
  out.eccentricity_ratio = motion.e.norm() / film.clearance;
  out.min_film = film.clearance - motion.e.norm();
  const bool touching = out.eccentricity_ratio > bearing.guard.eccentricity;
  Vec x = D(1 / film.clearance) * e;
  if (touching) {
    const D eps = sqrt(dot(x, x));
    x = (held_eccentricity(eps, bearing.guard.eccentricity) / eps) * x;
  }
  const Vec F = D(film_forms::film_scale(film)) * film_forms::dimensionless_force(film, x, V);  // journal on film
  const double petroff =
      2 * std::numbers::pi * film.viscosity * std::pow(film.radius, 3) * film.length / film.clearance;
  const D shear = petroff * (wj - ws) / sqrt(1.0 - dot(x, x)), couple = 0.5 * cross(e, F);
  const Contact contact = touching ? guard_contact(bearing, e, rate, wj, ws) : Contact{};

  const Vec force = contact.force - F;
  const D Mj = couple - shear + contact.journal_moment, Ms = couple + shear + contact.sleeve_moment;
  out.force << force.x.v, force.y.v;
  out.journal_moment = Mj.v;
  out.sleeve_moment = Ms.v;
  out.jacobian << force.x.g.transpose(), force.y.g.transpose(), Mj.g.transpose(), Ms.g.transpose();
  out.film_force = std::hypot(F.x.v, F.y.v);
  out.contact_force = contact.normal;
  out.stored_energy = contact.stored_energy;
  out.dissipated_power =
      dot(F, V).v + shear.v * (motion.journal_speed - motion.sleeve_speed) + contact.dissipated_power;
  return out;
}

}  // namespace trunnion
