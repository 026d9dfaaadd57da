// Seats that are no cylinders: a spherical cap under pressure, what friction carries about the axis of a cone.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fe_contact/two_parts.h"
#include "support/verification.h"
#include "trunnion/contact/fit_axis.h"
#include "trunnion/fe_contact/no_equilibrium.h"
#include "trunnion/mesh/merge.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

constexpr double E = 210e9, nu = 0.3, k_p = 1e14, interference = 10e-6;
constexpr double hollow = 10e-3, ball = 20e-3, shell = 32e-3;

/// A hollow cylinder bent to the cap of a sphere, from its equator (bottom) to a hole of one degree at its pole (top).
Mesh cap(double inner, double outer, int around) {
  Mesh mesh = cylinder_mesh({.radius = outer,
                             .inner_radius = inner,
                             .length = pi / 2 - pi / 180,
                             .around = around,
                             .radial = 3,
                             .along = 6,
                             .sector = pi / 2});
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const Vector3d x = mesh.x.col(n);
    const double r = x.head<2>().norm(), latitude = x.z();
    mesh.x.col(n) << std::cos(latitude) * x.head<2>(), r * std::sin(latitude);
  }
  return mesh;
}

TEST(CurvedSeats, ABallInAShellIsPressedAsInClosedForm) {
  const FeModel model = steel_model(merged({{"ball", cap(hollow, ball, 6)}, {"shell", cap(ball, shell, 6)}}));
  const ContactZone zone = contact_zone(model, {.name = "seat",
                                                .outer = "shell.inner",
                                                .inner = "ball.outer",
                                                .interference = [](const Vector3d&) { return interference; },
                                                .expansion = {}});
  EXPECT_NEAR(zone.area.sum() / (pi / 2 * ball * ball), 1, 1e-3);
  // A part of a sphere that leans to all sides alike: any line through its center would be an axis.
  const FitAxis axis = fit_axis(zone.position, zone.normal, zone.area);
  EXPECT_LE(axis.center.cross(axis.direction).norm(), 1e-3 * ball);
  std::vector<Support> supports;
  for (const std::string part : {"ball", "shell"}) {
    supports.push_back(held(part + ".start", {1}));
    supports.push_back(held(part + ".end", {0}));
    supports.push_back(held(part + ".bottom", {2}));
  }
  FitLaw law;
  law.stiffness = k_p;
  law.friction = 0.2;
  law.elastic_slip = 1e-5;
  const ContactStatics statics({model, {{zone, law}}, supports});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 1).converged);
  // A hollow sphere from a to b gives under pressure at one of its faces, there, away from its material.
  const auto give = [](double at, double other) {
    const double near = std::pow(at, 3), far = std::pow(other, 3);
    return at / E * ((1 - 2 * nu) * near + 0.5 * (1 + nu) * far) / std::abs(far - near);
  };
  const double exact = interference / (give(ball, hollow) + give(ball, shell) + 1 / k_p);
  double mean = 0, slip = 0;
  for (Index k = 0; k < zone.size(); ++k) {
    mean += zone.area[k] / zone.area.sum() * state.traction[std::size_t(k)].pressure;
    slip = std::max(slip, state.traction[std::size_t(k)].memory.slip.norm());
  }
  record({.group = "Press fits",
          .name = "Hollow ball in a spherical shell, an eighth of hex20: mean pressure",
          .reference = "Lamé's spheres, penalty in series",
          .reference_value = exact,
          .value = mean,
          .error = relative_error(mean, exact),
          .allowed = 5e-4,
          .why = "three elements through each wall, and a hole of one degree at the pole"});
  EXPECT_LE(slip, 0.02 * law.elastic_slip);  // everything moves along the radius
}

TEST(CurvedSeats, FrictionCarriesATorqueAboutTheAxisOfACone) {
  // A seat of 60 degrees to its axis, as under a countersunk head of 120 degrees.
  constexpr int around = 72, along = 20;
  constexpr double narrow = 10e-3, wide = 20e-3, stands = pi / 3, pressure = 50e6, friction = 0.15;
  Fit fit;
  fit.law.friction = friction;
  ContactZone& zone = fit.zone;
  for (Matrix3Xd* m : {&zone.position, &zone.normal}) m->resize(3, around * along);
  zone.area.resize(around * along);
  for (int k = 0; k < around * along; ++k) {
    const double angle = 2 * pi * (k % around) / around, r = narrow + (wide - narrow) * (k / around + 0.5) / along;
    const Vector3d away(std::cos(angle), std::sin(angle), 0);
    zone.position.col(k) = r * away + Vector3d(0.1, 0.2, r / std::tan(stands));
    zone.normal.col(k) = std::cos(stands) * away - std::sin(stands) * Vector3d::UnitZ();
    zone.area[k] = 2 * pi / around * r * (wide - narrow) / along / std::sin(stands);
  }
  const std::vector<FitTraction> tractions(std::size_t(zone.size()), [] {
    FitTraction t;
    t.pressure = pressure;
    return t;
  }());
  const double exact = friction * pressure * 2 * pi / 3 * (std::pow(wide, 3) - std::pow(narrow, 3)) / std::sin(stands),
               found = friction_capacity(fit, tractions.data()).moment;
  record({.group = "Press fits",
          .name = "Torque that friction carries on a cone of 60 degrees to its axis [N m]",
          .reference = "2 pi mu p (R^3 - r^3)/(3 sin 60)",
          .reference_value = exact,
          .value = found,
          .error = relative_error(found, exact),
          .allowed = 1e-3,
          .why = "middles of twenty rings"});
}

}  // namespace
}  // namespace trunnion
