// Whirl of flexible shafts against theory: gyroscopic splitting, lumped discs, bearings of two stiffnesses.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "support/beam_line.h"
#include "support/couple_section.h"
#include "support/fe_models.h"
#include "support/mechanisms.h"
#include "support/plain_reduction.h"
#include "support/verification.h"
#include "trunnion/fem/solve.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {
namespace {

using std::numbers::pi;

// Whirl frequencies [rad/s] of a shaft along z at a speed, nearest to the wanted ones: backward and forward.
struct WhirlPair {
  double backward = 0, forward = 0;
};
WhirlPair whirl_near(const Mechanism& m, double speed, double backward, double forward) {
  State s = testing::consistent_state(m);
  const auto points = campbell(m, s, "drive", VectorXd::Constant(1, speed), 0);
  WhirlPair found;
  for (const ComplexMode& mode : points[0].modes) {
    const double w = 2 * pi * mode.fixed_frequency;
    if (mode.whirl == Whirl::backward && std::abs(w - backward) < std::abs(found.backward - backward))
      found.backward = w;
    if (mode.whirl == Whirl::forward && std::abs(w - forward) < std::abs(found.forward - forward)) found.forward = w;
  }
  return found;
}

void record_whirl(const std::string& name, const std::string& reference, const WhirlPair& found, double backward,
                  double forward, double allowed, const std::string& why) {
  for (const auto& [whirl, value, exact] :
       {std::tuple{"backward", found.backward, backward}, std::tuple{"forward", found.forward, forward}})
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("{}, {} whirl [rad/s]", name, whirl),
                     .reference = reference,
                     .reference_value = exact,
                     .value = value,
                     .error = testing::relative_error(value, exact),
                     .allowed = allowed,
                     .why = why});
}

// A uniform shaft in two bearings that let it tilt, stiff in shear, k = n pi/L, r^2 = I/A (seen from the ground):
//   (1 + k^2 r^2) w^2 -+ 2 k^2 r^2 W w - E I k^4/(rho A) = 0
TEST(Shaft, GyroscopicSplittingOfAUniformShaftFollowsTheory) {
  const Material steel = testing::steel();
  BeamSection section = testing::circle(0.05);
  section.shear_area_1 = section.shear_area_2 = 0;
  const double L = 1, speed = 1000;
  const FeModel model = assemble(testing::beam_line(Vector3d::Zero(), {0, 0, L}, 24, section, steel, true));
  const ReducedBody body = reduce(model, testing::plain_reduction("shaft", 24, {}));
  Mechanism m;
  m.add_body(flexible_body(body));
  const Index root = m.add_marker(interface_marker("root", m.bodies[0], 0, "root"));
  const Index tip = m.add_marker(interface_marker("tip", m.bodies[0], 0, "tip"));
  const Index left = testing::add_marker(m, -1, Vector3d::Zero()), right = testing::add_marker(m, -1, {0, 0, L});
  m.joints = {spherical_joint("left", root, left), joint_between("point-on-line", "right", tip, right),
              motion("drive", root, left, MotionKind::angular_speed, constant_value(speed))};
  finish(m);
  for (const int n : {1, 2}) {
    const double k2 = std::pow(n * pi / L, 2), r2 = section.inertia_1 / section.area, g = k2 * r2 * speed;
    const double stiffness = steel.young * r2 * k2 * k2 / steel.density;
    const double root_of = std::sqrt(g * g + (1 + k2 * r2) * stiffness);
    const double backward = (root_of - g) / (1 + k2 * r2), forward = (root_of + g) / (1 + k2 * r2);
    const WhirlPair found = whirl_near(m, speed, backward, forward);
    record_whirl(fmt::format("Uniform shaft of beam elements at 1000 rad/s, mode {}", n), "Rayleigh beam, closed form",
                 found, backward, forward, 1e-4, "modes above the kept ones; element length");
    EXPECT_NEAR((found.forward - found.backward) / (forward - backward), 1, 1e-3) << n;
  }
}

// A disc on the end of a light cantilever shaft that turns about its own axis; det(K - w^2 M + w W Ip e e') = 0.
void expect_whirl_of_disc(bool on_interface, const std::string& place) {
  Material light = testing::steel();
  light.density = 7.85e-2;
  const BeamSection section{.area = 3.14159e-4,
                            .inertia_1 = 7.854e-9,
                            .inertia_2 = 7.854e-9,
                            .torsion = 1.5708e-8,
                            .shear_area_1 = 0,
                            .shear_area_2 = 0,
                            .axis_1 = Vector3d::Zero()};
  const double L = 0.4, mass = 5, It = 0.03, Ip = 0.055, speed = 600;
  auto file = testing::beam_line(Vector3d::Zero(), {0, 0, L}, 6, section, light, true);
  PointMass disc;
  disc.node = on_interface ? file->couplings[1].reference : NodeId{6};  // the last node of the beams
  disc.mass = mass;
  disc.inertia = Vector3d(It, It, Ip).asDiagonal();
  file->point_masses = {disc};
  const FeModel model = assemble(file);
  const ReducedBody body = reduce(model, testing::plain_reduction("rotor", 0, {}));
  ASSERT_EQ(body.lumped.size(), 1u);
  // Nothing of the inertia is lost: about the mass centre it is that of the finite-element model.
  const MassProperties whole = mass_properties(model);
  const Vector3d center = body.invariants.I2 / body.invariants.I1;
  const Matrix3d about_center =
      body.invariants.I7 + body.lumped[0].inertia + body.invariants.I1 * skew(center) * skew(center);
  EXPECT_LE((about_center - whole.inertia).norm(), 1e-10 * whole.inertia.norm());
  Mechanism m;
  m.add_body(flexible_body(body));
  const Index root = m.add_marker(interface_marker("root", m.bodies[0], 0, "root"));
  const Index ground = testing::add_marker(m, -1, Vector3d::Zero());
  m.joints = {revolute_joint("bearing", root, ground),
              motion("drive", root, ground, MotionKind::angular_speed, constant_value(speed))};
  finish(m);
  // Roots of the determinant in w, signed: forward positive, backward negative.
  const double EI = light.young * section.inertia_1, a = 12 * EI / (L * L * L), b = -6 * EI / (L * L), c = 4 * EI / L;
  const auto det = [&](double w) { return (a - mass * w * w) * (c - It * w * w + Ip * speed * w) - b * b; };
  const auto root_in = [&](double from, double to) {
    for (int i = 0; i < 200; ++i) {
      const double middle = 0.5 * (from + to);
      ((det(from) > 0) == (det(middle) > 0) ? from : to) = middle;
    }
    return from;
  };
  const double still = std::sqrt(3 * EI / (L * L * L) / mass);
  const double forward = root_in(0, 1.9 * still), backward = -root_in(-1.2 * still, 0);
  record_whirl("Disc on " + place + " of a light cantilever shaft at 600 rad/s, lowest pair", "two-by-two determinant",
               whirl_near(m, speed, backward, forward), backward, forward, 1e-5,
               "rounding; the shaft weighs 2e-6 of the disc");
}

TEST(Shaft, ALumpedDiscOnAnInterfaceHasItsGyroscopicMomentAndTiltStiffness) {
  expect_whirl_of_disc(true, "an interface");
}

TEST(Shaft, ALumpedDiscOnAPlainNodeOfABeamHasItsGyroscopicMomentAndTiltStiffness) {
  expect_whirl_of_disc(false, "a plain node");
}

// The same disc, held by springs kx, ky that stand still in space: bending in two planes of different stiffness,
// coupled by the gyroscopic moment. Reference: the four coordinates (u_x, turn; u_y, turn) of a massless shaft.
TEST(Shaft, AnElasticShaftInABearingOfTwoStiffnessesFollowsTheory) {
  Material light = testing::steel();
  light.density = 7.85e-2;
  BeamSection section = testing::circle(0.01);
  section.shear_area_1 = section.shear_area_2 = 0;
  const double L = 0.4, mass = 5, It = 0.03, Ip = 0.055, speed = 600, kx = 5e4, ky = 2e5;
  auto file = testing::beam_line(Vector3d::Zero(), {0, 0, L}, 6, section, light, true);
  PointMass disc;
  disc.node = file->couplings[1].reference;
  disc.mass = mass;
  disc.inertia = Vector3d(It, It, Ip).asDiagonal();
  file->point_masses = {disc};
  Mechanism m;
  m.add_body(flexible_body(reduce(assemble(file), testing::plain_reduction("rotor", 0, {}))));
  const Index root = m.add_marker(interface_marker("root", m.bodies[0], 0, "root"));
  const Index tip = m.add_marker(interface_marker("tip", m.bodies[0], 0, "tip"));
  const Index ground = testing::add_marker(m, -1, Vector3d::Zero()), support = testing::add_marker(m, -1, {0, 0, L});
  Bushing::Data bearing;
  bearing.stiffness.diagonal() << kx, ky, 0, 0, 0, 0;
  m.marker_forces = {{"bearing", "bushing", tip, support, std::make_shared<Bushing>("bearing", bearing)}};
  m.joints = {revolute_joint("root", root, ground),
              motion("drive", root, ground, MotionKind::angular_speed, constant_value(speed))};
  finish(m);
  const double EI = light.young * section.inertia_1, a = 12 * EI / (L * L * L), b = 6 * EI / (L * L), c = 4 * EI / L;
  Eigen::Matrix4d K = Eigen::Matrix4d::Zero(), D = K;  // (u_x, t_y, u_y, t_x): u_x' = t_y, u_y' = -t_x
  K << a + kx, -b, 0, 0, -b, c, 0, 0, 0, 0, a + ky, b, 0, 0, b, c;
  D(1, 3) = -Ip * speed;
  D(3, 1) = Ip * speed;
  const Eigen::Vector4d M(mass, It, mass, It);
  Eigen::Matrix<double, 8, 8> first = Eigen::Matrix<double, 8, 8>::Zero();
  first.topRightCorner<4, 4>().setIdentity();
  first.bottomLeftCorner<4, 4>() = -(M.cwiseInverse().asDiagonal() * K);
  first.bottomRightCorner<4, 4>() = -(M.cwiseInverse().asDiagonal() * D);
  std::vector<double> exact;
  for (const auto& s : Eigen::EigenSolver<Eigen::Matrix<double, 8, 8>>(first).eigenvalues())
    if (s.imag() > 0) exact.push_back(s.imag());
  const auto point = campbell(m, testing::consistent_state(m), "drive", VectorXd::Constant(1, speed), 0)[0];
  EXPECT_EQ(point.caution, "");
  ASSERT_EQ(exact.size(), 4u);
  double worst = 0;
  for (const double w : exact) {
    double nearest = 1e300;
    for (const ComplexMode& mode : point.modes)
      nearest = std::min(nearest, std::abs(2 * pi * mode.fixed_frequency / w - 1));
    worst = std::max(worst, nearest);
  }
  testing::record(
      {.group = "Multibody dynamics",
       .name = "Disc on a light elastic shaft in a bearing of two stiffnesses at 600 rad/s, four frequencies",
       .reference = "four-by-four gyroscopic equations",
       .reference_value = 0,
       .value = worst,
       .error = worst,
       .allowed = 1e-5,
       .why = "rounding; the shaft weighs 2e-6 of the disc"});
}

// Bricks that repeat themselves four times around the axis bend alike in all directions: seen from its own axes or from
// the ground, the shaft whirls with the same frequencies.
TEST(Shaft, ASolidShaftHasTheSameWhirlSeenFromItsAxesAndFromTheGround) {
  auto file = testing::of_material(
      box_mesh(
          {.size = {0.02, 0.02, 0.5}, .divisions = {2, 2, 16}, .element = CellType::hex8, .origin = {-0.01, -0.01, 0}}),
      testing::steel());
  testing::couple_section(*file, "left", Vector3d::Zero(), 2);
  testing::couple_section(*file, "right", {0, 0, 0.5}, 2);
  Mechanism m;
  m.add_body(flexible_body(reduce(assemble(file), testing::plain_reduction("shaft", 16, {}))));
  const Index root = m.add_marker(interface_marker("left", m.bodies[0], 0, "left"));
  const Index tip = m.add_marker(interface_marker("right", m.bodies[0], 0, "right"));
  const Index left = testing::add_marker(m, -1, Vector3d::Zero()), right = testing::add_marker(m, -1, {0, 0, 0.5});
  m.joints = {spherical_joint("left", root, left), joint_between("point-on-line", "right", tip, right),
              motion("drive", root, left, MotionKind::angular_speed, constant_value(600))};
  finish(m);
  State s = testing::consistent_state(m);
  ASSERT_TRUE(solve_static(m, s, {.steady = true}).converged);
  const LinearSystem ground = linearize(m, s, -1, View::ground), bodies = linearize(m, s);
  ASSERT_EQ(ground.view, View::ground);
  ASSERT_EQ(bodies.view, View::bodies);
  EXPECT_LT(ground.variation, 1e-6);
  const auto from_ground = complex_modes(m, s, ground, 6), from_axes = complex_modes(m, s, bodies, 6);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(from_ground[k].fixed_frequency, from_axes[k].fixed_frequency, 1e-7 * from_axes[k].fixed_frequency) << k;
    EXPECT_EQ(from_ground[k].whirl, from_axes[k].whirl) << k;
  }
}

}  // namespace
}  // namespace trunnion
