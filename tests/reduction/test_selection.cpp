#include <gtest/gtest.h>

#include <numbers>

#include "reduction/small_model.h"
#include "support/verification.h"
#include "trunnion/reduction/mode_selection.h"

namespace trunnion {
namespace {

using testing::SmallModel;

TEST(InterfaceMass, ReducedInteriorMassEqualsTheFullModalSum) {
  for (const bool consistent : {false, true}) {
    const SmallModel model(9, consistent);
    const MatrixXd sum = model.participation.transpose() * model.participation;
    EXPECT_LE((sum - model.interior_mass).norm(), 1e-12 * sum.norm());
  }
}

TEST(InterfaceMass, SharesOfAllModesSumToOne) {
  const SmallModel model;
  std::vector<DofKind> dofs = model.dofs;
  for (std::size_t a = 6; a < 9; ++a) dofs[a] = DofKind::rotation;  // the algebra does not care what they are
  const InterfaceMass mass = interface_mass(model.participation, model.interior_mass, dofs);
  EXPECT_NEAR(mass.translation.sum(), 1, 1e-12);
  EXPECT_NEAR(mass.rotation.sum(), 1, 1e-12);
  testing::record({.group = "Reduction",
                   .name = "effective interface mass of all modes of a truss",
                   .reference = "1: all of the interior mass",
                   .reference_value = 1,
                   .value = mass.combined.sum(),
                   .error = std::abs(mass.combined.sum() - 1),
                   .allowed = 1e-12,
                   .why = "an identity; rounding"});
  EXPECT_LE((mass.distribution.colwise().sum().array() - 1).abs().maxCoeff(), 1e-12);
}

TEST(InterfaceMass, WeightsCountOnlyByTheirRatioAndMissingRotationsByNothing) {
  const SmallModel model;
  const InterfaceMass plain = interface_mass(model.participation, model.interior_mass, model.dofs);
  EXPECT_LE((plain.combined - plain.translation).norm(), 1e-15);
  std::vector<DofKind> dofs = model.dofs;
  dofs[8] = DofKind::rotation;
  const InterfaceMass one = interface_mass(model.participation, model.interior_mass, dofs, {1, 3});
  const InterfaceMass two = interface_mass(model.participation, model.interior_mass, dofs, {2, 6});
  EXPECT_LE((one.combined - two.combined).norm(), 1e-15);
  EXPECT_LE((one.combined - 0.25 * one.translation - 0.75 * one.rotation).norm(), 1e-15);
}

TEST(InterfaceMass, SortedCompletenessIsNeverBelowTheOneByFrequency) {
  const SmallModel model;
  const VectorXd share = interface_mass(model.participation, model.interior_mass, model.dofs).combined;
  const CompletenessCurves curves = completeness_curves(share);
  EXPECT_GE((curves.by_share - curves.by_frequency).minCoeff(), -1e-14);
  EXPECT_NEAR(curves.by_share[share.size() - 1], 1, 1e-12);
}

TEST(TruncationVectors, AreMassAndStiffnessOrthogonalAndBlindToKeptModes) {
  const SmallModel model(12);
  for (const Index k : {Index(0), Index(3), Index(10)}) {
    const MatrixXd phi = model.modes.leftCols(k), p = model.participation.topRows(k);
    const VectorXd w2 = model.eigenvalues.head(k);
    const MatrixXd chi = model.answers - phi * w2.cwiseInverse().asDiagonal() * p;
    const InertiaAnswerGrams grams{chi.transpose() * model.stiffness * chi, chi.transpose() * model.mass * chi};
    const InertiaAnswerGrams deflated = deflate(model.grams, p, w2);
    EXPECT_LE((deflated.stiffness - grams.stiffness).norm(), 1e-13 * model.grams.stiffness.norm());
    EXPECT_LE((deflated.mass - grams.mass).norm(), 1e-13 * model.grams.mass.norm());
    const TruncationBasis basis = truncation_basis(grams, model.grams.stiffness.diagonal());
    const MatrixXd gamma = chi * basis.coefficients;
    const Index r = gamma.cols();
    ASSERT_EQ(r, 9);
    EXPECT_LE((gamma.transpose() * model.mass * gamma - MatrixXd::Identity(r, r)).norm(), 1e-9);
    const MatrixXd energy = gamma.transpose() * model.stiffness * gamma;
    EXPECT_LE((energy - MatrixXd(basis.eigenvalues.asDiagonal())).norm(), 1e-9 * energy.norm());
    EXPECT_LE((phi.transpose() * model.mass * gamma).norm(), 1e-9);
    EXPECT_LE((basis.participation + gamma.transpose() * model.mass * model.constraint_modes).norm(),
              1e-9 * model.participation.norm());
    EXPECT_GE(basis.eigenvalues[0], model.eigenvalues[k] * (1 - 1e-12));  // Rayleigh-Ritz among the deleted modes
  }
}

TEST(TruncationVectors, SpanWhatTheDeletedModesDo) {
  const SmallModel model(12);
  const Index k = 5, rest = model.eigenvalues.size() - k;
  const MatrixXd chi = model.answers - model.modes.leftCols(k) * model.eigenvalues.head(k).cwiseInverse().asDiagonal() *
                                           model.participation.topRows(k);
  const MatrixXd sum = model.modes.rightCols(rest) * model.eigenvalues.tail(rest).cwiseInverse().asDiagonal() *
                       model.participation.bottomRows(rest);
  EXPECT_LE((chi - sum).norm(), 1e-11 * sum.norm());
}

TEST(TruncationVectors, FewerDeletedModesThanInterfaceDofsGiveThatManyVectors) {
  const SmallModel model(9);  // 18 modes
  for (const Index deleted : {0, 1, 4}) {
    const Index k = model.eigenvalues.size() - deleted;
    const TruncationBasis basis =
        truncation_basis(deflate(model.grams, model.participation.topRows(k), model.eigenvalues.head(k)),
                         model.grams.stiffness.diagonal());
    EXPECT_EQ(basis.eigenvalues.size(), deleted);
  }
}

TEST(TruncationVectors, DuplicatedInterfaceDirectionIsDropped) {
  const SmallModel model(12);
  MatrixXd twice(9, 10);  // the tenth column repeats the first, in other units
  twice << MatrixXd::Identity(9, 9), 1e3 * MatrixXd::Identity(9, 1);
  const InertiaAnswerGrams grams{twice.transpose() * model.grams.stiffness * twice,
                                 twice.transpose() * model.grams.mass * twice};
  const TruncationBasis basis = truncation_basis(grams, grams.stiffness.diagonal());
  EXPECT_EQ(basis.eigenvalues.size(), 9);
  const TruncationBasis single = truncation_basis(model.grams, model.grams.stiffness.diagonal());
  EXPECT_LE((basis.eigenvalues - single.eigenvalues).norm(), 1e-8 * single.eigenvalues.norm());
}

TEST(ModeSelection, CutoffKeepsExactlyTheModesBelowIt) {
  const SmallModel model;
  const VectorXd share = interface_mass(model.participation, model.interior_mass, model.dofs).combined;
  const double cutoff = std::sqrt(0.5 * (model.eigenvalues[6] + model.eigenvalues[7])) / (2 * std::numbers::pi);
  const ModeSelection selection = select_below(model.eigenvalues, share, cutoff);
  EXPECT_EQ(selection.modes.size(), 7);
  EXPECT_NEAR(selection.completeness, share.head(7).sum(), 1e-15);
}

TEST(ModeSelection, InterfaceMassReachesATargetWithTheFewestModes) {
  const SmallModel model;
  const VectorXd share = interface_mass(model.participation, model.interior_mass, model.dofs).combined;
  const auto ranked = rank_modes(SelectionRule::interface_mass, model.eigenvalues, share, 0, 0.02);
  const ModeSelection selection = select_completeness(ranked, share, 0.8);
  EXPECT_TRUE(selection.met);
  EXPECT_GE(selection.completeness, 0.8);
  VectorXd sorted = share;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  EXPECT_LT(sorted.head(Index(selection.modes.size()) - 1).sum(), 0.8);  // no set one smaller can do it
  EXPECT_TRUE(std::is_sorted(selection.modes.begin(), selection.modes.end()));
}

TEST(ModeSelection, SaysWhenTheComputedModesCannotReachTheTarget) {
  const SmallModel model;
  const MatrixXd few = model.participation.topRows(4);
  const VectorXd share = interface_mass(few, model.interior_mass, model.dofs).combined;
  const auto ranked = rank_modes(SelectionRule::interface_mass, model.eigenvalues.head(4), share, 0, 0.02);
  const ModeSelection selection = select_completeness(ranked, share, 0.99);
  EXPECT_FALSE(selection.met);
  EXPECT_EQ(selection.modes.size(), 4);
}

TEST(ModeSelection, BandWeightingKeepsEveryModeUpTo1Point3TimesTheBand) {
  const SmallModel model(12);
  const VectorXd share = interface_mass(model.participation, model.interior_mass, model.dofs).combined;
  const double band = std::sqrt(model.eigenvalues[5]) / (2 * std::numbers::pi);
  const auto ranked = rank_modes(SelectionRule::band_interface_mass, model.eigenvalues, share, band, 0.02);
  const Index inside = (model.eigenvalues.array() < 1.69 * model.eigenvalues[5]).count();
  for (Index i = 0; i < inside; ++i) EXPECT_EQ(ranked[i], i);
}

}  // namespace
}  // namespace trunnion
