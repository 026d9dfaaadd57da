// Frequencies of the shaft with pulley of examples/press-fit, coarsest mesh: apart, held, and stuck together.
#include <fmt/format.h>
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

void expect_frequency(const std::string& what, double hz, double reference, double allowed, const std::string& why,
                      int level = 1) {
  record({.group = "Press fits",
          .name = fmt::format("Shaft with pulley, level {}: {} [Hz]", level, what),
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
  expect_frequency("shaft, second bending, across", hz[6], 4629.6, 5e-3, why);
  expect_frequency("pulley, fifth", hz[7], 4635.3, 5e-3, why);
  expect_frequency("pulley, sixth", hz[8], 4636.3, 5e-3, why);
  expect_frequency("shaft, torsion", hz[9], 4890.5, 5e-3, why);
}

TEST(PressFitModes, PartsThatDoNotTouchVibrateAsPublishedOnAFinerMesh) {
  const PressFitExample example = press_fit_example(2);
  const ModalSolution modes = solve_modes(example.model, {}, {.count = 22, .certify = false});
  ASSERT_EQ(modes.rigid_modes, 12);
  const VectorXd hz = modes.frequency.tail(10);
  const char* why = "same mesh; it may change with the version of Gmsh";
  expect_frequency("shaft, first bending", hz[0], 1801.55, 5e-3, why, 2);
  expect_frequency("pulley, rim in two diameters", hz[2], 2496.0, 5e-3, why, 2);
  expect_frequency("pulley, rim in two diameters, across", hz[3], 2496.2, 5e-3, why, 2);
  expect_frequency("pulley, umbrella", hz[4], 3653.0, 5e-3, why, 2);
  expect_frequency("pulley, fourth", hz[5], 4576.3, 5e-3, why, 2);
  expect_frequency("pulley, fifth", hz[6], 4578.0, 5e-3, why, 2);
  expect_frequency("shaft, second bending", hz[7], 4629.0, 5e-3, why, 2);
  expect_frequency("shaft, torsion", hz[9], 4889.8, 5e-3, why, 2);
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

/// The two parts on the springs that friction and pressure are after shrinking, all points sticking.
struct StuckParts {
  PressFitExample example = press_fit_example(1);
  FeModel model = example.model;

  StuckParts() {
    const ContactStatics statics(press_fit_problem(example));
    ContactState state = statics.start();
    if (!statics.step(state, 1, {}, 5, {.tolerance = 1e-6}).converged) throw std::runtime_error("not shrunk");
    const FitPoints points = fit_points(statics.problem().fits, model.dofs.size);
    const FitForces forces = fit_forces(points, 1, state.w, state.traction, true);
    VectorXd springs(3 * points.size());
    for (Index k = 0; k < points.size(); ++k) springs.segment<3>(3 * k) = -forces.slope[std::size_t(k)].diagonal();
    rows = points.relative;
    const SparseMatrix columns = rows, transposed = columns.transpose();
    model.stiffness_lower += SparseMatrix(
        SparseMatrix(transposed * SparseMatrix(springs.asDiagonal() * columns)).triangularView<Eigen::Lower>());
  }

  /// Frequencies with nodes held [Hz].
  VectorXd frequencies(const std::vector<NodeId>& held, LooseMotion loose, int count) const {
    auto system = std::make_shared<ConstrainedSystem>(*constrain(model, {}, held));
    // Kinematics do not know of the springs that hold the parts against each other: only common motions are left.
    const MatrixXd common = null_space(triangle_of(product(rows, product(system->expand, system->null_space))));
    EXPECT_EQ(common.cols(), 6);
    system->null_space = system->null_space * common;
    system->null_motion = system->null_motion * common;
    const ConstrainedSolver solver(system, loose);
    return solve_modes(solver, {.count = count}).frequency;
  }

  RowSparse rows;
};

TEST(PressFitModes, StuckTogetherAsShrunkTheyVibrateAsOneBody) {
  const StuckParts parts;
  const std::vector<NodeId> held{reference_node(parts.example, "A"), reference_node(parts.example, "B")};
  const VectorXd hz = parts.frequencies(held, LooseMotion::refuse, 8);
  const char* why = "slopes of the law after shrinking, all points sticking";
  expect_frequency("stuck together, A and B held: torsion", hz[0], 797.4, 2e-2, why);
  expect_frequency("stuck together, A and B held: pulley tilts", hz[1], 1268.5, 2e-2, why);
  expect_frequency("stuck together, A and B held: pulley tilts, across", hz[2], 1268.5, 2e-2, why);
  expect_frequency("stuck together, A and B held: axial", hz[3], 1878.5, 2e-2, why);
  expect_frequency("stuck together, A and B held: lateral", hz[4], 1892, 2e-2, why);
  expect_frequency("stuck together, A and B held: lateral, across", hz[5], 1898, 2e-2, why);
  expect_frequency("stuck together, A and B held: rim in two diameters", hz[6], 2542, 2e-2, why);

  const VectorXd free = parts.frequencies({}, LooseMotion::project, 12);
  EXPECT_LT(free[5], 1);  // six motions of the whole
  const double published[] = {1407, 1407, 1585, 1585, 2542, 2542};
  for (int k = 0; k < 6; ++k)
    expect_frequency(fmt::format("stuck together, free: elastic mode {}", k + 1), free[6 + k], published[k], 2e-2, why);
}

}  // namespace
}  // namespace trunnion
