// Reduced bodies whose parts are pressed together, against the full mesh with the same law.

#include <gtest/gtest.h>

#include "reduction/shaft_hub.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/reduction/contact_error.h"
#include "trunnion/reduction/held_interfaces.h"

namespace trunnion {
namespace {

using testing::bent;
using testing::held_body;
using testing::pressure_error;
using testing::record;

ReductionOptions with_contact_modes(Index normal, Index tangential) {
  ReductionOptions options;
  options.name = "joint";
  options.rule = SelectionRule::count;
  options.count = 20;
  options.truncation_vectors = 0;
  options.quality.compute = false;
  options.certify = false;
  options.fits.fits = {testing::hub_fit()};
  options.fits.modes.normal = normal;
  options.fits.modes.tangential = tangential;
  options.fits.held = {"A", "B"};
  return options;
}

/// The full mesh, shrunk and bent by 40 kN; made once.
struct Truth {
  FeModel model = testing::shaft_with_hub();
  ContactState shrunk, bent;
  Truth() {
    const ContactStatics statics(testing::shaft_and_hub_problem(model));
    shrunk = statics.start();
    if (!statics.step(shrunk, 1, VectorXd::Zero(model.dofs.size), 5).converged) throw SolveError("no shrunk state");
    bent = shrunk;
    if (!statics.step(bent, 1, testing::force_at_rim(model, {0, 40e3, 0}), 2).converged)
      throw SolveError("no bent state");
  }
};
const Truth& truth() {
  static const Truth made;
  return made;
}

double bending_error(const ReducedBody& body) {
  return pressure_error(bent(held_body(truth().model, body), {0, 40e3, 0}).traction, truth().bent.traction);
}

TEST(ContactModes, ShrunkStateInTheBasisIsReproducedToRoundOff) {
  const ReducedBody body = reduce(truth().model, with_contact_modes(10, 0));
  const double error =
      pressure_error(bent(held_body(truth().model, body), Vector3d::Zero()).traction, truth().shrunk.traction);
  record({.group = "Press fits",
          .name = "shrunk state by a reduced body that holds it",
          .reference = "full mesh, same law",
          .error = error,
          .allowed = 1e-6,
          .why = "Newton stops at 1e-11 m of a depth of 1e-6 m; five steps of friction history"});
}

TEST(ContactModes, BendingConvergesWithNormalAndTangentialModesTogether) {
  const double none = bending_error(reduce(truth().model, with_contact_modes(0, 0)));
  const double normal = bending_error(reduce(truth().model, with_contact_modes(50, 0)));
  const double both = bending_error(reduce(truth().model, with_contact_modes(50, -1)));
  EXPECT_GT(none, 0.1);
  EXPECT_LT(normal, 0.02);
  record({.group = "Press fits",
          .name = "pressures of a bent joint, 50 normal and all tangential contact modes",
          .reference = "full mesh, same law",
          .error = both,
          .allowed = 0.002,
          .why = "0.04 % on a mesh of another element in the literature of the method; five times that"});
  EXPECT_LT(both, 0.5 * normal);  // friction needs its own modes
}

TEST(ContactModes, TwoSetsConvergeFasterThanOne) {
  ReductionOptions one = with_contact_modes(25, 0);
  one.fits.modes.one_set = true;
  EXPECT_LT(bending_error(reduce(truth().model, with_contact_modes(25, 0))),
            0.5 * bending_error(reduce(truth().model, one)));
}

TEST(ContactModes, WithoutRelativeRigidMotionsNoNumberOfModesHelps) {
  ReductionOptions options = with_contact_modes(50, -1);
  options.fits.modes.relative_rigid = false;
  EXPECT_GT(bending_error(reduce(truth().model, options)), 0.05);
}

TEST(ContactModes, ModesFormThreeGroupsFarApart) {
  const ReducedBody body = reduce(truth().model, with_contact_modes(10, 0));
  const FitRecord& fits = body.record.fits;
  ASSERT_EQ(fits.relative_hz.size(), 6);
  EXPECT_LT(fits.relative_hz.maxCoeff(), 1.01e-3 * fits.elastic_hz);
  EXPECT_GT(fits.relative_hz.minCoeff(), 1e-5 * fits.elastic_hz);
  EXPECT_NEAR(body.frequency[5], fits.relative_hz[5], 1e-6 * fits.relative_hz[5]);
  EXPECT_GT(fits.elastic_hz, 5e3);
  EXPECT_EQ(fits.shrink_vectors, 1);
}

TEST(ContactModes, GivenSpringsInTheElasticRangeAreRefusedWithNumbers) {
  ReductionOptions options = with_contact_modes(10, 0);
  options.fits.springs = {1e12, 1e9};
  try {
    reduce(truth().model, options);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("Hz"), std::string::npos) << error.what();
  }
}

TEST(ContactModes, ErrorIndicatorTellsTheErrorOfThePressures) {
  const FeModel& model = truth().model;
  const HeldInterfaces held = held_interfaces(model, {"A", "B", "C"});
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  const MatrixXd psi = solver.constraint_modes();
  double worst = 0;
  for (const auto& [normal, tangential] : {std::pair<Index, Index>{10, 0}, {25, 0}, {50, 0}, {50, -1}}) {
    const testing::HeldBody body = held_body(model, reduce(model, with_contact_modes(normal, tangential)));
    const ReducedContactState state = bent(body, {0, 40e3, 0});
    const ContactErrorEstimate estimate(solver, psi, body.points);
    const ContactError indicated = estimate(body.motion * state.q, state.w, 1, state.traction);
    const double true_error = pressure_error(state.traction, truth().bent.traction);
    worst = std::max(worst, std::abs(std::log(indicated.relative / true_error)));
  }
  record({.group = "Press fits",
          .name = "error indicator over true error of pressures, four bases",
          .reference = "full mesh, same law",
          .error = worst,
          .allowed = 0.35,
          .why = "largest |ln| of the ratio; one Newton correction at fixed interfaces, friction history of the "
                 "reduced body"});
}

}  // namespace
}  // namespace trunnion
