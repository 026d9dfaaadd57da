// Parts of different temperature: what free expansion does to a fit, against thermal loads and against Lamé.
#include "trunnion/fe_contact/free_expansion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fe_contact/two_parts.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/loads.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

FitLaw law_with(double friction) {
  FitLaw law;
  law.stiffness = 1e14;
  law.friction = friction;
  law.elastic_slip = 1e-6;
  return law;
}

VectorXd warmer(const FeModel& model, const std::string& part, double change) {
  VectorXd out = VectorXd::Zero(model.file->mesh.num_elements());
  for (const ElementId e : model.file->mesh.element_sets.at(part)) out[e.value] = change;
  return out;
}

ZoneInput expanding_seat(const FeModel& model, const std::string& part, double change) {
  ZoneInput zone = seat(0);
  zone.expansion = free_expansions(model, warmer(model, part, change), {zone}).front();
  return zone;
}

TEST(FreeExpansion, PressesAndSlipsLikeThermalLoadsOnTheFullMesh) {
  // The ring shrinks onto the shaft as it cools: also along the axis, where friction holds it back.
  const FeModel model = steel_model(ring_on_shaft({.shaft_around = 16, .ring_around = 16, .shaft_length = 16e-3}));
  const double change = -60;
  const std::vector<Support> supports{held("shaft.inner", {0, 1, 2})};
  for (const double friction : {0.0, 0.2}) {
    const ContactStatics expanding(
        {model, {{contact_zone(model, expanding_seat(model, "ring", change)), law_with(friction)}}, supports});
    const ContactStatics loaded({model, {{contact_zone(model, seat(0)), law_with(friction)}}, supports});
    ContactState grown = expanding.start(), cooled = loaded.start();
    const VectorXd load = load_vectors(model, {{"cold", {UniformTemperature{"ring", change}}}}).col(0);
    const ContactReport a = expanding.step(grown, 1, {}, 4), b = loaded.step(cooled, 1, load, 4);
    ASSERT_TRUE(a.converged && b.converged) << a.message << b.message;
    double off = 0, all = 0, shear = 0;
    for (std::size_t k = 0; k < grown.traction.size(); ++k) {
      off += std::pow(grown.traction[k].pressure - cooled.traction[k].pressure, 2) +
             (grown.traction[k].shear - cooled.traction[k].shear).squaredNorm();
      all += std::pow(cooled.traction[k].pressure, 2);
      shear += cooled.traction[k].shear.squaredNorm();
    }
    EXPECT_GE(shear, friction > 0 ? 1e-4 * all : 0);  // the axial part does something
    record({.group = "Press fits",
            .name = friction > 0 ? "Ring cools by 60 K on a shaft, friction 0.2: tractions by free expansion"
                                 : "Ring cools by 60 K on a shaft, no friction: tractions by free expansion",
            .reference = "thermal loads on the full mesh",
            .reference_value = 0,
            .value = std::sqrt(off / all),
            .error = std::sqrt(off / all),
            .allowed = 1e-6,
            .why = "the same problem in other unknowns; Newton to 1e-9",
            .inside = true});
  }
}

TEST(FreeExpansion, MakesTheInterferenceOfLameWithThermalStrain) {
  const double a = shaft_bore, b = seat_radius, c = ring_radius, E = 210e9, nu = 0.3, change = 50;
  const FeModel model =
      steel_model(ring_on_shaft({.shaft_around = 8, .ring_around = 8, .sector = pi / 2, .radial = 3}));
  std::vector<Support> supports;
  for (const std::string part : {"shaft", "ring"}) {
    supports.push_back(held(part + ".start", {1}));
    supports.push_back(held(part + ".end", {0}));
    supports.push_back(held(part + ".bottom", {2}));
    supports.push_back(held(part + ".top", {2}));
  }
  // A quarter has the middle of its surfaces off the axis: the growth is written about the axis here.
  ZoneInput zone = seat(0);
  zone.expansion = [=](const Vector3d& x) -> Vector3d {
    return -steel().expansion * change * Vector3d(x.x(), x.y(), 0);
  };
  const ContactZone made = contact_zone(model, zone);
  const ContactStatics statics({model, {{made, law_with(0)}}, supports});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 1).converged);
  double p = 0;
  for (Index k = 0; k < made.size(); ++k) p += made.area[k] * state.traction[std::size_t(k)].pressure / made.area.sum();
  const double give = b * (1 - nu * nu) / E * ((c * c + b * b) / (c * c - b * b) + (b * b + a * a) / (b * b - a * a));
  const double exact = steel().expansion * change * b / (give + 1e-14);
  record({.group = "Press fits",
          .name = "Shaft 50 K warmer than its ring, plane strain: mean pressure by free expansion",
          .reference = "Lamé with alpha dT r as interference, penalty in series",
          .reference_value = exact,
          .value = p,
          .error = relative_error(p, exact),
          .allowed = 1e-3,
          .why = "three elements through each wall"});
}

TEST(FreeExpansion, GrowsAboutTheMiddleOfTheContactOfEachPart) {
  const FeModel model = steel_model(ring_on_shaft({.shaft_around = 16, .ring_around = 16}));
  const auto motion = free_expansions(model, warmer(model, "ring", 100), {seat(0)}).front();
  const double strain = 100 * steel().expansion;
  EXPECT_LT((motion(Vector3d(seat_radius, 0, ring_length / 2)) - Vector3d(strain * seat_radius, 0, 0)).norm(), 1e-12);
  EXPECT_NEAR(motion(Vector3d(0, 0, ring_length)).z(), strain * ring_length / 2, 1e-12);
  EXPECT_FALSE(free_expansions(model, warmer(model, "ring", 0), {seat(0)}).front());
}

TEST(FreeExpansion, RefusesAPartThatWouldStrainItself) {
  const FeModel model = steel_model(ring_on_shaft({}));
  VectorXd change = VectorXd::Zero(model.file->mesh.num_elements());
  change[0] = 30;
  try {
    free_expansions(model, change, {seat(0)});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("belong to one part"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("0.36"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace trunnion
