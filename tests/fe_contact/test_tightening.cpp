// Clamp forces: the tightening that gives them.
#include "trunnion/fe_contact/tightening.h"

#include <gtest/gtest.h>

#include "fe_contact/two_parts.h"
#include "support/fe_models.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/merge.h"

namespace trunnion {
namespace {

using namespace testing;

FitLaw stiff(double friction = 0) {
  FitLaw law;
  law.stiffness = 1e14;
  law.friction = friction;
  return law;
}

/// A soft base with two pillars of unlike size on it, both held on top.
FeModel two_pillars() {
  return steel_model(merged({{"base", box_mesh({.size = {2, 1, 0.3}, .divisions = {4, 2, 2}})},
                             {"left", box_mesh({.size = {0.8, 1, 1}, .divisions = {2, 2, 1}}), {0, 0, 0.3}},
                             {"right", box_mesh({.size = {0.6, 1, 2}, .divisions = {2, 2, 1}}), {1.3, 0, 0.3}}}));
}
ZoneInput under(const std::string& pillar) {
  return {.name = pillar, .outer = pillar + ".zmin", .inner = "base.zmax", .interference = {}, .expansion = {}};
}

TEST(Tightening, FindsTheWayThatGivesEachJointItsForce) {
  const FeModel model = two_pillars();
  const ContactStatics statics(
      {model,
       {{contact_zone(model, under("left")), stiff(), 3e6}, {contact_zone(model, under("right")), stiff(0.2), 1e6}},
       {held("base.xmin", {0, 1, 2}), held("base.xmax", {0, 1, 2}), held("left.zmax", {0, 1, 2}),
        held("right.zmax", {0, 1, 2})}});
  ContactState state = statics.start();
  const ContactReport report = statics.step(state, 1, {}, 3);
  ASSERT_TRUE(report.converged) << report.message;
  const std::vector<Fit>& fits = statics.problem().fits;
  EXPECT_NEAR(clamp_force(fits[0].zone, state.traction.data()) / 3e6, 1, 1e-5);
  EXPECT_NEAR(clamp_force(fits[1].zone, state.traction.data() + fits[0].zone.size()) / 1e6, 1, 1e-5);
  for (const Fit& fit : fits) {
    EXPECT_GT(fit.zone.interference[0], 0);
    EXPECT_EQ(fit.zone.interference.minCoeff(), fit.zone.interference.maxCoeff());
  }
}

TEST(Tightening, OfAColumnIsForceTimesItsCompliance) {
  const double E = 210e9, nu = 0.3, oedometric = E * (1 - nu) / ((1 + nu) * (1 - 2 * nu)), force = 5e7;
  const FeModel model = steel_model(
      merged({{"a", box_mesh({.divisions = {2, 2, 2}})}, {"b", box_mesh({.divisions = {2, 2, 2}}), {0, 0, 1}}}));
  std::vector<Support> supports{held("a.zmin", {2}), held("b.zmax", {2})};
  for (const std::string block : {"a", "b"}) {
    for (const char* side : {".xmin", ".xmax"}) supports.push_back(held(block + side, {0}));
    for (const char* side : {".ymin", ".ymax"}) supports.push_back(held(block + side, {1}));
  }
  const ZoneInput zone{.name = "joint", .outer = "b.zmin", .inner = "a.zmax", .interference = {}, .expansion = {}};
  const ContactStatics statics({model, {{contact_zone(model, zone), stiff(), force}}, supports});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 1).converged);
  EXPECT_NEAR(statics.problem().fits[0].zone.interference.mean() / (force * (2 / oedometric + 1e-14)), 1, 2e-5);
}

TEST(Tightening, NeedsASurfaceThatFacesOneWay) {
  const FeModel model = steel_model(ring_on_shaft({}));
  const ContactStatics statics(
      {model, {{contact_zone(model, seat(0)), stiff(), 1e3}}, {held("shaft.inner", {0, 1, 2})}});
  ContactState state = statics.start();
  EXPECT_THROW(statics.step(state, 1, {}, 1), InputError);
}

}  // namespace
}  // namespace trunnion
