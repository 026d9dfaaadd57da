// Reduced finite-element bodies in fast motion: centrifugal stiffening against Southwell's coefficients, spin-up of a
// beam, a connecting rod in two frames, whirl of a shaft.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "support/beam_line.h"
#include "support/fe_models.h"
#include "support/mechanisms.h"
#include "support/slider_crank.h"
#include "support/verification.h"
#include "trunnion/fem/solve.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/math/rotations.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"

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

ReductionOptions options_of(const std::string& name, Index modes, GeometricStiffness geometric) {
  ReductionOptions options;
  options.name = name;
  options.rule = SelectionRule::count;
  options.count = modes;
  options.damping = ModalDamping{0};
  options.geometric = geometric;
  options.quality.compute = false;
  options.certify = false;
  return options;
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

// Lowest two frequencies [rad/s] of the spinning cantilever, seen from the hub: across the plane of rotation (flap) and
// in it (lag).
struct FlapAndLag {
  double flap = 0, lag = 0;
};
FlapAndLag spinning_frequencies(const ReducedBody& body, double speed) {
  const Mechanism m = on_a_hub(body, constant_value(speed), "root");
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

void expect_southwell(const std::string& name, const ReducedBody& body, double speed, double exact_flap,
                      double exact_lag, double allowed, const std::string& why) {
  const FlapAndLag rest = spinning_frequencies(body, 1e-3 * speed), fast = spinning_frequencies(body, speed);
  const double flap = (fast.flap * fast.flap - rest.flap * rest.flap) / (speed * speed);
  const double lag = (fast.lag * fast.lag - rest.lag * rest.lag) / (speed * speed);
  testing::record({.group = "Multibody dynamics",
                   .name = "Southwell coefficient of a spinning cantilever, flap, " + name,
                   .reference = "Ritz solution of the beam",
                   .reference_value = exact_flap,
                   .value = flap,
                   .error = std::abs(flap - exact_flap),
                   .allowed = allowed,
                   .why = why});
  testing::record({.group = "Multibody dynamics",
                   .name = "Southwell coefficient of a spinning cantilever, lag, " + name,
                   .reference = "Ritz solution of the beam",
                   .reference_value = exact_lag,
                   .value = lag,
                   .error = std::abs(lag - exact_lag),
                   .allowed = allowed,
                   .why = why});
}

TEST(GeometricStiffness, SpinningBeamElementsStiffenAsSouthwellFound) {
  const ReducedBody body = reduce(kane_beam(), options_of("beam", 16, {true, true}));
  expect_southwell("beam elements", body, 0.3, 1.1933, 0.1933, 1e-3, "finite speed; four digits of the reference");
}

TEST(SpinUp, ReducedBeamElementsFollowBeamTheory) {
  const ReducedBody body = reduce(kane_beam(), options_of("beam", 8, {true, true}));
  const double reference[3] = {-0.05238, -0.2067, -0.5744}, speed[3] = {0.5, 2, 6};
  for (int k = 0; k < 3; ++k) {
    const Mechanism m = on_a_hub(body, smooth_spin_up(speed[k], 15), "root");
    State s = testing::consistent_state(m);
    double lowest = 0;
    TransientOptions options;
    options.end = 12;
    options.max_step = 0.05;
    options.output_step = 0.01;
    options.alpha.rho = 0.8;
    options.alpha.tolerances = {1e-6, 1e-6, 1e-6, 1e-5};
    const auto watch = [&](const State& at, const Neighbors&) {
      MarkerKinematics root, tip;
      const BodyPose pose = pose_of(m, at.x, 0);
      update_marker(m.markers[0], pose, at.v, root);
      update_marker(interface_marker("tip", m.bodies[0], 0, "tip"), pose, at.v, tip);
      lowest = std::min(lowest, (root.motion.R.transpose() * (tip.motion.r - root.motion.r)).y());
    };
    const TransientReport r = run_transient(m, s, options, {watch, {}});
    ASSERT_TRUE(r.finished) << r.message;
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Spin-up of a 10 m beam to {} rad/s, reduced beam elements in their mean-axis "
                                         "frame, stiffening by inertia and hub force, lowest tip",
                                         speed[k]),
                     .reference = "three-mode Galerkin equations, tolerance 1e-8",
                     .reference_value = reference[k],
                     .value = lowest,
                     .error = testing::relative_error(lowest, reference[k]),
                     .allowed = 2e-3,
                     .why = "four digits of the reference, integration tolerance"});
  }
}

// An averaged coupling of the nodes in the plane through `place` square to an axis, with its reference node there.
void couple_section(MeshFile& file, const std::string& name, const Vector3d& place, Index axis = 0) {
  Mesh& mesh = file.mesh;
  Coupling coupling;
  coupling.name = name;
  for (Index n = 0; n < mesh.num_nodes(); ++n)
    if (std::abs(mesh.x(axis, n) - place[axis]) < 1e-9) coupling.nodes.push_back(NodeId{static_cast<std::int32_t>(n)});
  coupling.weights.assign(coupling.nodes.size(), 1.0);
  coupling.reference = NodeId{static_cast<std::int32_t>(mesh.num_nodes())};
  mesh.x.conservativeResize(3, mesh.num_nodes() + 1);
  mesh.x.rightCols<1>() = place;
  mesh.node_labels.push_back(mesh.node_labels.back() + 1);
  file.couplings.push_back(coupling);
}

// The rod of the slider-crank as 24 x 2 x 2 bricks with sixteen modes.
ReducedBody solid_rod(const testing::SliderCrank& d, ReferenceCondition reference, GeometricStiffness geometric) {
  auto file = testing::of_material(box_mesh({.size = {d.rod, d.side, d.side},
                                             .divisions = {24, 2, 2},
                                             .element = CellType::hex8,
                                             .origin = {0, -d.side / 2, -d.side / 2}}),
                                   {"steel", d.young, 0.3, d.density, 0});
  couple_section(*file, "big", Vector3d::Zero());
  couple_section(*file, "small", d.rod * Vector3d::UnitX());
  couple_section(*file, "mid", d.rod / 2 * Vector3d::UnitX());
  ReductionOptions options = options_of("rod", 10, geometric);
  options.interfaces = {"big", "small"};
  options.truncation_vectors = 0;
  options.reference = reference;
  if (reference == ReferenceCondition::chord) options.chord = {"big", "small"};
  return reduce(assemble(file), options);
}

// Ratios of the bricks' frequencies to those of the thin beam, pinned ends.
const std::vector<double> brick_ratio{1.001712, 1.006866, 1.015524};

void record_rod(const std::string& name, const testing::Deflections& d, double allowed, const std::string& why) {
  testing::record({.group = "Multibody dynamics",
                   .name = name,
                   .reference = "ordinary differential equation of the rod",
                   .reference_value = d.peak,
                   .value = d.found,
                   .error = d.worst,
                   .allowed = allowed,
                   .why = why});
}

TEST(SliderCrank, SolidRodFollowsTheEquationAt150RadPerSecondInBothFrames) {
  const testing::SliderCrank data;
  for (const ReferenceCondition frame : {ReferenceCondition::chord, ReferenceCondition::mean_axis}) {
    const testing::Deflections d = testing::run_slider_crank(data, solid_rod(data, frame, {}), {.ratio = brick_ratio});
    record_rod(fmt::format("Slider-crank at 150 rad/s, reduced solid rod in its {} frame, mid deflection, two turns",
                           frame == ReferenceCondition::chord ? "chord" : "mean-axis"),
               d, 0.005, "the reference is linear and axially rigid");
  }
}

// What may be left when the equation has the same physics: the phase of the integrator and what shear and rotary
// inertia change beyond the frequencies.
void record_rod(const std::string& name, const testing::SliderCrank& data, const testing::SliderCrankRun& run,
                const testing::Deflections& d) {
  const double phase = data.phase_error(run.rho, run.step, run.turns * 2 * pi / data.speed);
  const double thick = data.shear_and_rotary_inertia();
  record_rod(
      name, d, phase + thick,
      fmt::format("phase error of the integrator {:.2f} %, shear and rotary inertia of the forced motion {:.2f} %",
                  100 * phase, 100 * thick));
}

TEST(SliderCrank, SolidRodInItsMeanAxisFrameFollowsTheEquationAt30RadPerSecond) {
  testing::SliderCrank data;
  data.speed = 30;
  const ReducedBody rod = solid_rod(data, ReferenceCondition::mean_axis, {});
  const testing::SliderCrankRun run{.turns = 1, .step = 1e-5, .ratio = brick_ratio};
  record_rod("Slider-crank at 30 rad/s, reduced solid rod in its mean-axis frame, mid deflection", data, run,
             testing::run_slider_crank(data, rod, run));
}

// With geometric stiffness of all loads the rod follows Lagrange's equations of an inextensible rod, whatever its
// frame.
TEST(SliderCrank, GeometricStiffnessBringsTheAxialForceIntoBending) {
  for (const auto& [speed, step] : {std::pair{75.0, 2e-5}, std::pair{150.0, 1.4e-5}})
    for (const ReferenceCondition frame : {ReferenceCondition::chord, ReferenceCondition::mean_axis}) {
      testing::SliderCrank data;
      data.speed = speed;
      const testing::SliderCrankRun run{.turns = 1, .step = step, .ratio = brick_ratio, .inextensible = true};
      const testing::Deflections d = testing::run_slider_crank(data, solid_rod(data, frame, {true, true}), run);
      const auto linear = testing::rod_equation(data, d.t, brick_ratio, false);
      double effect = 0;  // of axial force and shortening
      for (std::size_t i = 0; i < d.t.size(); ++i)
        effect = std::max(effect, std::abs(linear[i] - d.reference[i]) / d.peak);
      EXPECT_GT(effect, 4 * d.worst);
      record_rod(fmt::format("Slider-crank at {} rad/s, geometric stiffness of all loads, {} frame, mid deflection "
                             "(axial force: {:.0f} %)",
                             speed, frame == ReferenceCondition::chord ? "chord" : "mean-axis", 100 * effect),
                 data, run, d);
    }
}

// A rod between two pins under an axial load P: w^2 = w_1^2 (1 + P/P_cr), tension positive. The load is a preload that
// the static stage finds; the modes are those about that state.
TEST(GeometricStiffness, APreloadedRodVibratesAsBeamTheorySays) {
  const testing::SliderCrank data;
  for (const ReferenceCondition frame : {ReferenceCondition::chord, ReferenceCondition::mean_axis}) {
    const ReducedBody rod = solid_rod(data, frame, {true, true});
    const auto first = [&](double load) {
      Mechanism m;
      m.add_body(flexible_body(rod));
      const Index big = m.add_marker(interface_marker("big", m.bodies[0], 0, "big"));
      const Index small = m.add_marker(interface_marker("small", m.bodies[0], 0, "small"));
      const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
      const Index origin = testing::add_marker(m, -1, Vector3d::Zero());
      m.joints = {
          revolute_joint("big end", big, origin),
          joint_between("point-on-line", "small end", small, testing::add_marker(m, -1, {data.rod, 0, 0}, along))};
      MeasuredLoad push;
      push.name = "preload";
      push.I = small;
      push.J = origin;
      push.direction << 1, 0, 0, 0, 0, 0;
      push.size = [load](double, const VectorXd&) { return MeasuredValue{load, VectorXd()}; };
      m.loads = {push};
      finish(m);
      State s = testing::consistent_state(m);
      const StaticReport report = solve_static(m, s, {});
      EXPECT_TRUE(report.converged) << report.message;
      return complex_modes(m, s, 1).front().frequency;
    };
    const double free = first(0);
    for (const double share : {-0.5, 0.5}) {
      const double exact = free * std::sqrt(1 + share), found = first(share * data.euler_load());
      testing::record({.group = "Multibody dynamics",
                       .name = fmt::format("Rod with {:.0f} % of its Euler load in {}, {} frame, first frequency [Hz]",
                                           100 * std::abs(share), share < 0 ? "compression" : "tension",
                                           frame == ReferenceCondition::chord ? "chord" : "mean-axis"),
                       .reference = "beam theory",
                       .reference_value = exact,
                       .value = found,
                       .error = testing::relative_error(found, exact),
                       .allowed = 0.005,
                       .why = "shear and rotary inertia of the solid rod, 24 bricks"});
    }
  }
}

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
  const ReducedBody body = reduce(model, options_of("shaft", 24, {}));
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
  const ReducedBody body = reduce(model, options_of("rotor", 0, {}));
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
  m.add_body(flexible_body(reduce(assemble(file), options_of("rotor", 0, {}))));
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
  couple_section(*file, "left", Vector3d::Zero(), 2);
  couple_section(*file, "right", {0, 0, 0.5}, 2);
  Mechanism m;
  m.add_body(flexible_body(reduce(assemble(file), options_of("shaft", 16, {}))));
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
