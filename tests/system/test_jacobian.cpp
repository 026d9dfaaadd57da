#include <gtest/gtest.h>

#include "support/point_mass_body.h"
#include "support/tangent_check.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/rotations.h"
#include "trunnion/system/mechanism.h"

namespace trunnion {
namespace {

using testing::scattered;

// Two flexible bodies, one with a spinning inertia and geometric stiffness of all loads, and a rigid one, all in
// arbitrary motion; markers of all kinds.
Mechanism three_bodies() {
  Mechanism m;
  m.gravity = {0.5, -9.81, 2};
  auto cloud = testing::point_mass_body(6, 3);
  m.add_body(flexible_body(cloud.reduced));
  cloud.reduced.lumped = {{"left", Vector3d(0.3, 0.5, 0.7).asDiagonal()}};
  testing::add_second_order(cloud.reduced);
  m.add_body(flexible_body(cloud.reduced));
  m.add_body(rigid_body("rigid", {2, {0.1, 0.2, -0.1}, Vector3d(0.4, 0.5, 0.6).asDiagonal()}));
  for (const char* at : {"left", "right"})
    for (Index b = 0; b < 2; ++b) {
      Marker marker = interface_marker(at, m.bodies[b], b, at);
      marker.A0 = rotation_exp(scattered(3, 1, 40 + static_cast<int>(b)));
      m.add_marker(marker);
    }
  m.add_marker({"rigid", 2, {0.2, 0.1, 0.3}, rotation_exp({0.4, 0.2, -0.3}), {}, {}});
  m.add_marker({"ground", -1, {1, 0.1, 0.3}, rotation_exp({-0.4, 0.2, 0.3}), {}, {}});
  for (int b = 0; b < 3; ++b)
    m.start[b] = {scattered(3, 1, b),          rotation_exp(scattered(3, 1, 10 + b)), scattered(3, 1, 20 + b),
                  4 * scattered(3, 1, 30 + b), 0.1 * scattered(b < 2 ? 3 : 0, 1, 35), scattered(b < 2 ? 3 : 0, 1, 36)};
  return m;
}

State moving_state(Mechanism& m) {
  finish(m);
  State s = initial_state(m);
  s.a = 5 * scattered(m.num_velocities, 1, 50);
  s.lambda = 10 * scattered(m.num_rows, 1, 51);
  return s;
}

TEST(Jacobian, InertiaOfFlexibleBodiesIsExact) {
  Mechanism m = three_bodies();
  const State s = moving_state(m);
  testing::expect_exact_jacobian(m, s);
}

TEST(Jacobian, EveryJointIsExact) {
  for (const std::string& type : joint_types()) {
    SCOPED_TRACE(type);
    Mechanism m = three_bodies();
    m.joints = {joint_between(type, "ab", 0, 1), joint_between(type, "br", 3, 4), joint_between(type, "rg", 4, 5)};
    const State s = moving_state(m);
    testing::expect_exact_jacobian(m, s);
  }
}

TEST(Jacobian, CouplingsAndMotionsAreExact) {
  Mechanism m = three_bodies();
  m.joints = {distance_joint("d", 0, 1, 0.7),
              screw_joint("s", 2, 4, 0.01),
              gear_coupling("g", {0, 3}, {4, 5}, -2.5),
              rack_coupling("r", {2, 5}, {4, 1}, 0.2),
              motion("m", 4, 5, MotionKind::angle, uniform_rate(0, 3)),
              spacer("k", {2, 5}, {4, 1}),
              carrier("c", 4, 0, {2, 5}, 0.4)};
  const State s = moving_state(m);
  testing::expect_exact_jacobian(m, s);
}

TEST(Jacobian, SpringsAreExact) {
  Mechanism m = three_bodies();
  const auto line =
      std::make_shared<LineSpring>("line", LineSpring::Data{0.5, 3.0, linear_law(200), [](double r) {
                                                              return LawValue{2 * r + r * r * r, 2 + 3 * r * r, 0};
                                                            }});
  const auto turn = std::make_shared<TorsionSpring>(TorsionSpring::Data{0.1, linear_law(50), linear_law(3)});
  m.marker_forces = {{"a", "spring", 0, 1, line},
                     {"b", "spring", 4, 5, line},
                     {"c", "torsion", 3, 4, turn},
                     {"d", "spring", 0, 2, line}};
  const State s = moving_state(m);
  testing::expect_exact_jacobian(m, s);
}

TEST(Jacobian, LoadsOverMeasuredMotionAreExact) {
  Mechanism m = three_bodies();
  MeasuredLoad load;
  load.name = "gas";
  load.I = 4;
  load.J = 5;
  load.direction << 0.6, 0, 0.8, 0, 0, 0;
  load.measures = {{"angle", {CoordinateKind::angle, 0, 3}, false, false, {}},
                   {"rate", {CoordinateKind::distance, 2, 5}, true, false, {}}};
  load.size = [](double t, const VectorXd& x) {
    return MeasuredValue{20 * std::sin(x[0]) + x[1] * x[1] + t, Eigen::Vector2d(20 * std::cos(x[0]), 2 * x[1])};
  };
  m.loads.push_back(load);
  load.follows = true;
  load.direction << 0, 0, 0, 0, 1, 0;
  m.loads.push_back(load);
  const State s = moving_state(m);
  testing::expect_exact_jacobian(m, s);
}

// Loads over what a joint and a spring carry, as a component and as a size; the joint's bodies, the spring's and the
// loaded ones are different pairs.
TEST(Jacobian, LoadsOverForcesAndReactionsAreExact) {
  Mechanism m = three_bodies();
  m.joints = {joint_between("spherical", "ball", 0, 1), joint_between("universal", "cross", 3, 4)};
  m.marker_forces = {
      {"spring", "spring", 2, 5,
       std::make_shared<LineSpring>("line", LineSpring::Data{0.5, 3.0, linear_law(300), linear_law(4)})}};
  MeasuredLoad load;
  load.name = "brake";
  load.I = 4;
  load.J = 5;
  load.direction << 0.6, 0, 0.8, 0, 0, 0;
  const auto of = [](const char* name, const MeasuredWrench& wrench) {
    Measure measure;
    measure.name = name;
    measure.wrench = wrench;
    return measure;
  };
  load.measures = {of("reaction", {.joint = 0}), of("moment", {.joint = 1, .moment = true, .axis = 1}),
                   of("push", {.force = 0, .axis = 2})};
  load.size = [](double, const VectorXd& x) {
    return MeasuredValue{0.3 * x[0] + x[1] * x[2], Vector3d(0.3, x[2], x[1])};
  };
  m.loads.push_back(load);
  load.follows = true;
  load.direction << 0, 0, 0, 0, 1, 0;
  m.loads.push_back(load);
  const State s = moving_state(m);
  testing::expect_exact_jacobian(m, s);
}

}  // namespace
}  // namespace trunnion
