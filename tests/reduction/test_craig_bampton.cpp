#include <gtest/gtest.h>

#include <numbers>

#include "reduction/small_model.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/reduction/craig_bampton.h"
#include "trunnion/reduction/damping.h"
#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/modal_assurance.h"

namespace trunnion {
namespace {

using testing::SmallModel;

/// Reduced pencil with the k lowest modes, and the rigid motions in its coordinates.
struct Reduced {
  Reduced(const SmallModel& model, Index k)
      : pencil(craig_bampton(model.guyan_mass, model.guyan_stiffness, model.participation.topRows(k),
                             model.eigenvalues.head(k))),
        rigid(MatrixXd::Zero(9 + k, 6)) {
    rigid.topRows(9) = model.rigid.topRows(9);
    modes = orthogonalize(pencil, rigid);
  }
  ModalModel modal(const Damping& damping) const {
    const Index n = modes.elastic.cols();
    ModalModel model{MatrixXd(9, 6 + n), VectorXd::Zero(6 + n), VectorXd::Zero(6 + n)};
    model.rows << modes.rigid.topRows(9), modes.elastic.topRows(9);
    model.eigenvalues.tail(n) = modes.eigenvalues;
    model.damping_rate.tail(n) = damping_rates(damping, modes.eigenvalues);
    return model;
  }
  ReducedPencil pencil;
  MatrixXd rigid;
  OrthogonalModes modes;
};

TEST(CraigBampton, PencilEqualsTheProjectionOfTheFullMatrices) {
  const SmallModel model;
  const Index k = 5;
  MatrixXd basis(model.size(), 9 + k);
  basis << model.constraint_modes, model.modes.leftCols(k);
  const ReducedPencil pencil = Reduced(model, k).pencil;
  EXPECT_LE((pencil.mass - basis.transpose() * model.mass * basis).norm(), 1e-12 * pencil.mass.norm());
  EXPECT_LE((pencil.stiffness - basis.transpose() * model.stiffness * basis).norm(), 1e-12 * pencil.stiffness.norm());
}

TEST(CraigBampton, GuyanMassCarriesTheRigidMassAndGuyanStiffnessNoRigidEnergy) {
  const SmallModel model;
  const MatrixXd rigid = model.rigid.topRows(9);
  const MatrixXd expected = model.rigid.transpose() * model.mass * model.rigid;
  EXPECT_LE((rigid.transpose() * model.guyan_mass * rigid - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LE((model.guyan_stiffness * rigid).norm(), 1e-10 * model.guyan_stiffness.norm());
}

TEST(CraigBampton, OrthogonalFormSetsSixRigidModesAside) {
  const SmallModel model;
  const Reduced reduced(model, 6);
  const OrthogonalModes& modes = reduced.modes;
  EXPECT_EQ(modes.rigid.cols(), 6);
  EXPECT_EQ(modes.elastic.cols(), 9 + 6 - 6);
  MatrixXd all(15, 15);
  all << modes.rigid, modes.elastic;
  EXPECT_LE((all.transpose() * reduced.pencil.mass * all - MatrixXd::Identity(15, 15)).norm(), 1e-12);
  const MatrixXd energy = modes.elastic.transpose() * reduced.pencil.stiffness * modes.elastic;
  EXPECT_LE((energy - MatrixXd(modes.eigenvalues.asDiagonal())).norm(), 1e-12 * energy.norm());
  EXPECT_LE((reduced.pencil.stiffness * modes.rigid).norm(), 1e-9 * reduced.pencil.stiffness.norm());
  EXPECT_GT(modes.eigenvalues[0], 0);
  EXPECT_EQ(count_near_rigid(modes.eigenvalues), 0);
}

TEST(CraigBampton, AllModesGiveTheFreeFrequenciesOfTheFullModel) {
  const SmallModel model;
  const Reduced reduced(model, model.eigenvalues.size());
  const VectorXd full = Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(model.stiffness, model.mass).eigenvalues();
  testing::record({.group = "Reduction",
                   .name = "Craig-Bampton with all fixed-interface modes: highest free frequency of a truss [Hz]",
                   .reference = "dense eigenproblem of the full matrices",
                   .reference_value = std::sqrt(full.maxCoeff()) / (2 * std::numbers::pi),
                   .value = std::sqrt(reduced.modes.eigenvalues.maxCoeff()) / (2 * std::numbers::pi),
                   .error = (reduced.modes.eigenvalues - full.tail(full.size() - 6)).norm() / full.norm(),
                   .allowed = 1e-11,
                   .why = "rounding of the eigenproblem; error over all eigenvalues"});
}

TEST(CraigBampton, ReproducesInterfaceStaticsExactly) {
  // On springs to ground, loaded at the interface: the answer there needs no normal mode.
  const SmallModel model;
  const Reduced reduced(model, 0);
  const MatrixXd springs = 1e5 * MatrixXd::Identity(9, 9);
  VectorXd load = VectorXd::Zero(model.size());
  load.head(9) = VectorXd::LinSpaced(9, -1, 2);
  MatrixXd full = model.stiffness;
  full.topLeftCorner(9, 9) += springs;
  const VectorXd exact = full.ldlt().solve(load).head(9);
  const VectorXd found = (reduced.pencil.stiffness + springs).ldlt().solve(load.head(9));
  testing::record({.group = "Reduction",
                   .name = "Craig-Bampton without any normal mode: displacement at a loaded interface [m]",
                   .reference = "dense solution of the full equations",
                   .reference_value = exact.norm(),
                   .value = found.norm(),
                   .error = (found - exact).norm() / exact.norm(),
                   .allowed = 1e-11,
                   .why = "statics need constraint modes only; rounding"});
}

TEST(CraigBampton, SingularMassIsRefusedWithAReason) {
  const SmallModel model;
  ReducedPencil pencil = Reduced(model, 1).pencil;
  pencil.mass.row(0) = pencil.mass.row(1);
  pencil.mass.col(0) = pencil.mass.col(1);
  EXPECT_THROW(orthogonalize(pencil, MatrixXd(10, 0)), SolveError);
}

TEST(FrequencyResponse, AllModesReproduceTheFullDynamicStiffness) {
  // Rayleigh damping is the one that a full matrix can carry too: D = alpha M + beta K.
  const SmallModel model;
  const Reduced reduced(model, model.eigenvalues.size());
  const double alpha = 3, beta = 1e-5;
  const double top = std::sqrt(model.eigenvalues[10]) / (2 * std::numbers::pi);
  const VectorXd hz = VectorXd::LinSpaced(20, 0.03 * top, top);
  ModalModel modal = reduced.modal(RayleighDamping{alpha, beta});
  // Rigid modes feel alpha as well in this full model; give them their rate and a vanishing stiffness.
  modal.damping_rate.head(6).setConstant(alpha);
  modal.eigenvalues.head(6).setConstant(1e-30);
  const auto response = inertance(modal, hz);
  double worst = 0, size = 0, found = 0;
  for (Index line = 0; line < hz.size(); ++line) {
    const double w = 2 * std::numbers::pi * hz[line];
    const std::complex<double> jw(0, w);
    const MatrixXcd dynamic = model.stiffness * (1.0 + jw * beta) + model.mass * (jw * jw + jw * alpha);
    const MatrixXcd exact = jw * jw * dynamic.partialPivLu().inverse().topLeftCorner(9, 9);
    worst = std::max(worst, (response[line] - exact).norm() / exact.norm());
    size = exact.norm();
    found = response[line].norm();
  }
  testing::record({.group = "Reduction",
                   .name = "inertance between interfaces with all modes, damped, 20 frequencies: norm at the last",
                   .reference = "inverse of the full dynamic stiffness",
                   .reference_value = size,
                   .value = found,
                   .error = worst,
                   .allowed = 1e-9,
                   .why = "condition of the dynamic stiffness near resonance; error: largest over the frequencies"});
}

TEST(FrequencyResponse, AtZeroFrequencyIsTheRigidBody) {
  const SmallModel model;
  const auto response = inertance(Reduced(model, 4).modal(ModalDamping{}), VectorXd::Zero(1));
  const MatrixXd rigid = model.rigid.topRows(9);
  const MatrixXd expected =
      rigid * (model.rigid.transpose() * model.mass * model.rigid).ldlt().solve(rigid.transpose());
  EXPECT_LE((response[0].real() - expected).norm(), 1e-11 * expected.norm());
}

TEST(ResponseComparison, FracIsBlindToAFactorAndTheErrorIsNot) {
  const SmallModel model;
  const VectorXd hz = VectorXd::LinSpaced(30, 1, 100);
  const auto response = inertance(Reduced(model, 4).modal(ModalDamping{}), hz);
  auto larger = response;
  for (MatrixXcd& h : larger) h *= 1.1;
  const ResponseComparison comparison = compare_responses(response, larger);
  EXPECT_NEAR(comparison.frac_min, 1, 1e-12);
  testing::record({.group = "Reduction",
                   .name = "error that the quality record finds between responses that differ by a tenth",
                   .reference = "a tenth",
                   .reference_value = 0.1,
                   .value = comparison.error_max,
                   .error = testing::relative_error(comparison.error_max, 0.1),
                   .allowed = 1e-11,
                   .why = "rounding"});
}

TEST(ResponseComparison, PairsDecoupledBySymmetryAreMasked) {
  std::vector<MatrixXcd> reference(3, MatrixXcd::Identity(2, 2)), tested = reference;
  reference[1](0, 1) = 1e-9;  // noise
  tested[1](0, 1) = -3e-9;
  const ResponseComparison comparison = compare_responses(reference, tested);
  EXPECT_EQ(comparison.num_counted, 2);
  EXPECT_FALSE(comparison.counted(0, 1));
  EXPECT_NEAR(comparison.frac_min, 1, 1e-15);
  EXPECT_EQ(comparison.error_max, 0);
}

TEST(ModalAssurance, IsOneForTheSameModeInAnyScaleAndZeroForOrthogonalOnes) {
  const SmallModel model;
  const MatrixXd u = model.modes.leftCols(4);
  const MatrixXd v = -3 * u;
  const MatrixXd cross = u.transpose() * model.mass * v;
  const VectorXd own = (v.transpose() * model.mass * v).diagonal();
  const MatrixXd mac = modal_assurance(cross, VectorXd::Ones(4), own);
  EXPECT_LE((mac - MatrixXd::Identity(4, 4)).norm(), 1e-12);
  const VectorXd hz = VectorXd::LinSpaced(4, 10, 40);
  const auto pairs = pair_modes(mac, 1.01 * hz, hz);
  ASSERT_EQ(pairs.size(), 4);
  EXPECT_EQ(pairs[2].second, 2);
  EXPECT_NEAR(pairs[2].frequency_difference, 0.01, 1e-12);
}

TEST(ModalAssurance, ModesOfOneFrequencyAreAlikeInAnyMixture) {
  // A round shaft bends in two planes at one frequency; two programs choose the planes as they like.
  const double c = std::sqrt(0.5);
  MatrixXd cross = MatrixXd::Identity(3, 3);
  cross.topLeftCorner(2, 2) << c, c, -c, c;
  const MatrixXd mac = modal_assurance(cross, VectorXd::Ones(3), VectorXd::Ones(3));
  const VectorXd hz = (VectorXd(3) << 100, 100, 250).finished();
  EXPECT_EQ(pair_modes(mac, 1.02 * hz, hz).size(), 3);
  const MatrixXd difference = frequency_differences(mac, 1.02 * hz, hz);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j)
      if ((i < 2) == (j < 2))
        EXPECT_NEAR(difference(i, j), 0.02, 1e-12);
      else
        EXPECT_TRUE(std::isnan(difference(i, j)));
}

TEST(Damping, RayleighGivesAlphaPlusBetaTimesTheEigenvalue) {
  const VectorXd w2 = (VectorXd(2) << 100, 400).finished();
  EXPECT_DOUBLE_EQ(damping_rates(RayleighDamping{2, 0.01}, w2)[1], 6);
  EXPECT_DOUBLE_EQ(damping_rates(ModalDamping{0.02}, w2)[0], 0.4);
  EXPECT_DOUBLE_EQ(damping_rates(PerModeDamping{{0.1, 0.05}}, w2)[1], 2);
}

}  // namespace
}  // namespace trunnion
