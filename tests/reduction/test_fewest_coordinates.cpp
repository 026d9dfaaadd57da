// Modes and truncation vectors that together meet a target of interface mass, beside every other choice there is.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "reduction/small_model.h"
#include "support/verification.h"
#include "trunnion/reduction/completeness_forecast.h"
#include "trunnion/reduction/fewest_coordinates.h"

namespace trunnion {
namespace {

using testing::SmallModel;

struct Specimen {
  explicit Specimen(Index nodes, Index computed, bool turns = false)
      : model(nodes),
        participation(model.participation.topRows(computed)),
        eigenvalues(model.eigenvalues.head(computed)) {
    if (turns)  // the algebra does not care what they are
      for (std::size_t a = 6; a < 9; ++a) model.dofs[a] = DofKind::rotation;
    share = interface_mass(participation, model.interior_mass, model.dofs).combined;
    ranked = rank_modes(SelectionRule::interface_mass, eigenvalues, share, 0, 0.02);
  }
  CombinedProblem problem() const {
    return {participation, eigenvalues, model.interior_mass, model.dofs, {}, model.grams};
  }

  SmallModel model;
  MatrixXd participation;
  VectorXd eigenvalues, share;
  std::vector<Index> ranked;
};

/// Forty modes of a body, nine of them computed: frequencies over decades, each mode moves with some interface dofs.
struct ModalSpecimen {
  ModalSpecimen(Index interface_dofs, double fall, int seed) : dofs(std::size_t(interface_dofs), DofKind::translation) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::uniform_real_distribution<double> uniform(0, 1);
    std::normal_distribution<double> normal;
    const Index all = 40;
    VectorXd w2(all);
    MatrixXd p(all, interface_dofs);
    for (Index i = 0; i < all; ++i) {
      w2[i] = 1e6 * std::pow(double(i + 1) + 0.5 * uniform(random), 2);
      for (Index a = 0; a < interface_dofs; ++a)
        p(i, a) = uniform(random) < 0.5 ? 0 : std::pow(double(i + 1), -fall) * normal(random);
    }
    interior_mass = p.transpose() * p;
    const MatrixXd once = w2.cwiseInverse().asDiagonal() * p;
    grams = {p.transpose() * once, once.transpose() * once};
    participation = p.topRows(9);
    eigenvalues = w2.head(9);
    share = interface_mass(participation, interior_mass, dofs).combined;
    ranked = rank_modes(SelectionRule::interface_mass, eigenvalues, share, 0, 0.02);
  }
  CombinedProblem problem() const { return {participation, eigenvalues, interior_mass, dofs, {}, grams}; }

  std::vector<DofKind> dofs;
  MatrixXd participation, interior_mass;
  VectorXd eigenvalues, share;
  InertiaAnswerGrams grams;
  std::vector<Index> ranked;
};

constexpr Index kNone = 1000;

/// Of sets of modes with every number of vectors.
Index fewest_of(const ModalSpecimen& s, const std::vector<std::vector<Index>>& sets, double target, Index max_vectors) {
  const CombinedProblem problem = s.problem();
  Index fewest = kNone;
  for (const std::vector<Index>& kept : sets)
    for (Index r = 0; r <= max_vectors && Index(kept.size()) + r < fewest; ++r)
      if (carried_together(problem, kept, r) >= target) fewest = Index(kept.size()) + r;
  return fewest;
}

TEST(FewestCoordinates, AreAsFewAsTheBestOfAllSubsetsOfASmallModel) {
  std::vector<std::vector<Index>> subsets;
  for (unsigned bits = 0; bits < 512; ++bits) {
    subsets.emplace_back();
    for (Index i = 0; i < 9; ++i)
      if ((bits >> unsigned(i)) & 1U) subsets.back().push_back(i);
  }
  Index excess = 0;
  int cases = 0, beats_modes_alone = 0, beats_ranking = 0;
  for (const double fall : {0.2, 0.5, 0.8})
    for (int seed = 0; seed < 6; ++seed)
      for (const Index max_vectors : {2, 5}) {
        const ModalSpecimen s(5, fall, seed);
        std::vector<std::vector<Index>> prefixes;
        for (Index k = 0; k <= 9; ++k) prefixes.emplace_back(s.ranked.begin(), s.ranked.begin() + k);
        for (const double target : {0.35, 0.5, 0.65, 0.8, 0.9}) {
          const CombinedSelection found = select_fewest(s.problem(), s.ranked, target, max_vectors);
          const Index best = fewest_of(s, subsets, target, max_vectors);
          EXPECT_EQ(found.modes.met, best < kNone);
          if (!found.modes.met) continue;
          ++cases;
          EXPECT_GE(found.completeness, target);
          EXPECT_LE(fewest_conceivable(s.interior_mass, s.dofs, {}, target), best);
          excess = std::max(excess, found.count() - best);
          const ModeSelection alone = select_completeness(s.ranked, s.share, target);
          beats_modes_alone += !alone.met || found.count() < Index(alone.modes.size());
          beats_ranking += found.count() < fewest_of(s, prefixes, target, max_vectors);
        }
      }
  EXPECT_GT(cases, 100);
  EXPECT_GT(beats_modes_alone, 50);
  EXPECT_GT(beats_ranking, 20);
  testing::record(
      {.group = "Reduction",
       .name = "coordinates for a target of interface mass, more than the best of all subsets of nine modes",
       .reference = "every set of modes with every number of vectors",
       .reference_value = 0,
       .value = double(excess),
       .error = double(excess),
       .allowed = 0,
       .why = "a count",
       .inside = true});
}

TEST(FewestCoordinates, NoMotionsOfAnyKindCarryMoreThanTheBound) {
  // The leading directions of the weighted interior mass carry exactly what the bound adds up; all modes carry it all.
  const Specimen s(12, 27, true);
  const MatrixXd& mbar = s.model.interior_mass;
  EXPECT_EQ(fewest_conceivable(mbar, s.model.dofs, {}, 1 - 1e-9), 9);
  for (const double target : {0.3, 0.6, 0.9}) {
    const Index m = fewest_conceivable(mbar, s.model.dofs, {}, target);
    VectorXd weight(9);
    for (Index a = 0; a < 9; ++a)
      weight[a] = a < 6 ? 0.5 / mbar.diagonal().head(6).sum() : 0.5 / mbar.diagonal().tail(3).sum();
    const MatrixXd root = weight.cwiseSqrt().asDiagonal();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(root * mbar * root);
    const auto carried = [&](Index count) { return eigen.eigenvalues().tail(count).sum(); };
    EXPECT_GE(carried(m), target);
    EXPECT_LT(carried(m - 1), target);
    // The motions themselves: mixtures of all modes whose participation has these directions.
    const MatrixXd directions = eigen.eigenvectors().rightCols(m);
    const MatrixXd mixed = (s.participation * root * directions).colwise().normalized().transpose() * s.participation;
    EXPECT_NEAR(interface_mass(mixed, mbar, s.model.dofs).combined.sum(), carried(m), 1e-10);
  }
}

TEST(FewestCoordinates, OfAReducedInterfaceAreMeasuredAtTheInterfaceDofs) {
  // Vectors that answer to fewer motions of the interface carry mass of all its dofs.
  const Specimen s(12, 12);
  CombinedProblem problem = s.problem();
  problem.motions = MatrixXd::Identity(9, 9).leftCols(4);
  const std::vector<Index> kept{0, 2, 5};
  const MatrixXd phi = s.model.modes(Eigen::all, kept);
  const VectorXd w2 = s.eigenvalues(kept);
  const MatrixXd chi = s.model.answers.leftCols(4) -
                       phi * w2.cwiseInverse().asDiagonal() * s.participation(kept, Eigen::all).leftCols(4);
  const TruncationBasis basis =
      truncation_basis({chi.transpose() * s.model.stiffness * chi, chi.transpose() * s.model.mass * chi},
                       s.model.grams.stiffness.diagonal().head(4));
  ASSERT_EQ(basis.eigenvalues.size(), 4);
  MatrixXd together(s.model.size(), 7);
  together << phi, chi * basis.coefficients;
  const MatrixXd p = -together.transpose() * s.model.mass * s.model.constraint_modes;
  EXPECT_NEAR(carried_together(problem, kept, 4), interface_mass(p, s.model.interior_mass, s.model.dofs).combined.sum(),
              1e-10);
}

TEST(FewestCoordinates, ModesThatAreAlwaysKeptAreKept) {
  const Specimen s(12, 12);
  const CombinedSelection free = select_fewest(s.problem(), s.ranked, 0.7, 9);
  const CombinedSelection found = select_fewest(s.problem(), s.ranked, 0.7, 9, {0, 1, 2, 3, 4});
  ASSERT_TRUE(found.modes.met);
  for (Index i = 0; i < 5; ++i) EXPECT_EQ(found.modes.modes[std::size_t(i)], i);
  EXPECT_GE(found.count(), free.count());
}

TEST(FewestCoordinates, AreNoMoreThanModesAloneNeed) {
  const SmallModel model(14);
  const VectorXd share = interface_mass(model.participation, model.interior_mass, model.dofs).combined;
  const auto ranked = rank_modes(SelectionRule::interface_mass, model.eigenvalues, share, 0, 0.02);
  const CombinedProblem problem{model.participation, model.eigenvalues, model.interior_mass, model.dofs, {},
                                model.grams};
  for (const double target : {0.5, 0.8, 0.95}) {
    const ModeSelection alone = select_completeness(ranked, share, target);
    const CombinedSelection both = select_fewest(problem, ranked, target, 9);
    EXPECT_TRUE(both.modes.met);
    EXPECT_GE(both.completeness, target);
    EXPECT_LE(both.completeness, 1 + 1e-9);
    EXPECT_LE(both.modes.modes.size() + both.vectors, alone.modes.size());
  }
}

/// 1 - C(n) = A (n^-p - N^-p) exactly.
VectorXd carried_by(const VectorXd& modes, double p, double all) {
  const double a = 0.9 / (1 - std::pow(all, -p));
  return modes.unaryExpr([&](double n) { return 1 - a * (std::pow(n, -p) - std::pow(all, -p)); });
}

TEST(CompletenessForecast, FollowsACourseOfItsOwnKind) {
  const VectorXd modes = VectorXd::LinSpaced(12, 10, 70);
  for (const double p : {0.2, 0.7, 1.5}) {
    const Index all = 5000, most = 800;
    const double there = carried_by(VectorXd::Constant(1, double(most)), p, double(all))[0];
    const CompletenessForecast forecast =
        forecast_completeness(modes, carried_by(modes, p, double(all)), all, most, there);
    EXPECT_NEAR(forecast.likely, there, 1e-3);
    EXPECT_GE(forecast.at_most, there);
    EXPECT_LE(forecast.needed, most);
    EXPECT_NEAR(forecast_completeness(modes, carried_by(modes, p, double(all)), all, all, 1).likely, 1, 1e-9);
  }
}

}  // namespace
}  // namespace trunnion
