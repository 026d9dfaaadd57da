// Reduced finite-element beams that spin: free vibration and flight, frequencies and stretching on a hub, centrifugal
// stiffening against Southwell's coefficients, spin-up.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/beam_line.h"
#include "support/box_beam.h"
#include "support/fe_models.h"
#include "support/mechanisms.h"
#include "support/plain_reduction.h"
#include "support/verification.h"
#include "trunnion/solvers/ida.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"
#include "trunnion/system/energy.h"

namespace trunnion {
namespace {

using std::numbers::pi;

// Kane's beam: EA = 2.8e7 N, EI = 1.4e4 N m^2, 1.2 kg/m, 10 m, as beam elements.
FeModel kane_beam() {
  const Material material{"light", 7e10, 0.3, 3000, 0};
  const BeamSection section{.area = 4e-4,
                            .inertia_1 = 2e-7,
                            .inertia_2 = 2e-7,
                            .torsion = 4e-7,
                            .shear_area_1 = 0,
                            .shear_area_2 = 0,
                            .axis_1 = Vector3d::Zero()};
  return assemble(testing::beam_line(Vector3d::Zero(), {10, 0, 0}, 20, section, material, true));
}

// 0.4 x 0.02 x 0.015 m of aluminum, `along` x 2 x 2 bricks, free to deform at both ends.
testing::BoxBeam aluminum_beam(int along) {
  return {.size = {0.4, 0.02, 0.015},
          .divisions = {along, 2, 2},
          .element = CellType::hex8,
          .young = 7e10,
          .poisson = 0.3,
          .density = 2700,
          .left = CouplingKind::averaged,
          .right = CouplingKind::averaged,
          .masses = {}};
}

// Its eight lowest free modes.
ReducedBody free_beam() {
  ReductionOptions options = testing::plain_reduction("beam", 8);
  options.method = ReductionMethod::free_modes;
  return reduce(testing::box_beam(aluminum_beam(12)), options);
}

TEST(FreeBeam, OfBricksHasTheFrequenciesOfTheSameBricksElsewhere) {
  const ReducedBody body = free_beam();
  const double reference[6] = {493.9, 656.1, 1392, 1837, 2827, 3692};
  ASSERT_GE(body.frequency.size(), 6);
  for (int k = 0; k < 6; ++k)
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Free beam of 12 x 2 x 2 bricks, elastic mode {} [Hz]", k + 1),
                     .reference = "independent program, the same elements",
                     .reference_value = reference[k],
                     .value = body.frequency[k],
                     .error = testing::relative_error(body.frequency[k], reference[k]),
                     .allowed = 0.005,
                     .why = "four digits of the reference"});
}

// It flies and tumbles with 112 rad/s, its first mode ringing: nothing acts, so that energy and momenta stay.
TEST(FreeBeam, KeepsEnergyAndMomentaInFlightWithIda) {
  Mechanism m;
  m.add_body(flexible_body(free_beam()));
  m.start[0].v = {1, 2, -1};
  m.start[0].w = {100, 30, 40};
  m.start[0].qd = VectorXd::Unit(8, 0);
  finish(m);
  State s = testing::consistent_state(m);
  Workspace work(m);
  const Momentum before = momentum(m, s, work);
  IdaOptions options;
  options.end = 0.02;
  options.relative = 1e-12;
  options.absolute = {1e-13, 1e-13, 1e-14, 0};
  const TransientReport r = run_ida(m, s, options);
  ASSERT_TRUE(r.finished) << r.message;
  const Momentum after = momentum(m, s, work);
  const double p = (after.linear - before.linear).norm() / before.linear.norm();
  const double L = (after.angular - before.angular).norm() / before.angular.norm();
  for (const auto& [name, value] :
       {std::pair{"energy", r.energy_balance_error}, std::pair{"momentum", p}, std::pair{"angular momentum", L}})
    testing::record({.group = "Multibody dynamics",
                     .name = std::string("Free flight of a beam of bricks with eight modes, IDA: ") + name,
                     .reference = "conservation",
                     .reference_value = 0,
                     .value = value,
                     .error = value,
                     .allowed = 1e-9,
                     .why = "integration tolerance 1e-12"});
}

// The root turns about z at a prescribed speed.
Mechanism on_a_hub(const ReducedBody& body, TimeFunction speed, const std::string& root) {
  Mechanism m;
  m.add_body(flexible_body(body));
  const Index I = m.add_marker(interface_marker(root, m.bodies[0], 0, root));
  const Index J = testing::add_marker(m, -1, Vector3d::Zero());
  m.joints = {revolute_joint("hub", I, J), motion("drive", I, J, MotionKind::angular_speed, std::move(speed))};
  finish(m);
  return m;
}

// The tip seen from the hub [m].
Vector3d tip_from_root(const Mechanism& m, const State& s) {
  MarkerKinematics root, tip;
  const BodyPose pose = pose_of(m, s.x, 0);
  update_marker(m.markers[0], pose, s.v, root);
  update_marker(interface_marker("tip", m.bodies[0], 0, "tip"), pose, s.v, tip);
  return root.motion.R.transpose() * (tip.motion.r - root.motion.r);
}

// Lowest two frequencies [rad/s] of the spinning cantilever, seen from the hub: across the plane of rotation (flap) and
// in it (lag).
struct FlapAndLag {
  double flap = 0, lag = 0;
};
FlapAndLag spinning_frequencies(const ReducedBody& body, double speed) {
  const Mechanism m = on_a_hub(body, constant_value(speed), body.interfaces[0].name);
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  const StaticReport steady = solve_static(m, s, {.steady = true});
  EXPECT_TRUE(steady.converged) << steady.message;
  FlapAndLag out;
  const Matrix3Xd& tip = body.interfaces[1].translation;
  for (const ComplexMode& mode : complex_modes(m, s)) {
    const Eigen::Vector3cd motion =
        mode.shape.head<3>() + tip.cast<std::complex<double>>() * mode.shape.tail(tip.cols());
    double& frequency = std::abs(motion[2]) > std::abs(motion[1]) ? out.flap : out.lag;
    const double w = 2 * pi * mode.frequency;
    if (w > 1e-3 && (frequency == 0 || w < frequency)) frequency = w;
  }
  return out;
}

struct Southwell {
  std::string name, reference;
  double flap, lag;                  ///< d(w^2)/d(W^2)
  double allowed_flap, allowed_lag;  ///< absolute
  std::string why;
};
void expect_southwell(const Southwell& exact, const ReducedBody& body, double speed) {
  const FlapAndLag rest = spinning_frequencies(body, 1e-3 * speed), fast = spinning_frequencies(body, speed);
  const auto keep = [&](const char* name, double slow, double quick, double reference, double allowed) {
    const double found = (quick * quick - slow * slow) / (speed * speed);
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Southwell coefficient of a spinning cantilever, {}, {}", name, exact.name),
                     .reference = exact.reference,
                     .reference_value = reference,
                     .value = found,
                     .error = std::abs(found - reference),
                     .allowed = allowed,
                     .why = exact.why});
  };
  keep("flap", rest.flap, fast.flap, exact.flap, exact.allowed_flap);
  keep("lag", rest.lag, fast.lag, exact.lag, exact.allowed_lag);
}

TEST(GeometricStiffness, SpinningBeamElementsStiffenAsSouthwellFound) {
  const ReducedBody body = reduce(kane_beam(), testing::plain_reduction("beam", 16, {true, true}));
  expect_southwell({"beam elements", "Ritz solution of the beam", 1.1933, 0.1933, 1e-3, 1e-3,
                    "finite speed; four digits of the reference"},
                   body, 0.3);
}

// The beam of the free flight, 80 x 2 x 2 bricks, clamped on its axis of rotation; reference with the initial-stress
// matrix of bricks in an independent program. Stress next to the clamp needs short bricks: 20 of them give 1.211 and
// 0.208.
TEST(GeometricStiffness, SpinningSolidElementsStiffenAsTheirInitialStressSays) {
  testing::BoxBeam beam = aluminum_beam(80);
  beam.left = CouplingKind::rigid;
  const ReducedBody body = reduce(testing::box_beam(beam), testing::plain_reduction("beam", 10, {true, true}));
  expect_southwell({"80 x 2 x 2 bricks", "initial-stress matrix of bricks", 1.1971, 0.1973, 0.005 * 1.1971,
                    0.005 * 0.1973, "0.5 %: stress next to the clamp"},
                   body, 40);
}

// Cantilever at rest: (1.8751, 4.6941)^2 sqrt(EI/rhoA)/L^2.
TEST(SpinningBeam, AtRestHasTheFrequenciesOfACantilever) {
  const ReducedBody body = reduce(kane_beam(), testing::plain_reduction("beam", 16));
  const Mechanism m = on_a_hub(body, constant_value(0), "root");
  const auto modes = complex_modes(m, testing::consistent_state(m));
  for (const auto& [name, exact] : {std::pair{"first", 3.7977}, std::pair{"second", 23.800}}) {
    double nearest = 0;
    for (const ComplexMode& mode : modes)
      if (const double w = 2 * pi * mode.frequency; std::abs(w - exact) < std::abs(nearest - exact)) nearest = w;
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Cantilever of 10 m, {} frequency [rad/s]", name),
                     .reference = "beam theory",
                     .reference_value = exact,
                     .value = nearest,
                     .error = testing::relative_error(nearest, exact),
                     .allowed = 1e-4,
                     .why = "five digits of the reference, rotary inertia of the section"});
  }
}

// A bar that spins about its end: u = rho A W^2 L^3/(3 EA) where it turns slowly; with the force of the stretched
// places tan(a L)/a - L, a^2 = rho A W^2/EA.
TEST(SpinningBeam, StretchesAsABar) {
  const double L = 10, EA = 2.8e7, line_mass = 1.2;
  const ReducedBody body = reduce(kane_beam(), testing::plain_reduction("beam", 16));
  for (const double speed : {0.3, 6.0}) {
    const Mechanism m = on_a_hub(body, constant_value(speed), "root");
    State s = testing::consistent_state(m);
    const StaticReport steady = solve_static(m, s, {.steady = true});
    ASSERT_TRUE(steady.converged) << steady.message;
    const double a = std::sqrt(line_mass * speed * speed / EA);
    const double exact = speed < 1 ? line_mass * speed * speed * L * L * L / (3 * EA) : std::tan(a * L) / a - L;
    const double found = tip_from_root(m, s).x() - L;
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Beam of 10 m at {} rad/s, stretch of its tip [m]", speed),
                     .reference = "bar in closed form",
                     .reference_value = exact,
                     .value = found,
                     .error = testing::relative_error(found, exact),
                     .allowed = 1e-5,
                     .why = "20 elements, modes above the kept ones"});
  }
}

// The references are solutions of linear equations. The tip goes down by 6 % of the length at 6 rad/s: terms of second
// order, of the size (w/L)^2 = 0.3 %, which the reduced body has in part, are in the comparison. They fall to a fifth
// at half the deflection (a spin-up in 30 s), and neither finer meshes, more modes nor shorter steps change them.
TEST(SpinUp, ReducedBeamElementsFollowBeamTheory) {
  const ReducedBody body = reduce(kane_beam(), testing::plain_reduction("beam", 8, {true, true}));
  struct Case {
    double speed, reference, allowed;
    const char* why;
  };
  for (const Case& c :
       {Case{0.5, -0.05238, 1e-3, "four digits of the reference, integration tolerance"},
        Case{2, -0.2067, 1e-3, "four digits of the reference, integration tolerance"},
        Case{6, -0.5744, 2e-3, "the reference is linear; the tip goes down by 6 % of the length, (w/L)^2 = 0.3 %"}}) {
    const Mechanism m = on_a_hub(body, smooth_spin_up(c.speed, 15), "root");
    State s = testing::consistent_state(m);
    double lowest = 0;
    TransientOptions options;
    options.end = 12;
    options.max_step = 0.05;
    options.output_step = 0.01;
    options.alpha.rho = 0.8;
    options.alpha.tolerances = {1e-6, 1e-6, 1e-6, 1e-5};
    const auto watch = [&](const State& at, const Neighbors&) { lowest = std::min(lowest, tip_from_root(m, at).y()); };
    const TransientReport r = run_transient(m, s, options, {watch, {}});
    ASSERT_TRUE(r.finished) << r.message;
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Spin-up of a 10 m beam to {} rad/s, reduced beam elements in their mean-axis "
                                         "frame, stiffening by inertia and hub force, lowest tip",
                                         c.speed),
                     .reference = "three-mode Galerkin equations, tolerance 1e-8",
                     .reference_value = c.reference,
                     .value = lowest,
                     .error = testing::relative_error(lowest, c.reference),
                     .allowed = c.allowed,
                     .why = c.why});
  }
}

}  // namespace
}  // namespace trunnion
