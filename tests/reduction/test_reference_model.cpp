// Statements about the unreduced model that the quality record and the certificates stand on.
#include <gtest/gtest.h>

#include "reduction/beam_pieces.h"
#include "trunnion/fem/solve.h"
#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/interior_mass.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/reduction/reference_model.h"

namespace trunnion {
namespace {

using testing::box_beam;
using testing::BoxBeam;
using testing::coarse;
using testing::DenseFixed;
using testing::Pieces;

TEST(CondensedMass, ReducedInteriorMassEqualsTheSumOverAllModes) {
  BoxBeam beam = coarse();
  PointMass flywheel;
  flywheel.node = NodeId{-2};
  flywheel.mass = 0.2;
  flywheel.inertia = Vector3d(2e-5, 1e-5, 1e-5).asDiagonal();
  flywheel.offset = Vector3d(0.01, 0.002, 0);
  beam.masses = {flywheel};
  for (const CouplingKind left : {CouplingKind::rigid, CouplingKind::averaged}) {
    beam.left = left;
    const FeModel model = box_beam(beam);
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{"left", "right"}, {"right"}, {"left"}, {"xmax_ymin", "left"}}) {
      const HeldInterfaces held = held_interfaces(model, names);
      const DenseFixed fixed(model, held);
      const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
      const MatrixXd psi = solver.constraint_modes();
      const MatrixXd p = -fixed.shapes.transpose() * mass_product(model, psi);
      const MatrixXd guyan = psi.transpose() * mass_product(model, psi);
      const MatrixXd closed = guyan - condensed_mass(model, held.nodes);
      // In units of the Guyan mass, dof by dof: metres and radians are not to be mixed in one norm.
      const VectorXd scale = guyan.diagonal().cwiseSqrt().cwiseInverse();
      EXPECT_LE((scale.asDiagonal() * (closed - p.transpose() * p) * scale.asDiagonal()).cwiseAbs().maxCoeff(), 1e-9);
    }
  }
}

TEST(CondensedMass, APointThatOnlyFollowsItsPatchChangesNothing) {
  BoxBeam beam = coarse();
  beam.left = CouplingKind::averaged;
  MeshFile file = testing::box_beam_file(beam);
  const HeldInterfaces held = held_interfaces(assemble(std::make_shared<const MeshFile>(file)), {"left", "right"});
  const MatrixXd without = condensed_mass(assemble(std::make_shared<const MeshFile>(file)), held.nodes);
  // A third point over both patches: its mean motion is a combination of theirs.
  Coupling both = file.couplings[0];
  both.name = "both";
  both.reference = NodeId{std::int32_t(file.mesh.num_nodes())};
  both.nodes.insert(both.nodes.end(), file.couplings[1].nodes.begin(), file.couplings[1].nodes.end());
  both.faces.insert(both.faces.end(), file.couplings[1].faces.begin(), file.couplings[1].faces.end());
  file.mesh.x.conservativeResize(3, file.mesh.num_nodes() + 1);
  file.mesh.x.rightCols<1>() = Vector3d(0.06, 0, 0);
  file.mesh.node_labels.push_back(file.mesh.node_labels.back() + 1);
  file.couplings.push_back(both);
  const MatrixXd with = condensed_mass(assemble(std::make_shared<const MeshFile>(file)), held.nodes);
  EXPECT_LE((with - without).cwiseAbs().maxCoeff(), 1e-12 * without.cwiseAbs().maxCoeff());
}

TEST(Reduce, FreeFrequenciesLieBetweenTheExactOnesAndTheirFirstInertiaCorrection) {
  // A free mode x with interface motion u and eigenvalue l has the interior  sum_k phi_k q_k - sum_d phi_d l/(w_d^2-l)
  // p_d u. Its nearest relative x~ in the reduced space takes -l chi u, the static part, for the deleted modes d. Then
  //   R(x~) - l = l^4 sum_d (p_d u)^2 / (w_d^4 (w_d^2 - l)) / (x~' M x~)  <=  l^4 u' M_chi u / ((w_c^2 - l) x~' M x~)
  // with w_c the cut-off, exactly; and by Courant and Fischer the reduced eigenvalues lie below the Ritz values of the
  // x~ and above the exact ones.
  const FeModel model = box_beam();
  ReductionOptions options;
  options.band = 20e3;
  options.quality.compute = false;
  const ReducedBody body = reduce(model, options);
  const Pieces pieces(model, 1.5 * options.band);
  ASSERT_EQ(pieces.modes.eigenvalues.size(), body.record.normal_modes);
  const ModalSolution free = solve_modes(model, {}, {.count = 0, .max_frequency = options.band});
  const Index r = free.rigid_modes, inside = free.frequency.size() - r;
  ASSERT_GE(inside, 4);
  const VectorXd l = (2 * std::numbers::pi * free.frequency.tail(inside)).cwiseAbs2();
  const MatrixXd x = free.shape.rightCols(inside), u = x(pieces.held.dofs, Eigen::all);
  const MatrixXd& phi = pieces.modes.shapes;
  const MatrixXd p = -phi.transpose() * mass_product(model, pieces.psi);
  const MatrixXd once = pieces.modes.eigenvalues.cwiseInverse().asDiagonal() * p;
  const MatrixXd chi = pieces.answers - phi * once;
  const MatrixXd q = phi.transpose() * mass_product(model, x - pieces.psi * u);
  const MatrixXd near = pieces.psi * u + phi * q - chi * u * l.asDiagonal();
  MatrixXd all(x.rows(), r + inside);
  all << free.shape.leftCols(r), near;
  const MatrixXd mass = all.transpose() * mass_product(model, all);
  const VectorXd ritz =
      Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(all.transpose() * stiffness_product(model, all), mass)
          .eigenvalues()
          .tail(inside);
  const MatrixXd chi_mass = chi.transpose() * mass_product(model, chi);
  double largest = 0;
  for (Index i = 0; i < inside; ++i) {
    const double reduced = std::pow(2 * std::numbers::pi * body.frequency[i], 2);
    const double rounding = 1e-9 * l[i];  // the exact modes are found to this
    EXPECT_GE(reduced, l[i] - rounding);
    EXPECT_LE(reduced, ritz[i] + rounding);
    const double quotient = near.col(i).dot(stiffness_product(model, near.col(i)).col(0)) / mass(r + i, r + i);
    const double bound =
        std::pow(l[i], 4) * u.col(i).dot(chi_mass * u.col(i)) / ((pieces.limit - l[i]) * mass(r + i, r + i));
    EXPECT_GE(quotient, l[i] - rounding);
    EXPECT_LE(quotient - l[i], bound + rounding);
    largest = std::max(largest, reduced / l[i] - 1);
  }
  EXPECT_GT(largest, 1e-9);  // there is something to bound
}

TEST(ReferenceModel, WhatTheLastBlockChangesBoundsTheErrorAgainstTheModalSumOverAllModes) {
  const FeModel model = box_beam(coarse());
  const HeldInterfaces held = held_interfaces(model, {});
  const DenseFixed fixed(model, held);
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  const MatrixXd psi = solver.constraint_modes(), mass_psi = mass_product(model, psi);
  const MatrixXd answers = -solver.solve(mass_psi);
  FixedModes few;
  few.eigenvalues = fixed.eigenvalues.head(6);
  few.shapes = fixed.shapes.leftCols(6);
  const InterfaceProblem problem{
      model,     solver, psi, answers, few, psi.transpose() * mass_psi, psi.transpose() * stiffness_product(model, psi),
      held.rigid};

  // The unreduced model by dense algebra: every fixed-interface mode there is.
  ReferenceModel all;
  all.interface_dofs = 12;
  MatrixXd rigid = MatrixXd::Zero(12 + fixed.eigenvalues.size(), 6);
  rigid.topRows(12) = held.rigid;
  all.modes = orthogonalize(craig_bampton(problem.guyan_mass, problem.guyan_stiffness,
                                          -fixed.shapes.transpose() * mass_psi, fixed.eigenvalues),
                            rigid);
  ReferenceOptions asked{.lines_hz = VectorXd::LinSpaced(500, 20, 20e3)};
  const auto true_error = [&](const ReferenceModel& reference) {
    return compare_responses(reference_response(all, asked.damping, asked.lines_hz),
                             reference_response(reference, asked.damping, asked.lines_hz))
        .error_max;
  };
  // Damping that is a polynomial of M and K is projected with them: each block leaves less than it takes away.
  asked.damping = RayleighDamping{100, 1e-7};
  asked.share = 0;
  for (const double error : {1e-1, 1e-3, 1e-6}) {
    asked.error = error;
    const ReferenceModel reference = reference_model(problem, asked, silent_observer());
    EXPECT_LE(reference.error, error);
    EXPECT_LE(true_error(reference), reference.error);
  }
  // Modal damping: known ten times better than the error of all computed modes and truncation vectors.
  asked.damping = ModalDamping{};
  asked.share = 0.1;
  asked.error = 0;
  const ReferenceModel reference = reference_model(problem, asked, silent_observer());
  asked.max_blocks = 0;
  EXPECT_LE(true_error(reference), 0.1 * true_error(reference_model(problem, asked, silent_observer())));
}

TEST(ReferenceModel, ResidualOfTheRecurrenceIsTheResidualOfTheUnreducedEquations) {
  const FeModel model = box_beam();
  const double band = 20e3;
  const Pieces pieces(model, 1.5 * band);
  const MatrixXd mass_psi = mass_product(model, pieces.psi);
  const InterfaceProblem problem{model,
                                 pieces.solver,
                                 pieces.psi,
                                 pieces.answers,
                                 pieces.modes,
                                 pieces.psi.transpose() * mass_psi,
                                 pieces.psi.transpose() * stiffness_product(model, pieces.psi),
                                 pieces.held.rigid};
  const double w2 = std::pow(2 * std::numbers::pi * band, 2);
  const auto energy_norm = [&](const MatrixXd& x) -> VectorXd {
    return x.cwiseProduct(stiffness_product(model, x)).colwise().sum().cwiseMax(0).cwiseSqrt().transpose();
  };
  // The recurrence takes S M phi = phi / w_i^2 for exact. A mode phi q with the defect d = phi - w_i^2 S M phi spoils
  // the residual by (w / w_i)^2 d q, and |x|_K is at least w_i |q|.
  const VectorXd& values = pieces.modes.eigenvalues;
  const MatrixXd answered = pieces.solver.solve(mass_product(model, pieces.modes.shapes)) * values.asDiagonal();
  const double of_modes =
      (energy_norm(pieces.modes.shapes - answered).array() * w2 / (values.array() * values.array().sqrt())).sum();
  double before = 1;
  for (int blocks = 1; blocks <= 6; ++blocks) {
    const ReferenceModel reference = reference_model(
        problem, {.lines_hz = VectorXd::LinSpaced(50, 20, band), .error = 0, .share = 0, .max_blocks = blocks},
        silent_observer());
    // Solve the projected equations at the band's edge and put the answer into the equations of the mesh.
    const std::complex<double> loss(1, 0.04);
    const Index a = 12, inner = reference.checked, n = a + inner;
    const MatrixXcd dynamic = loss * reference.pencil.stiffness.topLeftCorner(n, n).cast<std::complex<double>>() -
                              w2 * reference.pencil.mass.topLeftCorner(n, n);
    const MatrixXcd y = dynamic.partialPivLu().solve(MatrixXcd::Identity(n, a));
    const auto interior = reference.interior.leftCols(inner);
    double largest = 0;
    for (Index c = 0; c < a; ++c) {
      MatrixXd rest(model.dofs.size, 2);
      rest << interior * y.col(c).tail(inner).real(), interior * y.col(c).tail(inner).imag();
      MatrixXd whole(model.dofs.size, 2);
      whole << pieces.psi * y.col(c).head(a).real(), pieces.psi * y.col(c).head(a).imag();
      whole += rest;
      MatrixXd error(model.dofs.size, 2);
      error << rest.col(0) - 0.04 * rest.col(1), rest.col(1) + 0.04 * rest.col(0);
      error -= w2 * pieces.solver.solve(mass_product(model, whole));
      largest = std::max(largest, energy_norm(error).norm() / energy_norm(whole).norm());
    }
    // What a solve leaves, seen by going there and back: y = S K y.
    const MatrixXd back = pieces.solver.solve(stiffness_product(model, interior)) - interior;
    const double of_solve = energy_norm(back).cwiseQuotient(energy_norm(interior)).maxCoeff();
    EXPECT_NEAR(reference.sampled_residual[4], largest, of_modes + double(n) * of_solve) << blocks << " blocks";
    EXPECT_LT(largest, 0.2 * before);  // every block pays
    before = largest;
  }
  EXPECT_LT(of_modes, 1e-8);
}

}  // namespace
}  // namespace trunnion
