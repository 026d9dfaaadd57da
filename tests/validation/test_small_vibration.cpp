// A body with all its modes is the mesh itself: small vibrations, sag and stresses of a mechanism against unreduced
// finite elements.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/beam_line.h"
#include "support/box_beam.h"
#include "support/fe_models.h"
#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/solve.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/results/stress_recovery.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {
namespace {

using std::numbers::pi;

// A short block, clamped at the left interface; `modes` fixed-interface modes (-1: all there are).
struct Block {
  FeModel model;
  ReducedBody body;
  Mechanism mechanism;
  MatrixXd free;  // motions of the mesh with the left interface at rest

  explicit Block(Index modes) {
    testing::BoxBeam beam;
    beam.divisions = {4, 1, 1};
    model = testing::box_beam(beam);
    ReductionOptions options;
    options.name = "block";
    options.rule = SelectionRule::count;
    options.count = modes >= 0 ? modes : 10000;
    options.damping = ModalDamping{0};
    options.quality.compute = false;
    options.certify = false;
    options.stress_sets = {"surface"};
    const auto left = constrain(model, {}, {model.couplings[0].reference});
    free = MatrixXd(left->expand);
    if (left->rows.cols() > 0)
      free = free * Eigen::FullPivLU<MatrixXd>(MatrixXd(left->rows).transpose() * free).kernel();
    if (modes < 0) {
      const auto both = constrain(model, {}, {model.couplings[0].reference, model.couplings[1].reference});
      options.count = both->expand.cols() - both->rows.cols();
      options.truncation_vectors = 0;
    }
    body = reduce(model, options);
    Mechanism& m = mechanism;
    m.add_body(flexible_body(body));
    m.gravity = {0, 0, -9.81};
    const Index I = m.add_marker(interface_marker("left", m.bodies[0], 0, "left"));
    m.add_marker(interface_marker("right", m.bodies[0], 0, "right"));
    const Index J = testing::add_marker(m, -1, Vector3d::Zero());
    m.joints = {fixed_joint("clamp", I, J)};
    finish(m);
  }
  MatrixXd stiffness() const { return free.transpose() * stiffness_product(model, free); }
  MatrixXd mass() const { return free.transpose() * mass_product(model, free); }
};

TEST(AllModes, VibrateAsTheUnreducedMesh) {
  const Block block(-1);
  const State s = testing::consistent_state(block.mechanism);
  const MatrixXd K = block.stiffness(), M = block.mass();
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> exact(K, M, Eigen::EigenvaluesOnly);
  const auto modes = complex_modes(block.mechanism, s);
  ASSERT_EQ(static_cast<Index>(modes.size()), K.rows());
  double worst = 0;
  for (Index k = 0; k < K.rows(); ++k) {
    const double f = std::sqrt(exact.eigenvalues()[k]) / (2 * pi);
    worst = std::max(worst, std::abs(modes[static_cast<std::size_t>(k)].frequency / f - 1));
  }
  testing::record({.group = "Multibody dynamics",
                   .name = "Clamped body with all its modes, all natural frequencies",
                   .reference = "unreduced finite elements",
                   .reference_value = 0,
                   .value = worst,
                   .error = worst,
                   .allowed = 1e-7,
                   .why = "rounding of eigenvalues that span eight decades in stiffness",
                   .inside = true});

  ResponseInput in;
  in.load_marker = in.response_marker = 1;
  in.wrench << 0, 1, 0, 0, 0, 0;
  in.frequencies = VectorXd::LinSpaced(7, 500, 40000);
  const auto response = frequency_response(block.mechanism, s, linearize(block.mechanism, s), in);
  const Index dof = block.model.dofs.translation(block.model.couplings[1].reference, 1);
  const VectorXd f = block.free.row(dof).transpose();
  double error = 0;
  for (Index k = 0; k < in.frequencies.size(); ++k) {
    const double w = 2 * pi * in.frequencies[k];
    const double reference = f.dot((K - w * w * M).ldlt().solve(f));
    error = std::max(error, std::abs(response(1, k) - reference) / std::abs(reference));
  }
  testing::record({.group = "Multibody dynamics",
                   .name = "Clamped body with all its modes, response to a force at its end, 0.5 to 40 kHz",
                   .reference = "unreduced finite elements",
                   .reference_value = 0,
                   .value = error,
                   .error = error,
                   .allowed = 1e-6,
                   .why = "rounding, raised next to resonances",
                   .inside = true});
}

// Largest deviation of the recovered stress from that of the mesh displaced by u, over the largest stress.
double stress_deviation(const Block& block, const VectorXd& q, const VectorXd& u) {
  const Matrix6Xd direct = nodal_stress(block.model, u), recovered = recovered_stress(block.body, q);
  const Mesh& mesh = block.model.file->mesh;
  const std::vector<NodeId> shown = surface_nodes(mesh, boundary_faces(mesh));
  double largest = 0, worst = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    largest = std::max(largest, direct.col(shown[i].value).norm());
    worst = std::max(worst, (recovered.col(static_cast<Index>(i)) - direct.col(shown[i].value)).norm());
  }
  return worst / largest;
}

void record_stress_deviation(const std::string& name, double deviation, double allowed, const std::string& why) {
  testing::record({.group = "Multibody dynamics",
                   .name = name,
                   .reference = "direct finite-element solution; largest deviation over the largest stress",
                   .reference_value = 0,
                   .value = deviation,
                   .error = deviation,
                   .allowed = allowed,
                   .why = why,
                   .inside = true});
}

TEST(StressRecovery, SagUnderGravityEqualsADirectSolution) {
  for (const Index modes : {Index{-1}, Index{20}}) {
    const Block block(modes);
    State s = testing::consistent_state(block.mechanism);
    const StaticReport report = solve_static(block.mechanism, s, {});
    ASSERT_TRUE(report.converged) << report.message;
    const VectorXd weight = load_vectors(block.model, {{"g", {Gravity{{0, 0, -9.81}}}}}).col(0);
    const VectorXd u = block.free * block.stiffness().ldlt().solve(block.free.transpose() * weight);
    record_stress_deviation(fmt::format("Recovered stress of a body sagging under its weight, {}",
                                        modes < 0 ? std::string("all modes") : fmt::format("{} modes", modes)),
                            stress_deviation(block, s.x.q, u), modes < 0 ? 1e-7 : 1e-3,
                            modes < 0 ? "rounding" : "modes above the kept ones");
  }
}

// A force F sin(w t) at the end, from rest. The mesh answers mode by mode: (sin w t - w/w_i sin w_i t)/(w_i^2 - w^2).
TEST(StressRecovery, AnInstantOfAForcedVibrationEqualsADirectSolution) {
  Block block(20);
  Mechanism& m = block.mechanism;
  m.gravity.setZero();
  const double w = 2 * pi * 1000, force = 10, end = 1.37e-3;
  MeasuredLoad load;
  load.name = "shaker";
  load.I = 1;
  load.J = 2;
  load.direction << 0, 1, 0, 0, 0, 0;
  load.size = [=](double t, const VectorXd&) { return MeasuredValue{force * std::sin(w * t), VectorXd()}; };
  m.loads.push_back(load);
  finish(m);
  State s = testing::consistent_state(m);
  TransientOptions options;
  options.end = end;
  options.fixed_step = end / 1400;
  options.alpha.rho = 0.9;
  const TransientReport report = run_transient(m, s, options);
  ASSERT_TRUE(report.finished) << report.message;

  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> exact(block.stiffness(), block.mass());
  const Index dof = block.model.dofs.translation(block.model.couplings[1].reference, 1);
  VectorXd answer = force * exact.eigenvectors().transpose() * block.free.row(dof).transpose();
  for (Index i = 0; i < answer.size(); ++i) {
    const double wi = std::sqrt(exact.eigenvalues()[i]);
    answer[i] *= (std::sin(w * end) - w / wi * std::sin(wi * end)) / (wi * wi - w * w);
  }
  const VectorXd u = block.free * exact.eigenvectors() * answer;
  record_stress_deviation("Recovered stress in a forced vibration after 1.37 ms, 20 modes",
                          stress_deviation(block, s.x.q, u), 5e-3, "phase error of the integrator in the higher modes");
}

// A beam clamped at one end and propped at the other sags under its own weight and presses on its prop.
TEST(Statics, SagOfABeamAndPreloadOfItsSupportFollowTheory) {
  const Material steel = testing::steel();
  const BeamSection section = testing::circle(0.01);
  const double L = 1.2;
  ReductionOptions options;
  options.name = "beam";
  options.rule = SelectionRule::count;
  options.count = 10;
  options.quality.compute = false;
  options.certify = false;
  const FeModel model = assemble(testing::beam_line(Vector3d::Zero(), {L, 0, 0}, 16, section, steel, true));
  const ReducedBody body = reduce(model, options);
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.add_body(flexible_body(body));
  const Index root = m.add_marker(interface_marker("root", m.bodies[0], 0, "root"));
  const Index tip = m.add_marker(interface_marker("tip", m.bodies[0], 0, "tip"));
  const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
  m.joints = {fixed_joint("clamp", root, testing::add_marker(m, -1, Vector3d::Zero())),
              joint_between("point-on-line", "slider", tip, testing::add_marker(m, -1, {L, 0, 0}, along))};
  finish(m);
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {});
  ASSERT_TRUE(report.converged) << report.message;
  // Propped cantilever with shear: the prop carries q L (3/8 + e)/(1 + 3 e'), e from EI/(kappa G A L^2).
  const double q = steel.density * section.area * 9.81, EI = steel.young * section.inertia_1,
               GA = steel.young / (2 * (1 + steel.poisson)) * section.shear_area_1;
  const double prop = (q * std::pow(L, 4) / (8 * EI) + q * L * L / (2 * GA)) / (L * L * L / (3 * EI) + L / GA);
  Workspace work(m);
  update_kinematics(m, s, work);
  const double found = joint_reaction(m, s, work, 1).head<3>().norm();
  testing::record({.group = "Multibody dynamics",
                   .name = "Propped cantilever of beam elements under its weight, force of the prop [N]",
                   .reference = "closed form, Timoshenko",
                   .reference_value = prop,
                   .value = found,
                   .error = testing::relative_error(found, prop),
                   .allowed = 1e-6,
                   .why = "interface statics are exact; large deflections are of the order (sag/length)^2 = 1e-7"});
  m.joints.pop_back();
  finish(m);
  s = testing::consistent_state(m);
  ASSERT_TRUE(solve_static(m, s, {}).converged);
  Workspace free(m);
  update_kinematics(m, s, free);
  const double sag = -free.markers[std::size_t(tip)].motion.r.z();
  const double theory = q * std::pow(L, 4) / (8 * EI) + q * L * L / (2 * GA);
  testing::record({.group = "Multibody dynamics",
                   .name = "Cantilever of beam elements under its weight, sag of its tip [m]",
                   .reference = "closed form, Timoshenko",
                   .reference_value = theory,
                   .value = sag,
                   .error = testing::relative_error(sag, theory),
                   .allowed = 1e-4,
                   .why = "large deflections are of the order (sag/length)^2; weight within the body by ten modes"});
}

}  // namespace
}  // namespace trunnion
