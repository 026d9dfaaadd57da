// The sparse constrained solve against the same conditions written out as dense rows A u = b on all dofs.
#include "trunnion/fem/constrained_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/fe_models.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

using testing::of_material;
using testing::steel;

/// A short bar with a reference node off each end face.
struct Bar {
  std::shared_ptr<MeshFile> file;
  NodeId left, right;
};

Bar bar(CouplingKind left, CouplingKind right) {
  Mesh mesh = box_mesh({.size = {0.3, 0.1, 0.1}, .divisions = {3, 1, 1}, .element = CellType::hex8});
  const auto n = static_cast<std::int32_t>(mesh.num_nodes());
  mesh.x.conservativeResize(Eigen::NoChange, n + 2);
  mesh.x.col(n) = Vector3d(-0.02, 0.06, 0.05);
  mesh.x.col(n + 1) = Vector3d(0.33, 0.05, 0.03);
  mesh.node_labels.push_back(1001);
  mesh.node_labels.push_back(1002);
  const auto end_left = nodes_named(mesh, "xmin"), end_right = nodes_named(mesh, "xmax");
  Bar out{of_material(mesh, steel()), NodeId{n}, NodeId{n + 1}};
  Coupling a, b;
  a.name = "left";
  a.kind = left;
  a.reference = out.left;
  a.nodes = end_left;
  b.name = "right";
  b.kind = right;
  b.reference = out.right;
  b.nodes = end_right;
  out.file->couplings = {a, b};
  return out;
}

NodeSpring grounded(NodeId node, const Vector6d& diagonal) {
  NodeSpring spring;
  spring.a = node;
  spring.stiffness = diagonal.asDiagonal();
  return spring;
}

Support fixed(const std::string& name, std::initializer_list<int> components, double value = 0) {
  Support support{name, {}};
  for (const int c : components) support.component[c] = value;
  return support;
}
const std::initializer_list<int> all_six{0, 1, 2, 3, 4, 5};

Index dof(const FeModel& model, NodeId node, int c) {
  return c < 3 ? model.dofs.translation(node, c) : model.dofs.rotation_dof(node, c - 3);
}

/// Couplings as dense rows on all dofs, from their definition.
MatrixXd coupling_rows(const FeModel& model) {
  std::vector<VectorXd> rows;
  const auto unit = [&](NodeId node, int c) -> VectorXd {
    return VectorXd::Unit(model.dofs.size, dof(model, node, c));
  };
  for (const CouplingMap& coupling : model.couplings) {
    if (coupling.kind == CouplingKind::rigid) {
      for (const NodeId slave : coupling.nodes) {
        const Matrix3d lever =
            -skew(model.file->mesh.x.col(slave.value) - model.file->mesh.x.col(coupling.reference.value));
        for (int c = 0; c < 3; ++c) {
          VectorXd row = unit(slave, c) - unit(coupling.reference, c);
          for (int k = 0; k < 3; ++k) row -= lever(c, k) * unit(coupling.reference, 3 + k);
          rows.push_back(row);
        }
      }
    } else {
      for (int c = 0; c < 6; ++c) {
        VectorXd row = -unit(coupling.reference, c);
        for (std::size_t k = 0; k < coupling.nodes.size(); ++k)
          for (int axis = 0; axis < 3; ++axis)
            row += coupling.average(c, 3 * static_cast<Index>(k) + axis) * unit(coupling.nodes[k], axis);
        rows.push_back(row);
      }
    }
  }
  MatrixXd A(static_cast<Index>(rows.size()), model.dofs.size);
  for (Index k = 0; k < A.rows(); ++k) A.row(k) = rows[k];
  return A;
}

MatrixXd with_unit_rows(const MatrixXd& A, const std::vector<Index>& dofs) {
  MatrixXd out = MatrixXd::Zero(A.rows() + static_cast<Index>(dofs.size()), A.cols());
  out.topRows(A.rows()) = A;
  for (std::size_t k = 0; k < dofs.size(); ++k) out(A.rows() + static_cast<Index>(k), dofs[k]) = 1;
  return out;
}

std::vector<Index> dofs_of(const FeModel& model, NodeId node) {
  std::vector<Index> list;
  for (int c = 0; c < 6; ++c) list.push_back(dof(model, node, c));
  return list;
}

/// Minimum of u'Ku/2 - f'u over A u = b, by an explicit basis of the null space of A.
MatrixXd dense_solve(const FeModel& model, const MatrixXd& A, const MatrixXd& b, const MatrixXd& f) {
  const MatrixXd K = symmetric_product(model.stiffness_lower, MatrixXd::Identity(model.dofs.size, model.dofs.size));
  const MatrixXd particular = least_squares(A, b), Z = null_space(A);
  return particular + Z * least_squares(Z.transpose() * K * Z, Z.transpose() * (f - K * particular));
}

VectorXd dense_frequencies(const FeModel& model, const MatrixXd& A) {
  const MatrixXd all = MatrixXd::Identity(model.dofs.size, model.dofs.size), Z = null_space(A);
  const MatrixXd K = Z.transpose() * stiffness_product(model, all) * Z,
                 M = Z.transpose() * mass_product(model, all) * Z;
  return generalized_symmetric_eigen(K, M).values.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);
}

void expect_equal(const MatrixXd& a, const MatrixXd& b, double tolerance) {
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).norm(), tolerance * b.norm());
}

constexpr CouplingKind kinds[] = {CouplingKind::rigid, CouplingKind::averaged};

}  // namespace

TEST(ConstrainedSolver, HeldInterfacesAgreeWithTheDenseConditions) {
  for (const CouplingKind left : kinds)
    for (const CouplingKind right : kinds) {
      const Bar part = bar(left, right);
      const FeModel model = assemble(part.file);
      const ConstrainedSolver solver(constrain(model, {}, {part.left, part.right}), LooseMotion::project);
      ASSERT_EQ(solver.held_dofs(), 12);
      EXPECT_EQ(solver.loose_modes().cols(), 0);

      std::vector<Index> held = dofs_of(model, part.left), more = dofs_of(model, part.right);
      held.insert(held.end(), more.begin(), more.end());
      const MatrixXd couplings = coupling_rows(model), A = with_unit_rows(couplings, held);
      MatrixXd b = MatrixXd::Zero(A.rows(), 12);
      b.bottomRows(12).setIdentity();
      expect_equal(solver.constraint_modes(), dense_solve(model, A, b, MatrixXd::Zero(model.dofs.size, 12)), 1e-10);

      const MatrixXd loads = MatrixXd::Random(model.dofs.size, 5);
      expect_equal(solver.solve(loads), dense_solve(model, A, MatrixXd::Zero(A.rows(), 5), loads), 1e-10);
    }
}

TEST(ConstrainedSolver, RigidMotionOfTheInterfacesIsRigidMotionOfTheBody) {
  for (const CouplingKind left : kinds) {
    const Bar part = bar(left, CouplingKind::averaged);
    const FeModel model = assemble(part.file);
    const ConstrainedSolver solver(constrain(model, {}, {part.left, part.right}), LooseMotion::project);
    const MatrixXd rigid = rigid_modes(model), psi = solver.constraint_modes();
    MatrixXd at_interfaces(12, 6);
    for (int c = 0; c < 6; ++c) {
      at_interfaces.row(c) = rigid.row(dof(model, part.left, c));
      at_interfaces.row(6 + c) = rigid.row(dof(model, part.right, c));
    }
    expect_equal(psi * at_interfaces, rigid, 1e-11);
    const MatrixXd Ks = psi.transpose() * stiffness_product(model, psi);
    EXPECT_LE((Ks * at_interfaces).norm(), 1e-11 * Ks.norm());
  }
}

TEST(ConstrainedSolver, ASingleInterfaceHoldsTheBody) {
  const Bar part = bar(CouplingKind::averaged, CouplingKind::averaged);
  const FeModel model = assemble(part.file);
  const ConstrainedSolver solver(constrain(model, {}, {part.left}), LooseMotion::refuse);
  const MatrixXd A = with_unit_rows(coupling_rows(model), dofs_of(model, part.left));
  const MatrixXd loads = MatrixXd::Random(model.dofs.size, 3);  // also on the free averaged node at the other end
  expect_equal(solver.solve(loads), dense_solve(model, A, MatrixXd::Zero(A.rows(), 3), loads), 1e-10);
}

TEST(ConstrainedSolver, AFreeAveragedNodeAddsNoEntriesToTheMatrix) {
  const Bar part = bar(CouplingKind::averaged, CouplingKind::averaged);
  const FeModel model = assemble(part.file);
  EXPECT_LE(eliminate(*constrain(model, {}), model.stiffness_lower).nonZeros(), model.stiffness_lower.nonZeros());
}

TEST(ConstrainedSolver, SpringsOnAveragedNodesActOnTheMeanMotion) {
  Bar part = bar(CouplingKind::averaged, CouplingKind::averaged);
  // The left springs leave rotations free; the right ones only stop what is left: two directions and the spin.
  Vector6d left, right;
  left << 1e8, 3e8, 2e8, 0, 0, 0;
  right << 0, 5e7, 1e7, 4e5, 0, 0;
  part.file->springs = {grounded(part.left, left), grounded(part.right, right)};
  const FeModel model = assemble(part.file);
  const ConstrainedSolver solver(constrain(model, {}), LooseMotion::refuse);
  const MatrixXd loads = MatrixXd::Random(model.dofs.size, 3), A = coupling_rows(model);
  expect_equal(solver.solve(loads), dense_solve(model, A, MatrixXd::Zero(A.rows(), 3), loads), 1e-9);
}

TEST(ConstrainedSolver, ASpringFromEndToEndStopsTurnsAcrossItsLine) {
  Bar part = bar(CouplingKind::averaged, CouplingKind::rigid);
  NodeSpring spring = grounded(part.left, Vector6d::Constant(1e6));
  spring.b = part.right;
  part.file->springs = {spring};
  const FeModel model = assemble(part.file);
  // The spring compares the displacements of its ends, which differ when the body turns across the line between them.
  // The three translations and the turn about that line are left.
  const ConstrainedSolver solver(constrain(model, {}), LooseMotion::project);
  const MatrixXd& L = solver.loose_modes();
  EXPECT_EQ(L.cols(), 4);
  EXPECT_LE((L.transpose() * stiffness_product(model, L)).norm(), 1e-12 * model.stiffness_lower.coeffs().maxCoeff());
}

TEST(SolveStatic, ASupportedAveragedNodeCarriesTheLoad) {
  const Bar part = bar(CouplingKind::averaged, CouplingKind::averaged);
  const FeModel model = assemble(part.file);
  ReferenceLoad load;
  load.coupling = "right";
  load.force = {0, 0, -500};
  const StaticSolution solution = solve_static(model, {fixed("left", all_six)}, {{"push", {load}}});
  EXPECT_LT(solution.residual[0], 1e-10);
  EXPECT_NEAR(solution.reaction(dof(model, part.left, 2), 0), 500, 1e-7);
  const double lever = 0.33 + 0.02;
  EXPECT_NEAR(solution.reaction(dof(model, part.left, 4), 0), -500 * lever, 1e-7);
}

TEST(SolveStatic, SupportsOnARigidPatchHoldItsReferenceNode) {
  const Bar part = bar(CouplingKind::rigid, CouplingKind::rigid);
  const FeModel model = assemble(part.file);
  ReferenceLoad load;
  load.coupling = "right";
  load.force = {10, 20, -500};
  load.moment = {1, 2, 3};
  const std::vector<LoadCase> push{{"push", {load}}};
  const StaticSolution by_patch = solve_static(model, {fixed("xmin", {0, 1, 2})}, push);
  const StaticSolution by_node = solve_static(model, {fixed("left", all_six)}, push);
  expect_equal(by_patch.displacement, by_node.displacement, 1e-9);
  Vector3d total = Vector3d::Zero();
  for (const NodeId node : nodes_named(model.file->mesh, "xmin"))
    for (int c = 0; c < 3; ++c) total[c] += by_patch.reaction(dof(model, node, c), 0);
  EXPECT_LE((total + load.force).norm(), 1e-7 * load.force.norm());
}

TEST(SolveStatic, ContradictionOnARigidPatchIsRefused) {
  const Bar part = bar(CouplingKind::rigid, CouplingKind::rigid);
  const FeModel model = assemble(part.file);
  EXPECT_THROW(solve_static(model, {fixed("left", all_six), fixed("xmin", {0}, 1e-3)}, {{"none", {}}}), InputError);
}

TEST(SolveModes, CoupledMassesAndSpringsAgreeWithTheDenseEigenproblem) {
  for (const CouplingKind left : kinds)
    for (const CouplingKind right : kinds) {
      Bar part = bar(left, right);
      PointMass mass;
      mass.node = part.right;
      mass.mass = 4;
      mass.inertia = Vector3d(0.01, 0.02, 0.03).asDiagonal();
      part.file->point_masses = {mass};
      part.file->springs = {grounded(part.left, (Vector6d() << 1e8, 3e8, 2e8, 1e6, 0, 0).finished())};
      const FeModel model = assemble(part.file);
      const VectorXd exact = dense_frequencies(model, coupling_rows(model));
      const ModalSolution solution = solve_modes(model, {}, {.count = 14});
      EXPECT_TRUE(solution.complete) << solution.counted;
      EXPECT_EQ(solution.rigid_modes, 2);  // turning about y and z through the spring's point
      EXPECT_LT(solution.residual.maxCoeff(), 1e-8);
      expect_equal(solution.frequency.tail(12), exact.segment(2, 12), 1e-9);
    }
}

TEST(SolveModes, FixedInterfaceModesOnTheReductionsFactor) {
  const Bar part = bar(CouplingKind::rigid, CouplingKind::averaged);
  const FeModel model = assemble(part.file);
  const ConstrainedSolver solver(constrain(model, {}, {part.left, part.right}), LooseMotion::project);
  const ModalSolution solution = solve_modes(solver, {.count = 10});
  std::vector<Index> held = dofs_of(model, part.left), more = dofs_of(model, part.right);
  held.insert(held.end(), more.begin(), more.end());
  expect_equal(solution.frequency, dense_frequencies(model, with_unit_rows(coupling_rows(model), held)).head(10), 1e-9);
  for (const Index k : held) EXPECT_LE(solution.shape.row(k).norm(), 1e-9 * solution.shape.norm());
}

TEST(ConstrainedSolver, ARigidNodeOnALineDoesNotSpin) {
  // Slaves on one edge and the reference node in line with it: the spin about that line moves nothing.
  Bar part = bar(CouplingKind::rigid, CouplingKind::rigid);
  part.file->couplings.pop_back();
  Coupling& line = part.file->couplings.front();
  line.nodes = nodes_named(part.file->mesh, "xmin_ymin");
  part.file->mesh.x.col(part.left.value) = Vector3d(0, 0, 0.2);
  // Nothing else on the node: refused, since a moment about the line would have no answer.
  EXPECT_THROW(assemble(part.file), InputError);
  // A spring along x lets the node pass, yet does not hold the spin.
  NodeSpring spring;
  spring.a = part.left;
  spring.stiffness(0, 0) = 1;
  part.file->springs.push_back(spring);
  const FeModel model = assemble(part.file);
  const ConstrainedSolver solver(constrain(model, {fixed("xmax", {0, 1, 2})}), LooseMotion::refuse);
  MatrixXd load = MatrixXd::Zero(model.dofs.size, 1);
  load(dof(model, part.left, 0)) = 1;
  const MatrixXd u = solver.solve(load);
  EXPECT_NEAR(u(dof(model, part.left, 5)), 0, 1e-15);
  EXPECT_GT(u(dof(model, part.left, 0)), 0);
}

}  // namespace trunnion
