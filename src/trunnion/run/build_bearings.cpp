#include <map>
#include <mutex>

#include "trunnion/forces/ball_bearing_force.h"
#include "trunnion/forces/journal_bearing_force.h"
#include "trunnion/lubrication/impedance_table.h"
#include "trunnion/run/film_bearings.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {

namespace {

constexpr double usual_contact_pressure = 50e6;  // [Pa] on length times diameter, where bearing metals start to give
constexpr double usual_rest_speed = 1e-9;        // [m/s]
constexpr double usual_contact_eccentricity = 0.99, usual_contact_damping = 1;  // -, [s/m]

Arrangement arrangement_named(const std::string& name) {
  if (name == "back-to-back") return Arrangement::back_to_back;
  if (name == "face-to-face") return Arrangement::face_to_face;
  return name == "tandem" ? Arrangement::tandem : Arrangement::single;
}

BallDamping damping_of(const BallBearingInput& in) {
  if (in.damping == "hunt-crossley") return {BallDamping::Kind::hunt_crossley, in.damping_factor, 0};
  if (in.damping == "proportional") return {BallDamping::Kind::proportional, in.damping_time, in.damping_softening};
  return {};
}

BallBearing ball_bearing(const std::string& name, const BallBearingInput& in) {
  return {.name = name,
          .balls = in.balls,
          .ball_diameter = in.ball_diameter,
          .pitch_diameter = in.pitch_diameter,
          .contact_angle = in.contact_angle,
          .inner_groove_radius = in.inner_groove_radius,
          .outer_groove_radius = in.outer_groove_radius,
          .mirrored = in.mirrored,
          .arrangement = arrangement_named(in.arrangement),
          .row_distance = in.row_distance,
          .diametral_clearance = in.diametral_clearance,
          .axial_preload = in.axial_preload,
          .stiffness = in.ball_stiffness            ? BallBearing::Stiffness::given
                       : in.stiffness == "estimate" ? BallBearing::Stiffness::estimate
                                                    : BallBearing::Stiffness::hertz,
          .given_stiffness = in.ball_stiffness.value_or(0),
          .ring = {in.ring_young, in.ring_poisson},
          .ball = {in.ball_young, in.ball_poisson},
          .damping = damping_of(in),
          .sum = in.sum == "balls" ? BallBearing::Sum::balls : BallBearing::Sum::integral,
          .angle = in.angle == "free" ? BallBearing::Angle::free : BallBearing::Angle::fixed,
          .pressure_radius = in.pressure_radius};
}

std::shared_ptr<const MarkerForce> five_dof_law(const std::string& name, const BallBearingInput& in) {
  const RotatingRing rotating = in.rotating == "outer" ? RotatingRing::outer : RotatingRing::inner;
  return std::make_shared<BallBearingForce>(BallBearingForce::Data{ball_bearing(name, in), rotating, in.cage_start});
}

// A table takes seconds to fill. Bearings of the same shape share one, and so do the mechanisms of a sweep.
std::shared_ptr<const ImpedanceTable> impedance_table(double slenderness) {
  static std::mutex guard;
  static std::map<double, std::weak_ptr<const ImpedanceTable>> known;
  const std::lock_guard lock(guard);
  std::shared_ptr<const ImpedanceTable> table = known[slenderness].lock();
  if (!table) known[slenderness] = table = std::make_shared<const ImpedanceTable>(slenderness);
  return table;
}

std::shared_ptr<const MarkerForce> journal_bearing(const std::string& name, const JournalBearingInput& in) {
  JournalFilm film{.viscosity = in.viscosity,
                   .length = in.length,
                   .radius = 0.5 * in.diameter,
                   .clearance = in.clearance,
                   .form = in.form == "short"   ? JournalFilm::Form::short_
                           : in.form == "long"  ? JournalFilm::Form::long_
                           : in.form == "table" ? JournalFilm::Form::table
                                                : JournalFilm::Form::finite,
                   .extent = in.film == "full" ? JournalFilm::Extent::full : JournalFilm::Extent::ruptured,
                   .rest_speed = in.rest_speed.value_or(usual_rest_speed)};
  if (film.form == JournalFilm::Form::table) film.table = impedance_table(in.length / in.diameter);
  const double load = in.contact_load.value_or(usual_contact_pressure * in.length * in.diameter);
  const double eccentricity = in.contact_eccentricity.value_or(usual_contact_eccentricity);
  const FilmGuard guard{.eccentricity = eccentricity,
                        .stiffness = in.contact_stiffness.value_or(guard_stiffness(film, eccentricity, load)),
                        .rate_factor = in.contact_damping.value_or(usual_contact_damping),
                        .friction = in.contact_friction};
  return std::make_shared<JournalBearingForce>(JournalBearing{name, film, guard},
                                               in.stop_on_contact ? OnContact::stop : OnContact::guard);
}

}  // namespace

void add_bearings(const Model& model, BuiltMechanism& b) {
  for (const BearingInput& in : model.bearings)
    at_place(in.where, [&] {
      const MarkerPair p = pair_named(b, in.between, in.where);
      const bool ball = in.type == BearingType::ball;
      if (in.by_film()) {
        add_film(in, p, b);
        return 0;
      }
      if (ball && in.fidelity == BearingFidelity::ball_by_ball) {
        add_balls(in, ball_bearing(in.name, in.ball), p, b);
        return 0;
      }
      b.mechanism.marker_forces.push_back({in.name, ball ? "ball-bearing" : "journal-bearing", p.I, p.J,
                                           ball ? five_dof_law(in.name, in.ball) : journal_bearing(in.name, in.journal),
                                           "bearing"});
      return 0;
    });
}

}  // namespace trunnion
