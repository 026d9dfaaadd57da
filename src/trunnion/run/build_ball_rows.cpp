#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/forces/ball_row_force.h"
#include "trunnion/rolling/five_dof.h"
#include "trunnion/run/ball_row_scene.h"
#include "trunnion/run/ball_rows.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {

namespace {

using std::numbers::pi;

RaceShape shape_named(const std::string& name) {
  if (name == "gothic") return RaceShape::gothic;
  if (name == "cylinder") return RaceShape::cylinder;
  return name == "cone" ? RaceShape::cone : RaceShape::groove;
}

RaceProfile profile(const std::string& race, const RollingBallsInput& in) {
  RaceProfile out{.shape = shape_named(race)};
  if (out.shape == RaceShape::gothic) out.shim = in.shim;
  if (out.shape == RaceShape::cone) out.cone_angle = in.cone_angle;
  return out;
}

PointLaw law_of(const RollingBallsInput& in, double constant) {
  if (in.law == "vilke") return {PointLaw::Kind::vilke, 0};
  if (in.law == "constant") return {PointLaw::Kind::constant, constant};
  return {};
}

RollingBall ball_of(const RollingBallsInput& in, const BallBearing& design, const BallRow& row) {
  const double D = design.ball_diameter;
  RollingBall ball{.radius = 0.5 * D,
                   .mass = in.density * pi / 6 * D * D * D,
                   .reduced_modulus = reduced_modulus(design.ring, design.ball)};
  const RaceStiffness hertz = unloaded_stiffness(row, ball);
  ball.inner_law = law_of(in, in.inner_stiffness.value_or(hertz.inner));
  ball.outer_law = law_of(in, in.outer_stiffness.value_or(hertz.outer));
  return ball;
}

/// Adds one row to the mechanism.
class RowBuilder {
 public:
  RowBuilder(const BearingInput& in, RowOfBalls& row, std::string prefix, BuiltMechanism& built)
      : in_(in),
        row_(row),
        prefix_(std::move(prefix)),
        b_(built),
        m_(built.mechanism),
        shape_(ball_shape(row.ball.radius)) {}

  void add() {
    for (int k = 0; k < row_.design.balls; ++k) add_ball(k);
    std::vector<double> places;
    for (int k = 0; k < row_.design.balls; ++k) places.push_back(place_of(k));
    row_.standing = m_.marker_forces.size();
    m_.marker_forces.push_back(
        {prefix_ + "seats", "ball row", row_.shaft, row_.housing,
         std::make_shared<BallRowForce>(BallRowForce::Data{row_.row, row_.ball, cage_share(), places}), "bearing"});
    if (in_.rolling.cage == "body") add_cage();
    if (in_.rolling.cage == "spacer")
      for (int k = 1; k < row_.design.balls; ++k)
        add_joint(spacer(fmt::format("{}cage {}", prefix_, k + 1),
                         {row_.centers[static_cast<std::size_t>(k)], row_.housing}, {row_.centers[0], row_.housing}),
                  Acts::running);
  }

 private:
  MarkerPair rings() const { return {row_.shaft, row_.housing}; }
  double cage_share() const { return cage_speed(row_.design, 1, 0); }
  double place_of(int k) const { return in_.ball.cage_start + 2 * pi * k / row_.design.balls; }

  Index marker(const std::string& name, Index body, const Vector3d& p, const Matrix3d& axes) {
    const Index index = m_.add_marker({name, body, p, axes, {}, {}});
    if (!b_.markers.emplace(name, index).second)
      throw InputError(fmt::format("bearing '{}' needs the name '{}', which is taken", row_.bearing, name));
    return index;
  }

  Index body(const std::string& name, const RigidMass& mass) {
    const Index index = m_.add_body(rigid_body(name, mass));
    if (!b_.bodies.emplace(name, index).second)
      throw InputError(
          fmt::format("bearing '{}' needs the name '{}' for a body of its own, which is taken", row_.bearing, name));
    return index;
  }

  void add_joint(Joint joint, Acts acts) {
    joint.acts = acts;
    m_.joints.push_back(std::move(joint));
    b_.joint_places.push_back(in_.where);
  }

  BallRaceForce::Data contact(const Race& race, const PointLaw& law) const {
    const RollingBallsInput& r = in_.rolling;
    BallRaceForce::Data data;
    data.race = race;
    data.ball_radius = row_.ball.radius;
    data.law.reduced_modulus = row_.ball.reduced_modulus;
    data.law.law = law;
    data.law.rate_factor = in_.ball.damping == "hunt-crossley" ? in_.ball.damping_factor : 0;
    data.law.sliding = {r.friction, r.friction_speed};
    data.law.rolling = {r.rolling_arm, r.spin_speed};
    data.law.spin_moment = r.spin_friction;
    return data;
  }

  std::size_t add_contact(const std::string& name, Index center, Index ring, const BallRaceForce::Data& data) {
    m_.marker_forces.push_back({name, "ball contact", center, ring, std::make_shared<BallRaceForce>(data), "bearing"});
    return m_.marker_forces.size() - 1;
  }

  void add_ball(int k) {
    const std::string name = fmt::format("{}ball {}", prefix_, k + 1);
    const double J = 0.4 * row_.ball.mass * row_.ball.radius * row_.ball.radius;
    b_.meshes[name] = shape_;
    row_.balls.push_back(body(name, {row_.ball.mass, Vector3d::Zero(), J * Matrix3d::Identity()}));
    const Index center = marker(name, row_.balls.back(), Vector3d::Zero(), Matrix3d::Identity());
    row_.centers.push_back(center);
    row_.inner.push_back(
        add_contact(name + " inner", center, row_.shaft, contact(row_.row.inner, row_.ball.inner_law)));
    row_.outer.push_back(
        add_contact(name + " outer", center, row_.housing, contact(row_.row.outer, row_.ball.outer_law)));
    add_joint(carrier(name + " held", center, row_.housing, rings(), cage_share()), Acts::standing);
    // Until the rings have found their places: on the pitch circle about the housing.
    const Marker& housing = m_.markers[row_.housing];
    const BodyStart ring = housing.body < 0 ? BodyStart{} : m_.start[housing.body];
    const Matrix3d axes = ring.A * housing.A0;
    m_.start.back().R = ring.R + ring.A * housing.p +
                        axes * Vector3d(row_.row.pitch_radius * std::cos(place_of(k)),
                                        row_.row.pitch_radius * std::sin(place_of(k)), row_.row.plane);
    m_.start.back().A = axes;
  }

  // A thin ring, as wide as the balls, with a cylindrical pocket for each ball; the pockets guide it.
  void add_cage() {
    const RollingBallsInput& r = in_.rolling;
    const std::string name = prefix_ + "cage";
    const double mass = r.cage_mass.value_or(0), radius = row_.row.pitch_radius, width = 2 * row_.ball.radius;
    const double across = mass * (0.5 * radius * radius + width * width / 12);
    row_.cage = body(name, {mass, Vector3d::Zero(), Vector3d(across, across, mass * radius * radius).asDiagonal()});
    const Index center = marker(name, row_.cage, Vector3d::Zero(), Matrix3d::Identity());
    const BodyStart& first = m_.start[row_.balls.front()];
    m_.start[row_.cage].R =
        first.R - first.A * Vector3d(radius * std::cos(place_of(0)), radius * std::sin(place_of(0)), 0);
    m_.start[row_.cage].A = first.A;
    BallRaceForce::Data pocket = contact(
        {.shape = RaceShape::cylinder, .ring = Ring::outer, .radius = row_.ball.radius + r.pocket_clearance}, {});
    pocket.law.reduced_modulus = reduced_modulus({r.cage_young, r.cage_poisson}, row_.design.ball);
    pocket.law.sliding.coefficient = r.pocket_friction;
    pocket.law.rolling.coefficient = 0;
    pocket.law.spin_moment = false;
    for (int k = 0; k < row_.design.balls; ++k) {
      const std::string at = fmt::format("{}pocket {}", prefix_, k + 1);
      const double place = place_of(k);
      const Vector3d out(std::cos(place), std::sin(place), 0);
      const Index seat = marker(at, row_.cage, radius * out, axes_from(Vector3d::UnitZ(), out));
      add_contact(at, row_.centers[static_cast<std::size_t>(k)], seat, pocket);
    }
    Joint held = revolute_joint(name + " held", center, row_.housing);
    held.rows[2].hold_start = true;  // the plane of the balls
    held.rows.push_back({"angle",
                         {{1.0, {CoordinateKind::angle, center, row_.housing}},
                          {-cage_share(), {CoordinateKind::angle, row_.shaft, row_.housing}}},
                         true});
    add_joint(std::move(held), Acts::standing);
  }

  const BearingInput& in_;
  RowOfBalls& row_;
  std::string prefix_;
  BuiltMechanism& b_;
  Mechanism& m_;
  std::shared_ptr<const Mesh> shape_;
};

}  // namespace

void add_balls(const BearingInput& in, const BallBearing& design, const MarkerPair& rings, BuiltMechanism& b) {
  const std::vector<BallRow> rows =
      ball_rows(design, profile(in.rolling.inner_race, in.rolling), profile(in.rolling.outer_race, in.rolling));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    RowOfBalls row;
    row.bearing = in.name;
    row.shaft = rings.I;
    row.housing = rings.J;
    row.design = design;
    row.row = rows[r];
    row.ball = ball_of(in.rolling, design, rows[r]);
    row.first_place = in.ball.cage_start;
    row.start_without_spin = in.rolling.start_without_spin;
    row.rotating = in.ball.rotating == "outer" ? RotatingRing::outer : RotatingRing::inner;
    if (design.contact_angle <= pi / 4) row.ratings = load_ratings(design);
    const std::string prefix = rows.size() == 1 ? in.name + "." : fmt::format("{}.row {} ", in.name, r + 1);
    RowBuilder(in, row, prefix, b).add();
    b.ball_rows.push_back(std::move(row));
  }
}

}  // namespace trunnion
