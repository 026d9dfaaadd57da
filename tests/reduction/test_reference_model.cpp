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

TEST(ReferenceModel, EqualsTheModalSumOverAllModesOfTheUnreducedModel) {
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
  const double band = 20e3;
  const ReferenceOptions asked{.band_hz = band};
  const ReferenceModel reference = reference_model(problem, asked, silent_observer());
  EXPECT_LE(reference.sampled_residual.maxCoeff(), asked.residual);
  const MatrixXd p = -fixed.shapes.transpose() * mass_psi;
  MatrixXd rigid = MatrixXd::Zero(12 + p.rows(), 6);
  rigid.topRows(12) = held.rigid;
  const OrthogonalModes all =
      orthogonalize(craig_bampton(problem.guyan_mass, problem.guyan_stiffness, p, fixed.eigenvalues), rigid);
  const auto response = [&](const OrthogonalModes& modes) {
    const double w = 2 * std::numbers::pi * 0.9 * band;
    Eigen::VectorXcd gain(modes.eigenvalues.size());
    for (Index i = 0; i < gain.size(); ++i)
      gain[i] = 1.0 / std::complex<double>(modes.eigenvalues[i] - w * w, 0.04 * w * std::sqrt(modes.eigenvalues[i]));
    const MatrixXd rows = modes.elastic.topRows(12);
    return Eigen::MatrixXcd(rows * gain.asDiagonal() * rows.transpose());
  };
  const Eigen::MatrixXcd exact = response(all);
  const VectorXd scale = exact.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
  EXPECT_LE((scale.asDiagonal() * (response(reference.modes) - exact) * scale.asDiagonal()).cwiseAbs().maxCoeff(),
            asked.residual);
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
  double before = 1;
  for (int blocks = 1; blocks <= 6; ++blocks) {
    const ReferenceModel reference =
        reference_model(problem, {.band_hz = band, .residual = 0, .max_blocks = blocks}, silent_observer());
    // Solve the projected equations at the band's edge and put the answer into the equations of the mesh.
    const double w2 = std::pow(2 * std::numbers::pi * band, 2);
    const std::complex<double> loss(1, 0.04);
    const Index a = 12, n = reference.pencil.mass.rows();
    const MatrixXcd dynamic =
        loss * reference.pencil.stiffness.cast<std::complex<double>>() - w2 * reference.pencil.mass;
    const MatrixXcd y = dynamic.partialPivLu().solve(MatrixXcd::Identity(n, a));
    double largest = 0;
    for (Index c = 0; c < a; ++c) {
      MatrixXd real(model.dofs.size, 2), inner(model.dofs.size, 2);
      inner << reference.interior * y.col(c).tail(n - a).real(), reference.interior * y.col(c).tail(n - a).imag();
      real << pieces.psi * y.col(c).head(a).real(), pieces.psi * y.col(c).head(a).imag();
      real += inner;
      const MatrixXd answer = pieces.solver.solve(mass_product(model, real));
      MatrixXd error(model.dofs.size, 2);
      error << inner.col(0) - 0.04 * inner.col(1), inner.col(1) + 0.04 * inner.col(0);
      error -= w2 * answer;
      const double energy = error.cwiseProduct(stiffness_product(model, error)).sum();
      const double whole = real.cwiseProduct(stiffness_product(model, real)).sum();
      largest = std::max(largest, std::sqrt(std::max(energy, 0.0) / whole));
    }
    // Apart from each other by what the modes leave (1e-9) and by the round-off of a solve.
    EXPECT_NEAR(reference.sampled_residual[4], largest, 3e-9 + 0.05 * largest) << blocks << " blocks";
    EXPECT_LT(largest, 0.2 * before);  // every block pays
    before = largest;
  }
  EXPECT_LT(before, 1e-8);
}

}  // namespace
}  // namespace trunnion
