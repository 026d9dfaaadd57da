// The proof that no fixed-interface mode was missed, and what happens when one was.

#include <gtest/gtest.h>

#include <numeric>

#include "reduction/beam_pieces.h"
#include "trunnion/base/error.h"
#include "trunnion/reduction/mode_certificate.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {
namespace {

using testing::box_beam;
using testing::BoxBeam;
using testing::coarse;

/// Bends in two planes alike: modes come in pairs.
BoxBeam square_beam() {
  BoxBeam beam;
  beam.size = {0.12, 0.02, 0.02};
  beam.divisions = {5, 2, 2};
  return beam;
}

TEST(ModeCertificate, ModesChosenByCountAreProvenCompleteUpToTheLast) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.rule = SelectionRule::count;
  options.quality.compute = false;
  for (const Index count : {1, 2, 7, 20}) {
    options.count = count;
    const ReductionRecord record = reduce(model, options).record;
    EXPECT_TRUE(record.certified) << count;
    EXPECT_GT(record.certified_below, record.fixed_hz[count - 1]) << count;
  }
}

TEST(ModeCertificate, AnEqualBesideTheLastModeIsNotTakenForAMissedOne) {
  const FeModel model = box_beam(square_beam());
  ReductionOptions options;
  options.rule = SelectionRule::count;
  options.count = 1;  // of the first pair
  options.quality.compute = false;
  const ReductionRecord record = reduce(model, options).record;
  EXPECT_EQ(record.modes_computed, 1);
  EXPECT_TRUE(record.certified);
  EXPECT_LT(record.certified_below, record.fixed_hz[0]);
  options.count = 2;
  const ReductionRecord both = reduce(model, options).record;
  EXPECT_NEAR(both.fixed_hz[1], both.fixed_hz[0], 1e-6 * both.fixed_hz[0]);
  EXPECT_TRUE(both.certified);
  EXPECT_GT(both.certified_below, both.fixed_hz[1]);
}

TEST(ModeCertificate, MissedModesAreNoticedAndFound) {
  const FeModel model = box_beam(square_beam());
  const testing::Pieces pieces(model, 60e3);
  const Index n = pieces.modes.eigenvalues.size();
  ASSERT_GT(n, 8);
  std::vector<Index> kept(std::size_t(n), 0);
  std::iota(kept.begin(), kept.end(), Index(0));
  kept.erase(kept.begin() + 4);
  kept.erase(kept.begin() + 1);
  FixedModes modes;
  modes.eigenvalues = pieces.modes.eigenvalues(kept);
  modes.shapes = pieces.modes.shapes(Eigen::all, kept);

  ReductionRecord record;
  const ModeCount count = count_beside(pieces.solver.system(), modes.eigenvalues);
  certify(modes, count, record);
  EXPECT_FALSE(record.certified);
  EXPECT_EQ(count.missed(modes), 2);
  ASSERT_EQ(record.warnings.size(), 1);
  find_missed(count, modes, model, pieces.solver, silent_observer());
  certify(modes, count, record);
  EXPECT_TRUE(record.certified);
  EXPECT_LE((modes.eigenvalues.head(n) - pieces.modes.eigenvalues).norm(), 1e-9 * pieces.modes.eigenvalues.norm());
}

TEST(ModeCertificate, ACountThatFailsLeavesAWarningAndNoProof) {
  ReductionRecord record;
  const ModeCount count =
      proven([]() -> ModeCount { throw SolveError("factorisation of 900000 unknowns needs 31 GB"); }, record);
  EXPECT_FALSE(count.made());
  ASSERT_EQ(record.warnings.size(), 1);
  EXPECT_NE(record.warnings[0].find("could not be proven: factorisation of 900000"), std::string::npos);
  FixedModes modes;
  modes.eigenvalues = VectorXd::Ones(3);
  certify(modes, count, record);
  EXPECT_FALSE(record.certified);
  EXPECT_EQ(record.certified_below, 0);
  // Bad input is not a failed proof.
  EXPECT_THROW(proven([]() -> ModeCount { throw InputError("no"); }, record), InputError);
}

TEST(FixedModes, WavesAndInertiaAnswersAreAStartThatHoldsEveryMode) {
  // Without it modes that no interface moves (symmetry) would stay hidden; all of a symmetric beam are found.
  const FeModel model = box_beam(coarse());
  const HeldInterfaces held = held_interfaces(model, {});
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  const testing::DenseFixed dense(model, held);
  FixedModes modes;
  modes.shapes.resize(model.dofs.size, 0);
  inertia_answers(model, solver, mass_product(model, solver.constraint_modes()), modes);
  EXPECT_EQ(modes.start.cols() % 8, 0);
  constexpr Index count = 40;
  add_modes(modes, count, model, solver, silent_observer());
  EXPECT_EQ(modes.start.size(), 0);
  EXPECT_LE((modes.eigenvalues - dense.eigenvalues.head(count)).cwiseQuotient(modes.eigenvalues).cwiseAbs().maxCoeff(),
            1e-8);
}

}  // namespace
}  // namespace trunnion
