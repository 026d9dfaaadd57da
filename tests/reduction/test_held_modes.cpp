#include "trunnion/reduction/held_modes.h"

#include <gtest/gtest.h>

#include <numbers>

#include "reduction/beam_pieces.h"
#include "trunnion/reduction/body_response.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {
namespace {

TEST(HeldModes, AreTheFixedInterfaceModesOfTheMeshWhateverTheReferenceCondition) {
  const FeModel model = testing::box_beam(testing::coarse());
  const testing::DenseFixed exact(model, held_interfaces(model, {}));
  const std::vector<NodeId> nodes = nodes_named(model.file->mesh, "zmax");
  for (const ReferenceCondition reference : {ReferenceCondition::mean_axis, ReferenceCondition::chord}) {
    ReductionOptions options;
    options.quality.compute = false;
    options.rule = SelectionRule::interface_mass;
    options.count = 9;
    options.pool = 30;
    options.surfaces = {"zmax"};
    options.reference = reference;
    options.chord = {"left", "right"};
    const ReducedBody body = reduce(model, options);
    const std::vector<HeldMode> leading = leading_held_modes(body, 6);
    ASSERT_EQ(leading.size(), 6U);
    double before = 1;
    for (const HeldMode& mode : leading) {
      EXPECT_LE(mode.share, before);
      before = mode.share;
      EXPECT_EQ(mode.share, body.record.share[mode.mode]);
      EXPECT_NEAR(std::sqrt(exact.eigenvalues[mode.mode]) / (2 * std::numbers::pi), mode.hz, 1e-6 * mode.hz);
      const Matrix3Xd found = motion_of(body.surfaces[0], mode);
      Matrix3Xd wanted(3, Index(nodes.size()));
      for (std::size_t i = 0; i < nodes.size(); ++i)
        wanted.col(Index(i)) = exact.shapes.col(mode.mode).segment<3>(3 * Index(nodes[i].value));
      const double likeness = std::abs(found.cwiseProduct(wanted).sum()) / (found.norm() * wanted.norm());
      EXPECT_NEAR(likeness, 1, 1e-6);
      const VectorXd at_interfaces = linear_body(body).rows * mode.coordinates;
      EXPECT_LE(at_interfaces.cwiseAbs().maxCoeff(), 1e-8 * found.cwiseAbs().maxCoeff() / 0.03);  // turns, too
    }
  }
}

TEST(HeldModes, AreNoneWhereABodyHoldsNone) {
  const FeModel model = testing::box_beam(testing::coarse());
  for (const ReductionMethod method : {ReductionMethod::guyan, ReductionMethod::free_modes}) {
    ReductionOptions options;
    options.quality.compute = false;
    options.method = method;
    EXPECT_TRUE(leading_held_modes(reduce(model, options), 6).empty());
  }
}

}  // namespace
}  // namespace trunnion
