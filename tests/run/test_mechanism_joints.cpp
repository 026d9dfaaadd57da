// Every joint of the model file: how many motions it leaves, and that its reactions are the forces Newton asks for.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mechanism_text.h"

namespace trunnion {
namespace {

using testing::body_text;
using testing::TextRun;

const std::string head = "[model]\nname = 'joints'\ngravity = ['1 m/s^2', '2 m/s^2', '-9.81 m/s^2']\n";
const std::string stage = "[[stage]]\ntype = 'transient'\nduration = '50 ms'\nsamples = 5\naccuracy = 0.1\n";

struct JointCase {
  const char *type, *more;
  int degrees_of_freedom;
};

class EveryJoint : public ::testing::TestWithParam<JointCase> {};

// The joint holds a spinning body by its mass center; the ground frame stands askew.
TEST_P(EveryJoint, LeavesItsMotionsAndClosesNewtonsLaw) {
  const JointCase& joint = GetParam();
  TextRun run(head +
              body_text("block", "['0.3 m', '0 m', '0 m']", "angular_velocity = ['1 rad/s', '2 rad/s', '3 rad/s']") +
              "[[marker]]\nname = 'seat'\nbody = 'ground'\nposition = ['0.3 m', '0 m', '0 m']\nz = [0, 0, 1]\n"
              "[[marker]]\nname = 'far'\nbody = 'ground'\nposition = ['0 m', '0 m', '0.4 m']\n" +
              fmt::format("[[joint]]\nname = 'j'\ntype = '{}'\nbetween = ['block', '{}']\n{}\n", joint.type,
                          std::string(joint.type) == "distance" ? "far" : "seat", joint.more) +
              stage);
  run.all();
  EXPECT_EQ(run.run.start.degrees_of_freedom, joint.degrees_of_freedom);
  EXPECT_TRUE(run.run.start.redundant.empty());
  EXPECT_LT(run.quantity("constraint_drift"), 1e-10);
  const State& s = run.state();
  const Vector6d W = run.reaction("j");  // the ground marker's axes are the world's
  const Vector3d g(1, 2, -9.81), w = s.v.segment<3>(3), alpha = s.a.segment<3>(3);
  const Vector3d J(0.02, 0.03, 0.04);
  EXPECT_LT((2.0 * (s.a.head<3>() - g) - W.head<3>()).norm(), 1e-6 * (1 + W.norm())) << W.transpose();
  const Vector3d moment = s.x.A[0] * (J.asDiagonal() * alpha + w.cross(J.asDiagonal() * w));
  EXPECT_LT((moment - W.tail<3>()).norm(), 1e-6 * (1 + W.norm())) << W.transpose();
  const VectorXd recorded = run.curve("joint.j.force"), fx = run.curve("joint.j.fx");
  EXPECT_NEAR(recorded[recorded.size() - 1], W.head<3>().norm(), 1e-6 * (1 + W.norm()));
  EXPECT_NEAR(fx[fx.size() - 1], W[0], 1e-6 * (1 + W.norm()));
}

INSTANTIATE_TEST_SUITE_P(Types, EveryJoint,
                         ::testing::Values(JointCase{"fixed", "", 0}, JointCase{"revolute", "", 1},
                                           JointCase{"prismatic", "", 1}, JointCase{"cylindrical", "", 2},
                                           JointCase{"spherical", "", 3}, JointCase{"universal", "", 2},
                                           JointCase{"planar", "", 3}, JointCase{"point-on-line", "", 4},
                                           JointCase{"point-in-plane", "", 5}, JointCase{"parallel-axes", "", 4},
                                           JointCase{"distance", "length = '0.5 m'", 5},
                                           JointCase{"screw", "lead = '20 mm'", 1}),
                         [](const auto& tested) {
                           std::string name = tested.param.type;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

const std::string two_wheels = "[model]\nname = 'coupling'\n" + body_text("a") +
                               body_text("b", "['1 m', '0 m', '0 m']") +
                               "[[marker]]\nname = 'seat b'\nbody = 'ground'\nposition = ['1 m', '0 m', '0 m']\n"
                               "[[joint]]\nname = 'pin a'\ntype = 'revolute'\nbetween = ['a', 'ground']\n";

// (J_a + J_b/n^2) alpha_a = T for angle_a = n angle_b.
TEST(Couplings, AGearRatioAddsInertiasByItsSquare) {
  TextRun run(
      two_wheels +
      "[[joint]]\nname = 'pin b'\ntype = 'revolute'\nbetween = ['b', 'seat b']\n"
      "[[joint]]\nname = 'gear'\ntype = 'gear'\nbetween = ['a', 'ground']\nwith = ['b', 'seat b']\nratio = -2.5\n"
      "[[load]]\non = 'a'\ndirection = [0, 0, 1]\ntorque = true\nsize = '3 N.m'\n" +
      stage);
  run.all();
  const double alpha = 3 / (0.04 + 0.04 / 6.25);
  EXPECT_EQ(run.run.start.degrees_of_freedom, 1);
  EXPECT_NEAR(run.state().v[5], alpha * 0.05, 1e-7);
  EXPECT_NEAR(run.state().v[11], -alpha * 0.05 / 2.5, 1e-7);
  EXPECT_NEAR(run.reaction("gear")[5], 0.04 * alpha - 3, 1e-6);  // what the mesh takes from wheel a
  const VectorXd other = run.curve("joint.gear.second.moment");  // and gives to wheel b
  EXPECT_NEAR(other[other.size() - 1], 0.04 * alpha / 2.5, 1e-6);
}

// A rack of mass m on a pinion of radius r: (J + m r^2) alpha = T.
TEST(Couplings, ARackFollowsItsPinion) {
  TextRun run(
      two_wheels +
      "[[marker]]\nname = 'rack'\nbody = 'b'\nz = [1, 0, 0]\nx = [0, 1, 0]\n"
      "[[marker]]\nname = 'rail'\nbody = 'ground'\nposition = ['1 m', '0 m', '0 m']\nz = [1, 0, 0]\nx = [0, 1, 0]\n"
      "[[joint]]\nname = 'guide'\ntype = 'prismatic'\nbetween = ['rack', 'rail']\n"
      "[[joint]]\nname = 'rack and pinion'\ntype = 'rack'\nbetween = ['a', 'ground']\nwith = ['rack', 'rail']\n"
      "radius = '50 mm'\n"
      "[[load]]\non = 'a'\ndirection = [0, 0, 1]\ntorque = true\nsize = '3 N.m'\n" +
      stage);
  run.all();
  const double alpha = 3 / (0.04 + 2 * 0.05 * 0.05);
  EXPECT_EQ(run.run.start.degrees_of_freedom, 1);
  EXPECT_NEAR(run.state().v[6], 0.05 * alpha * 0.05, 1e-7);
  EXPECT_NEAR(run.state().x.R[1].x() - 1, 0.05 * 0.5 * alpha * 0.05 * 0.05, 1e-8);
  // What the teeth give the rack along its rail: m a.
  EXPECT_NEAR(run.reaction("rack and pinion")[2], 2 * 0.05 * alpha, 1e-6);
  const VectorXd pinion = run.curve("joint.rack and pinion.second.moment");  // and take from the pinion
  EXPECT_NEAR(pinion[pinion.size() - 1], 2 * 0.05 * alpha * 0.05, 1e-6);
}

TEST(Checks, RedundantRowsAreNamedAndConsistentOnesSolved) {
  // Two collinear hinges on one door: the second one repeats all but nothing of the first.
  TextRun run(head + body_text("door") +
              "[[marker]]\nname = 'top'\nbody = 'door'\nposition = ['0 m', '0 m', '1 m']\n"
              "[[marker]]\nname = 'frame top'\nbody = 'ground'\nposition = ['0 m', '0 m', '1 m']\n"
              "[[joint]]\nname = 'lower hinge'\ntype = 'revolute'\nbetween = ['door', 'ground']\n"
              "[[joint]]\nname = 'upper hinge'\ntype = 'revolute'\nbetween = ['top', 'frame top']\n" +
              stage);
  run.all();
  EXPECT_EQ(run.run.start.degrees_of_freedom, 1);
  EXPECT_EQ(run.run.start.redundant.size(), 5u);
  EXPECT_NE(run.listener.notes.find("hinge"), std::string::npos) << run.listener.notes;
  const Vector3d carried = run.reaction("lower hinge").head<3>() + run.reaction("upper hinge").head<3>();
  EXPECT_NEAR(carried.z(), 2 * 9.81, 1e-6);
}

}  // namespace
}  // namespace trunnion
