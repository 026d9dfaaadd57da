#include <gtest/gtest.h>

#include <cmath>

#include "support/mechanisms.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/system/energy.h"

namespace trunnion {
namespace {

// A mass on a slide, driven through a spring and damper by a second one that a motion moves; a load pushes the first.
TEST(ElementWork, AddsUpToSuppliedLessDissipatedWork) {
  Mechanism m;
  m.add_body(rigid_body("mass", {2, Vector3d::Zero(), Matrix3d::Identity()}));
  m.add_body(rigid_body("base", {1, Vector3d::Zero(), Matrix3d::Identity()}));
  m.start[1].R = {0, 0, -1};
  const Index mass = testing::add_marker(m, 0, Vector3d::Zero()), base = testing::add_marker(m, 1, Vector3d::Zero());
  const Index ground = testing::add_marker(m, -1, Vector3d::Zero()), below = testing::add_marker(m, -1, {0, 0, -1});
  m.joints = {prismatic_joint("slide", mass, ground), prismatic_joint("guide", base, below),
              motion("shaker", base, below, MotionKind::way, [](double t) {
                return TimeValue{0.01 * std::sin(30 * t), 0.3 * std::cos(30 * t), -9 * std::sin(30 * t)};
              })};
  m.marker_forces = {{"mount", "spring", mass, base,
                      std::make_shared<LineSpring>("mount", LineSpring::Data{1, 0, linear_law(900), linear_law(5)})}};
  MeasuredLoad load;
  load.name = "push";
  load.I = mass;
  load.J = ground;
  load.direction << 0, 0, 1, 0, 0, 0;
  load.size = [](double t, const VectorXd&) { return MeasuredValue{3 * std::cos(17 * t), VectorXd()}; };
  m.loads = {load};
  finish(m);
  State s = testing::consistent_state(m);
  const double start = [&] {
    Workspace work(m);
    update_kinematics(m, s, work);
    return energies(m, {}, s, work).total();
  }();
  const TransientReport r = testing::run(m, s, 2, 0.1, 0.9);
  ASSERT_TRUE(r.finished) << r.message;
  ASSERT_EQ(s.element_work.size(), 2 + 3 + 2);
  const double net = s.supplied_work - s.dissipated_work, spring = s.element_work[0], push = s.element_work[1],
               shaker = s.element_work[4];
  EXPECT_NEAR(s.element_work.sum(), net, 1e-12);
  EXPECT_NEAR(spring, -s.dissipated_work, 1e-12);
  EXPECT_NEAR(push + shaker, s.supplied_work, 1e-12);
  EXPECT_EQ(s.element_work[2], 0);  // joints without motion do no work
  Workspace work(m);
  update_kinematics(m, s, work);
  const double change = energies(m, {s.t, 0, 0, StageKind::transient}, s, work).total() - start;
  EXPECT_NEAR(change, net, 1e-3 * (s.supplied_work + s.dissipated_work));  // trapezoids of the power
}

}  // namespace
}  // namespace trunnion
