// Frequencies of the shaft with pulley of examples/press-fit, coarsest mesh: apart, held, and stuck together.
#include <gtest/gtest.h>

#include "fe_contact/press_fit_example.h"
#include "support/verification.h"
#include "trunnion/fe_contact/fit_points.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

using namespace testing;

void expect_frequency(const std::string& what, double hz, double reference, double allowed, const std::string& why) {
  record({.group = "Press fits",
          .name = "Shaft with pulley, level 1: " + what + " [Hz]",
          .reference = "CalculiX 2.20 and an independent program",
          .reference_value = reference,
          .value = hz,
          .error = relative_error(hz, reference),
          .allowed = allowed,
          .why = why});
}

NodeId reference_node(const PressFitExample& example, const std::string& name) {
  for (const Coupling& coupling : example.file->couplings)
    if (coupling.name == name) return coupling.reference;
  throw std::runtime_error("no coupling " + name);
}

TEST(PressFitModes, PartsThatDoNotTouchVibrateAsInCalculix) {
  const PressFitExample example = press_fit_example(1);
  const ModalSolution modes = solve_modes(example.model, {}, {.count = 22, .certify = false});
  ASSERT_EQ(modes.rigid_modes, 12);  // six of each part
  const VectorXd hz = modes.frequency.tail(10);
  const char* why = "same mesh; it may change with the version of Gmsh";
  expect_frequency("shaft, first bending", hz[0], 1801.65, 5e-3, why);
  expect_frequency("pulley, rim in two diameters", hz[2], 2507.3, 5e-3, why);
  expect_frequency("pulley, rim in two diameters, across", hz[3], 2508.2, 5e-3, why);
  expect_frequency("pulley, umbrella", hz[4], 3692.6, 5e-3, why);
  expect_frequency("shaft, second bending", hz[5], 4629.6, 5e-3, why);
  expect_frequency("pulley, fifth", hz[7], 4635.3, 5e-3, why);
  expect_frequency("shaft, torsion", hz[9], 4890.5, 5e-3, why);
}

TEST(PressFitModes, WithInterfacesHeldAreThoseOfTheIndependentProgram) {
  const PressFitExample example = press_fit_example(1);
  const std::vector<NodeId> held{reference_node(example, "A"), reference_node(example, "B"), example.C};
  const ConstrainedSolver solver(constrain(example.model, {}, held), LooseMotion::refuse);
  const VectorXd hz = solve_modes(solver, {.count = 20}).frequency;
  const double expected[] = {2507.2, 2508.1, 2756.9, 4009.9, 4024.7, 4126.7};
  for (int k = 0; k < 6; ++k)
    expect_frequency("interfaces held, mode " + std::to_string(k + 1), hz[k], expected[k], 5e-3,
                     "same mesh, averaged interfaces");
  expect_frequency("interfaces held, mode 20", hz[19], 9326.8, 5e-3, "same mesh, averaged interfaces");
}

TEST(PressFitModes, StuckTogetherAsShrunkTheyVibrateAsOneBody) {
  const PressFitExample example = press_fit_example(1);
  FeModel stuck = example.model;
  const ContactStatics statics(press_fit_problem(example));
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 5, {.tolerance = 1e-6}).converged);
  const FitPoints points = fit_points(statics.problem().fits, stuck.dofs.size);
  const FitForces forces = fit_forces(points, 1, state.w, state.traction, true);
  VectorXd springs(3 * points.size());
  for (Index k = 0; k < points.size(); ++k) springs.segment<3>(3 * k) = -forces.slope[std::size_t(k)].diagonal();
  const SparseMatrix rows = points.relative, transposed = rows.transpose();
  stuck.stiffness_lower +=
      SparseMatrix(SparseMatrix(transposed * SparseMatrix(springs.asDiagonal() * rows)).triangularView<Eigen::Lower>());
  const std::vector<NodeId> held{reference_node(example, "A"), reference_node(example, "B")};
  auto system = std::make_shared<ConstrainedSystem>(*constrain(stuck, {}, held));
  // Kinematics do not know of the springs that hold the parts against each other: only common motions are left.
  const MatrixXd common =
      null_space(triangle_of(product(points.relative, product(system->expand, system->null_space))));
  ASSERT_EQ(common.cols(), 6);
  system->null_space = system->null_space * common;
  system->null_motion = system->null_motion * common;
  const ConstrainedSolver solver(system, LooseMotion::refuse);
  const VectorXd hz = solve_modes(solver, {.count = 8}).frequency;
  const char* why = "slopes of the law after shrinking, all points sticking";
  expect_frequency("stuck together, A and B held: torsion", hz[0], 797.4, 2e-2, why);
  expect_frequency("stuck together, A and B held: pulley tilts", hz[1], 1268.5, 2e-2, why);
  expect_frequency("stuck together, A and B held: axial", hz[3], 1878.5, 2e-2, why);
  expect_frequency("stuck together, A and B held: lateral", hz[4], 1895, 2e-2, why);
}

}  // namespace
}  // namespace trunnion
