// A gear pair between two markers: its forces, and two rotors that mesh.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "gears/reference_gears.h"
#include "support/mechanisms.h"
#include "support/tangent_check.h"
#include "support/verification.h"
#include "trunnion/forces/gear_mesh_force.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/gears/mesh_law.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

constexpr double stiffness = 3e8;  // [N/m]

/// Stiffness that swings by `swing` over a pitch, errors of `error`.
std::shared_ptr<const LoadSurface> wavy_law(double base_pitch, double swing, double error, double force = 1000) {
  constexpr Index n = 32;
  VectorXd e(n), k(n);
  for (Index i = 0; i < n; ++i) {
    const double phase = 2 * pi * (double(i) / n - 0.5);
    k[i] = stiffness * (1 + swing * std::cos(phase));
    e[i] = error * std::sin(phase);
  }
  return std::make_shared<const LoadSurface>(stiffness_law(base_pitch, e, k, force));
}

Gear thinned(int teeth, double helix = 0) {
  Gear gear = standard_gear(teeth);
  gear.hub_radius = 20e-3;
  gear.thinning = 0.1e-3;
  gear.helix_angle = helix;
  return gear;
}

GearMeshForce::Data pair_data(double helix = 15 * degree, bool internal = false) {
  const Gear driver = thinned(23, helix);
  Gear driven = thinned(31, internal ? helix : -helix);
  if (internal) {
    driven = ring_gear(61);
    driven.helix_angle = helix;
    driven.thinning = 0.1e-3;
    driven.hub_radius += 10e-3;
  }
  const double r1 = gear_geometry(driver).reference, r2 = gear_geometry(driven).reference;
  GearMeshForce::Data data;
  data.mesh = involute_mesh(driver, driven, internal ? r2 - r1 : r1 + r2);
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0.2, 1e-6);
  data.damping_time = 2e-6;
  data.slices = 5;
  data.design_force = 1000;
  return data;
}

/// Somewhere on the way, tilted, with the drive flanks overlapping by `approach`.
RelativeMotion meshing(GearMeshForce::Data& data, double approach) {
  RelativeMotion m;
  const double a = data.mesh.center_distance;
  m.d = {0.6 * a, 0.8 * a, 1e-3};
  m.R = rotation_exp({2e-4, -3e-4, 0.9});
  m.v = {3e-3, 2e-3, -6e-3};
  m.w = {0.1, -0.2, 0.5};
  data.mesh.phase = 0;
  const double now = mesh_motion(data.mesh, m.d, m.R.col(0), m.R.col(2)).approach.v;
  data.mesh.phase = approach - on_pitch(data.mesh, now, 0);
  return m;
}

TEST(GearMeshForce, TangentIsExactOnDriveAndBackFlanks) {
  for (const bool internal : {false, true})
    for (const double sense : {1.0, -1.0})
      for (const bool back : {false, true}) {
        GearMeshForce::Data data = pair_data(15 * degree, internal);
        data.mesh.sense = sense;
        const double angle =
            std::acos((data.mesh.base[1] + data.mesh.sign * data.mesh.base[0]) / data.mesh.center_distance);
        const double approach = back ? -normal_backlash(data.mesh, involute(angle)) - 8e-6 : 8e-6;
        const RelativeMotion m = meshing(data, approach);
        const GearMeshForce force(data);
        ForceReport report;
        CacheSlot slot;
        force.report({.outputs = true}, m, {}, slot, report);
        EXPECT_GT(report.stored_energy, 0) << "no flank touches at " << approach;
        testing::expect_exact_tangent(force, {}, m, {}, 2e-5, 1e-5);
      }
}

/// Two pairs in mesh: one hands its load over to the other along the way, less so the deeper they press.
std::shared_ptr<const LoadShares> handed_over(double pitch) {
  constexpr Index n = 16, levels = 4;
  LoadShares::Data data{pitch, pitch, VectorXd::LinSpaced(levels, 0, 30e-6), std::vector<MatrixXd>(3)};
  for (MatrixXd& share : data.share) share = MatrixXd::Zero(n, levels);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < levels; ++j) {
      const double s = double(i) / n - 0.5, other = std::abs(s) * (1 - 0.1 * double(j));
      data.share[1](i, j) = 1 - other;
      data.share[s < 0 ? 2 : 0](i, j) = other;
    }
  return std::make_shared<const LoadShares>(data);
}

/// Overlap of the drive flanks at which the back flanks overlap by so much.
double with_back_flanks(const GearMeshForce::Data& data, double overlap) {
  const double angle = std::acos((data.mesh.base[1] + data.mesh.sign * data.mesh.base[0]) / data.mesh.center_distance);
  return -normal_backlash(data.mesh, involute(angle)) - overlap;
}

TEST(GearMeshForce, TangentWithFrictionAndALawOfTheWholeFaceIsExact) {
  for (const bool internal : {false, true})
    for (const int how : {0, 1, 2, 3}) {
      const bool face = how % 2 == 1, back = how > 1;
      GearMeshForce::Data data = pair_data(15 * degree, internal);
      data.friction = 0.1;
      data.friction_speed = 0.02;
      data.shares = handed_over(data.mesh.base_pitch);
      if (face) data.drive.face = wavy_law(data.mesh.base_pitch, 0.1, 0.5e-6, 1300);
      const RelativeMotion m = meshing(data, back ? with_back_flanks(data, 8e-6) : 8e-6);
      testing::expect_exact_tangent(GearMeshForce(data), {}, m, {}, 2e-5, 1e-5);
    }
}

// On aligned axes the law of the face is all there is; slices come in with tilt.
TEST(GearMeshForce, OnAlignedAxesTheLawOfTheFaceActsAlone) {
  GearMeshForce::Data data = pair_data(0);
  data.drive.face = std::make_shared<const LoadSurface>(
      stiffness_law(data.mesh.base_pitch, VectorXd::Zero(8), VectorXd::Constant(8, 1.3 * stiffness), 1000));
  RelativeMotion m;
  m.d = {-data.mesh.center_distance, 0, 0};
  data.mesh.phase = 10e-6 - on_pitch(data.mesh, mesh_motion(data.mesh, m.d, m.R.col(0), m.R.col(2)).approach.v, 0);
  CacheSlot slot;
  const double expected = (*data.drive.face)(0, 10e-6).force;
  EXPECT_NEAR(GearMeshForce(data).force({}, m, {}, slot).head<3>().norm(), expected, 1e-9 * expected);
}

// One pair of teeth at s carries N: friction mu N at the arm T_1 + s of the driver, against the sliding.
TEST(GearMeshForce, FrictionTakesThePowerOfSlidingAndTurnsAtThePitchPoint) {
  GearMeshForce::Data data = pair_data(0);
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0, 0);
  data.damping_time = 0;
  data.friction = 0.1;
  data.friction_speed = 1e-6;
  LoadShares::Data one{data.mesh.base_pitch, data.mesh.base_pitch, VectorXd::LinSpaced(3, 0, 1e-5),
                       std::vector<MatrixXd>(3, MatrixXd::Zero(8, 3))};
  one.share[1].setOnes();
  data.shares = std::make_shared<const LoadShares>(one);
  RelativeMotion m;
  m.d = {-data.mesh.center_distance, 0, 0};
  const double w1 = 100, w2 = -w1 * 23 / 31;
  // Seen from the driven gear, which turns: the driver's center moves round it.
  m.w = {0, 0, w1 - w2};
  m.v = -Vector3d(0, 0, w2).cross(m.d);
  for (const double place : {-0.3, -0.01, 0.01, 0.3}) {
    GearMeshForce::Data here = data;
    const double turn = place * data.mesh.base_pitch / data.mesh.base[0];
    const MeshMotion start = mesh_motion(here.mesh, m.d, Vector3d::UnitX(), Vector3d::UnitZ());
    m.R = rotation_exp({0, 0, turn - start.place.v / data.mesh.base[0]});
    const MeshMotion at = mesh_motion(here.mesh, m.d, m.R.col(0), m.R.col(2));
    const double along = place * data.mesh.base_pitch;
    EXPECT_NEAR(std::remainder(at.place.v - along, data.mesh.base_pitch), 0, 1e-12);
    here.mesh.phase = 10e-6 - on_pitch(here.mesh, at.approach.v, 0);
    GearMeshForce::Data smooth = here;
    smooth.friction = 0;
    CacheSlot slot;
    const Vector6d by_friction =
        GearMeshForce(here).force({}, m, {}, slot) - GearMeshForce(smooth).force({}, m, {}, slot);
    const double N = GearMeshForce(smooth).force({}, m, {}, slot).head<3>().norm();
    EXPECT_NEAR(by_friction.head<3>().norm(), 0.1 * N, 1e-6 * N);
    const double angle = gear_geometry(thinned(23)).pressure_angle;
    const double arm = data.mesh.base[0] * std::tan(angle) + along;
    EXPECT_NEAR(by_friction[5], -0.1 * N * arm * (place > 0 ? 1 : -1), 1e-6 * N * arm) << place;
    Vector6d V;
    V << m.v, m.w;
    const double sliding = std::abs(along) * (w1 - w2);
    EXPECT_NEAR(-by_friction.dot(V), 0.1 * N * sliding, 1e-6 * N * sliding) << place;
    ForceReport report;
    GearMeshForce(here).report({}, m, {}, slot, report);
    EXPECT_NEAR(report.dissipated_power, 0.1 * N * sliding, 1e-6 * N * sliding);
  }
}

// A pair seen in a mirror at its line of centers has its back flanks in front: friction is mirrored with it.
TEST(GearMeshForce, FrictionOfBackFlanksIsThatOfDriveFlanksInAMirror) {
  for (const bool internal : {false, true}) {
    GearMeshForce::Data data = pair_data(0, internal);
    data.drive.slices = wavy_law(data.mesh.base_pitch, 0.2, 0);
    data.friction = 0.1;
    data.friction_speed = 1e-4;
    data.shares = handed_over(data.mesh.base_pitch);
    data.slices = 1;
    RelativeMotion m;
    m.d = {(internal ? 1 : -1) * data.mesh.center_distance, 0, 0};  // line of centers along x
    m.R = rotation_exp({0, 0, 0.013});
    m.v = {2e-3, -7e-3, 0};
    m.w = {0, 0, 20};
    const auto set_overlap = [&](double approach) {
      data.mesh.phase = 0;
      const double now = mesh_motion(data.mesh, m.d, m.R.col(0), m.R.col(2)).approach.v;
      data.mesh.phase = approach - on_pitch(data.mesh, now, approach);
    };
    set_overlap(with_back_flanks(data, 9e-6));
    CacheSlot slot;
    const Vector6d back = GearMeshForce(data).force({}, m, {}, slot);
    // The place of the back flanks along their own line of action is where drive flanks have to stand in the mirror.
    const MeshMotion at = mesh_motion(data.mesh, m.d, m.R.col(0), m.R.col(2));
    const double place = -at.place.v + 2 * data.mesh.base[0] * (data.mesh.psi[0] - at.involute.v);
    RelativeMotion mirrored = m;
    const MeshMotion start = mesh_motion(data.mesh, m.d, Vector3d::UnitX(), Vector3d::UnitZ());
    mirrored.R = rotation_exp({0, 0, (place - start.place.v) / data.mesh.base[0]});
    mirrored.v.y() *= -1;
    mirrored.w.z() *= -1;
    m = mirrored;
    set_overlap(9e-6);
    const Vector6d drive = GearMeshForce(data).force({}, mirrored, {}, slot);
    EXPECT_GT(drive.norm(), 1);
    EXPECT_NEAR(back[0], drive[0], 1e-7 * drive.norm());
    EXPECT_NEAR(back[1], -drive[1], 1e-7 * drive.norm());
    EXPECT_NEAR(back[5], -drive[5], 1e-7 * drive.norm());
  }
}

// Gears that turn on their axes: the count of teeth goes on where angles come round.
TEST(GearMeshForce, PlaceTellsWhichTeethMeetOverManyTurns) {
  Gear driver = thinned(23), driven = thinned(31);
  driver.flank.pitch_deviation.assign(23, 0);
  driven.flank.pitch_deviation.assign(31, 0);
  const double a = gear_geometry(driver).reference + gear_geometry(driven).reference;
  InvoluteMesh mesh = involute_mesh(driver, driven, a);
  double first = 0;
  for (int step = 0; step < 400; ++step) {
    const double turned = step * 0.37;  // of the driver [rad]
    const double back = -turned * 23 / 31;
    const Matrix3d driven_axes = rotation_exp({0, 0, back});
    const Vector3d d = driven_axes.transpose() * Vector3d(-a, 0, 0);
    const Vector3d x = driven_axes.transpose() * (rotation_exp({0, 0, turned}) * Vector3d::UnitX());
    MeshMotion at = mesh_motion(mesh, d, x, Vector3d::UnitZ());
    if (step == 0) {
      mesh.phase = -at.approach.v;
      at = mesh_motion(mesh, d, x, Vector3d::UnitZ());
      first = at.place.v;
    }
    const double on_branch = on_pitch(mesh, at.approach.v, 0);
    EXPECT_NEAR(on_branch, 0, 1e-9);
    const double place = place_of_teeth(mesh, at.place.v, at.approach.v, on_branch) / mesh.base_pitch;
    const double expected = (first + turned * mesh.base[0]) / mesh.base_pitch;
    EXPECT_NEAR(std::remainder(place - expected, 23 * 31), 0, 1e-6) << step;
  }
}

TEST(GearMeshForce, InsideTheBacklashNothingActs) {
  GearMeshForce::Data data = pair_data();
  const RelativeMotion m = meshing(data, -40e-6);
  CacheSlot slot;
  EXPECT_EQ(GearMeshForce(data).force({}, m, {}, slot).norm(), 0);
}

TEST(GearMeshForce, PowerIsWhatTheEnergyLosesAndTheDampingTakes) {
  GearMeshForce::Data data = pair_data();
  const RelativeMotion m = meshing(data, 8e-6);
  const GearMeshForce force(data);
  CacheSlot slot;
  const auto energy = [&](double t) {
    RelativeMotion y = m;
    y.d += t * m.v;
    y.R = rotation_exp(t * m.w) * m.R;
    ForceReport report;
    force.report({}, y, {}, slot, report);
    return report;
  };
  Vector6d V;
  V << m.v, m.w;
  const double h = 1e-8, rate = (energy(h).stored_energy - energy(-h).stored_energy) / (2 * h);
  const double power = force.force({}, m, {}, slot).dot(V), lost = energy(0).dissipated_power;
  EXPECT_GT(lost, 0);
  EXPECT_NEAR(power, -rate - lost, 1e-6 * std::abs(power));
}

TEST(GearMeshForce, ForcesHavePressureAndHelixAngle) {
  GearMeshForce::Data data = pair_data();
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0, 0);
  data.damping_time = 0;
  const double a = data.mesh.center_distance;
  RelativeMotion m;
  m.d = {-a, 0, 0};
  data.mesh.phase = 10e-6 - on_pitch(data.mesh, mesh_motion(data.mesh, m.d, m.R.col(0), m.R.col(2)).approach.v, 0);
  CacheSlot slot;
  const Vector6d W = GearMeshForce(data).force({}, m, {}, slot);
  const double F = 10e-6 * stiffness, angle = gear_geometry(thinned(23, 15 * degree)).pressure_angle;
  EXPECT_NEAR(W[0], -F * std::sin(angle), 1e-9 * F);
  EXPECT_NEAR(W[1], -F * std::cos(angle), 1e-9 * F);
  EXPECT_NEAR(W[2], F * data.mesh.helix_tangent, 1e-9 * F);
  EXPECT_NEAR(W[5], -F * data.mesh.base[0], 1e-9 * F);
}

TEST(GearMeshForce, TiltedAxesLoadTheSideThatCloses) {
  GearMeshForce::Data data = pair_data(0);
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0, 0);
  data.slices = 40;
  data.damping_time = 0;
  RelativeMotion m;
  m.d = {-data.mesh.center_distance, 0, 0};
  const double tilt = 2e-4, angle = gear_geometry(thinned(23)).pressure_angle;
  // The axis leans along the line of action: +z closes.
  m.R = rotation_exp({-tilt * std::cos(angle), tilt * std::sin(angle), 0});
  data.mesh.phase = 10e-6 - on_pitch(data.mesh, mesh_motion(data.mesh, m.d, m.R.col(0), m.R.col(2)).approach.v, 0);
  CacheSlot slot;
  const Vector6d W = GearMeshForce(data).force({}, m, {}, slot);
  // Slices do not hold each other: moment about the middle = k tilt b^2/12, force unchanged while all press.
  const double b = data.mesh.width, F = 10e-6 * stiffness;
  EXPECT_NEAR(W.head<3>().norm(), F, 1e-3 * F);
  const double moment = W.tail<3>().dot(Vector3d(-std::cos(angle), std::sin(angle), 0));
  EXPECT_NEAR(moment, -stiffness * tilt * b * b / 12, 1e-2 * stiffness * tilt * b * b / 12);
}

/// Two discs on revolute joints that mesh; the driven one is braked. Inertias about the axes.
struct TwoRotors {
  Mechanism m;
  GearMeshForce::Data data;
  double inertia[2] = {2e-3, 5e-3};  ///< [kg m^2]
  Index one = 0, two = 0, ground_1 = 0, ground_2 = 0;

  explicit TwoRotors(GearMeshForce::Data given, bool kinematic = false) : data(std::move(given)) {
    const double a = data.mesh.center_distance;
    for (const int i : {0, 1})
      m.add_body(
          rigid_body(i == 0 ? "pinion" : "wheel",
                     {1.0, Vector3d::Zero(), Vector3d(0.6 * inertia[i], 0.7 * inertia[i], inertia[i]).asDiagonal()}));
    m.start[1].R = {a, 0, 0};
    one = add_marker(m, 0, Vector3d::Zero());
    two = add_marker(m, 1, Vector3d::Zero());
    ground_1 = add_marker(m, -1, Vector3d::Zero());
    ground_2 = add_marker(m, -1, {a, 0, 0});
    m.joints = {revolute_joint("left", one, ground_1), revolute_joint("right", two, ground_2)};
    data.mesh.phase = touching_phase(data.mesh, *data.drive.slices, {-a, 0, 0}, Matrix3d::Identity());
    if (kinematic)
      m.joints.push_back(gear_mesh("mesh", one, two, std::make_shared<const InvoluteMesh>(data.mesh)));
    else
      m.marker_forces.push_back({"mesh", "gear-pair", one, two, std::make_shared<GearMeshForce>(data), "gear_pair"});
  }
  /// Constant torque about z on a body.
  void torque(Index marker, Index ground, double value) {
    TorsionSpring::Data spring{0, linear_law(0), linear_law(0), -value};
    m.marker_forces.push_back({"torque", "torsion-spring", marker, ground, std::make_shared<TorsionSpring>(spring)});
  }
  double equivalent_mass() const {
    const double r1 = data.mesh.base[0], r2 = data.mesh.base[1];
    return 1 / (r1 * r1 / inertia[0] + r2 * r2 / inertia[1]);
  }
};

TEST(GearMesh, KinematicGearsTurnWithTheirRatioAndPassOnTheirPower) {
  TwoRotors rotors(pair_data(0), true);
  rotors.torque(rotors.one, rotors.ground_1, 31.0);
  rotors.torque(rotors.two, rotors.ground_2, 23.0);  // both try to turn counter-clockwise: the mesh holds against
  finish(rotors.m);
  State s = consistent_state(rotors.m);
  ASSERT_TRUE(testing::run(rotors.m, s, 0.01).finished);
  const double w1 = s.v[5], w2 = s.v[11];
  EXPECT_NEAR(w2 / w1, -23.0 / 31.0, 1e-9);
  // J1 w1' + ratio^2 J2 w1' = M1 - ratio M2
  const double ratio = 23.0 / 31.0, J = rotors.inertia[0] + ratio * ratio * rotors.inertia[1];
  EXPECT_NEAR(w1, (31.0 - ratio * 23.0) / J * 0.01, 1e-6 * w1);
  // Work of the torques is in the rotors: the mesh takes none.
  const double kinetic = 0.5 * rotors.inertia[0] * w1 * w1 + 0.5 * rotors.inertia[1] * w2 * w2;
  const double angle_1 = 0.5 * w1 * 0.01;
  EXPECT_NEAR(kinetic, (31.0 - ratio * 23.0) * angle_1, 1e-6 * kinetic);
  testing::expect_exact_jacobian(rotors.m, s);
}

TEST(GearMesh, TorsionalResonanceIsTheRootOfMeshStiffnessOverEquivalentMass) {
  GearMeshForce::Data data = pair_data(0);
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0, 0);
  data.damping_time = 0;
  TwoRotors rotors(data);
  const double M2 = 1000 * data.mesh.base[1];
  rotors.torque(rotors.one, rotors.ground_1, 1000 * data.mesh.base[0]);
  rotors.torque(rotors.two, rotors.ground_2, M2);
  finish(rotors.m);
  State s = consistent_state(rotors.m);
  ASSERT_TRUE(solve_static(rotors.m, s, {}).converged);
  const auto modes = complex_modes(rotors.m, s);
  const double expected = std::sqrt(stiffness / rotors.equivalent_mass()) / (2 * pi);
  record({.group = "Gears",
          .name = "Mesh resonance of two rotors on rigid shafts",
          .reference = "sqrt(k/m)/(2 pi), m = 1/(r1^2/J1 + r2^2/J2)",
          .reference_value = expected,
          .value = modes.back().frequency,
          .error = relative_error(modes.back().frequency, expected),
          .allowed = 1e-6,
          .why = "rounding"});
}

/// Extremes of transmission error and mesh force over the last third of a run at constant speed of the driver.
struct Swing {
  double least = 1e9, most = -1e9, least_force = 1e9, most_force = -1e9, error = 0;
};

Swing steady_swing(const GearMeshForce::Data& data, double frequency, int periods) {
  TwoRotors rotors(data);
  const double load = 1000 * data.mesh.base[1];
  rotors.torque(rotors.two, rotors.ground_2, load);
  const double speed = 2 * pi * frequency / 23;
  rotors.m.joints.push_back(
      motion("drive", rotors.one, rotors.ground_1, MotionKind::angular_speed, constant_value(speed)));
  rotors.m.start[0].w = {0, 0, speed};
  rotors.m.start[1].w = {0, 0, -speed * 23 / 31};
  finish(rotors.m);
  State s = consistent_state(rotors.m);
  TransientOptions options;
  options.end = periods / frequency;
  options.max_step = 0.03 / frequency;
  Swing out;
  TransientCallbacks callbacks;
  const auto* law = dynamic_cast<const GearMeshForce*>(rotors.m.marker_forces[0].law.get());
  Workspace work(rotors.m);
  callbacks.accepted = [&](const State& at) {
    if (at.t < 0.67 * options.end) return;
    update_kinematics(rotors.m, at, work);
    ForceReport report;
    CacheSlot slot;
    law->report(
        {.outputs = true},
        relative_motion(work.markers[std::size_t(rotors.one)].motion, work.markers[std::size_t(rotors.two)].motion), {},
        slot, report);
    out.least_force = std::min(out.least_force, report.outputs[0].value);
    out.most_force = std::max(out.most_force, report.outputs[0].value);
    out.least = std::min(out.least, report.outputs[2].value);
    out.most = std::max(out.most, report.outputs[2].value);
  };
  const TransientReport report = run_transient(rotors.m, s, options, callbacks);
  EXPECT_TRUE(report.finished) << report.message;
  out.error = report.energy_balance_error;
  return out;
}

// The driver is driven at constant speed: only the wheel vibrates on the mesh.
double driven_resonance(const GearMeshForce::Data& data) {
  return std::sqrt(stiffness * data.mesh.base[1] * data.mesh.base[1] / 5e-3) / (2 * pi);
}

GearMeshForce::Data vibrating(double damping_ratio) {
  GearMeshForce::Data data = pair_data(0);
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0.15, 0);
  data.slices = 1;
  data.damping_time = 2 * damping_ratio / (2 * pi * driven_resonance(data));
  return data;
}

TEST(GearMesh, FarBelowResonanceTheTransmissionErrorIsTheStaticOne) {
  const GearMeshForce::Data data = vibrating(0.07);
  const Swing slow = steady_swing(data, driven_resonance(data) / 40, 3);
  // F = k (1 + 0.15 cos) delta: static extremes.
  EXPECT_NEAR(slow.most, 1000 / (0.85 * stiffness), 0.03 * 1000 / stiffness);
  EXPECT_NEAR(slow.least, 1000 / (1.15 * stiffness), 0.03 * 1000 / stiffness);
  EXPECT_LT(slow.error, 1e-4);
}

TEST(GearMesh, AtResonanceContactIsLostOnlyWhenDampingIsTooWeak) {
  const double damped = 0.3, weak = 0.02;
  const GearMeshForce::Data heavy = vibrating(damped), light = vibrating(weak);
  const Swing held = steady_swing(heavy, driven_resonance(heavy), 60),
              lost = steady_swing(light, driven_resonance(light), 150);
  const double static_swing = 1000 / stiffness * (1 / 0.85 - 1 / 1.15);
  EXPECT_GT(held.least_force, 0);
  EXPECT_LE(lost.least_force, 1e-9);  // flanks come apart
  EXPECT_GT(lost.most_force, 1.5 * 1000);
  EXPECT_GT(lost.most - lost.least, 2 * static_swing);
  EXPECT_LT(lost.error, 1e-3);
}

TEST(GearMesh, ChangingStiffnessPumpsNoEnergyIntoFreeRotors) {
  GearMeshForce::Data data = pair_data(0);
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0.3, 2e-6);
  data.damping_time = 0;
  TwoRotors rotors(data);
  rotors.m.start[0].w = {0, 0, 60};
  rotors.m.start[1].w = {0, 0, -40};  // slower than the ratio asks: the flanks meet with a knock
  finish(rotors.m);
  State s = consistent_state(rotors.m);
  const TransientReport report = testing::run(rotors.m, s, 0.02, 0.01, 1.0);
  ASSERT_TRUE(report.finished) << report.message;
  EXPECT_LT(report.energy_balance_error, 2e-4);
}

// Rattle without load: the pinion crosses the backlash j with the speed v, bounces off a flank within half a swing
// pi/w, and crosses back. The instants where flanks touch and part are found.
TEST(GearMesh, RattlingFlanksTouchAndPartInTime) {
  GearMeshForce::Data data = pair_data(0);
  data.drive.slices = wavy_law(data.mesh.base_pitch, 0, 0);
  data.damping_time = 0;
  TwoRotors rotors(data);
  const double a = data.mesh.center_distance, speed = 0.05;
  const double j =
      normal_backlash(data.mesh, mesh_motion(data.mesh, {-a, 0, 0}, Vector3d::UnitX(), Vector3d::UnitZ()).involute.v);
  rotors.m.start[0].A = rotation_exp({0, 0, -0.5 * j / data.mesh.base[0]});  // in the middle of the backlash
  rotors.m.start[0].w = {0, 0, speed / data.mesh.base[0]};
  finish(rotors.m);
  State s = consistent_state(rotors.m);
  const double swing = std::sqrt(stiffness / rotors.equivalent_mass()), across = j / speed, touch = pi / swing;
  std::vector<double> exact{across / 2}, found;
  while (exact.size() < 6) exact.push_back(exact.back() + (exact.size() % 2 == 1 ? touch : across));
  TransientOptions options;
  options.end = exact.back() + across / 2;
  constexpr double tolerance = 1e-11;
  options.alpha.tolerances = {tolerance, tolerance, tolerance, 0};
  TransientCallbacks callbacks;
  callbacks.event = [&](double t, const std::string& who) {
    EXPECT_EQ(who, "mesh");
    found.push_back(t);
  };
  const TransientReport report = run_transient(rotors.m, s, options, callbacks);
  ASSERT_TRUE(report.finished) << report.message;
  ASSERT_EQ(found.size(), exact.size());
  double worst = 0;
  for (std::size_t k = 0; k < exact.size(); ++k) worst = std::max(worst, std::abs(found[k] - exact[k]));
  // A radian of the pinion is r_b along the line of action; tolerances are of radians and metres alike.
  record({.group = "Gears",
          .name = "Rattle of two rotors, six touches and partings of flanks",
          .reference = "free flight and half swings; error: largest of the six times [s]",
          .reference_value = exact.back(),
          .value = found.back(),
          .error = worst,
          .allowed = static_cast<double>(report.steps) * tolerance * (1 / speed + swing * j / (speed * speed)),
          .why = fmt::format("{} steps with that error e each: e/v at the touch, and an error w e of the speed makes a "
                             "flight longer by j w e/v^2",
                             report.steps)});
}

}  // namespace
}  // namespace trunnion
