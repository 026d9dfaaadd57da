// Shaft with pulley of examples/press-fit, coarsest mesh, bent by a force at the rim: against an independent program
// that condenses the same mesh exactly onto its contact points.
#include <gtest/gtest.h>

#include <cmath>

#include "fe_contact/press_fit_measures.h"

namespace trunnion {
namespace {

using namespace testing;

const ContactOptions options{.tolerance = 1e-6};  // the reference has four digits
const Published stated{.why = "stated with the reference"};

TEST(PressFit, BendingAgreesWithAnIndependentProgram) {
  const PressFitExample example = press_fit_example(1);
  const ContactStatics statics(press_fit_problem(example));
  const ContactZone& zone = statics.problem().fits.front().zone;
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 5, options).converged);

  const auto bend = [&](double force) {
    const ContactReport report =
        statics.step(state, 1, load_at_C(example, {0, force, 0}, Vector3d::Zero()), 1, options);
    ASSERT_TRUE(report.converged) << report.message;
    EXPECT_LE(report.residual, 1e-6);
  };
  const auto stresses = [&](const std::string& load, double shaft, double pulley) {
    const PartStresses found = largest_stresses(example.model, state.u);
    compare("largest von Mises stress of the shaft, " + load + " [MPa]", found.shaft, shaft, 3e-2, stated);
    compare("largest von Mises stress of the pulley, " + load + " [MPa]", found.pulley, pulley, 3e-2, stated);
  };
  const auto lines = [&](const std::string& load, double middle_90, double edge_90, double middle_270,
                         double edge_270) {
    const Published line{.why = "stated with the reference; how wide a line it took is not"};
    const auto at = [&](double side, double low, double high) {
      return patch_pressure(zone, state, {{0, side, 0}, low, high, true});
    };
    const double middle = 5.25e-3, edge = 36.75e-3, all = 42e-3;
    compare("pressure in the middle on the side of the force, " + load + " [MPa]", at(1, 0, middle), middle_90, 3e-2,
            line);
    compare("pressure at the ends on the side of the force, " + load + " [MPa]", at(1, edge, all), edge_90, 3e-2, line);
    compare("pressure in the middle opposite to the force, " + load + " [MPa]", at(-1, 0, middle), middle_270, 3e-2,
            line);
    compare("pressure at the ends opposite to the force, " + load + " [MPa]", at(-1, edge, all), edge_270, 3e-2, line);
  };
  // What a point of the edge sees on its way around: the static answer to the spinning fit.
  const auto around_M = [&](const std::string& load, const Vector3d& direction, const std::string& side,
                            double reference) {
    compare("pressure around the watched point M at the edge, " + load + side + " [MPa]",
            patch_pressure(zone, state, {direction, 35.6e-3, 41.6e-3}), reference, 3e-2, stated);
  };
  const auto deflection = [&] { return 1e3 * state.u[example.model.dofs.translation(example.C, 1)]; };
  const auto counts = [&](const std::string& load, double sliding) {
    compare("points that slide under " + load, double(summary(zone, state).sliding), sliding, 0.15,
            {.why = "counts of the reference hold to 15 %"});
  };
  around_M("shrunk", {0, 1, 0}, "", 57.2);
  bend(25e3);
  around_M("25 kN", {0, 1, 0}, ", on the side of the force", 45.6);
  around_M("25 kN", {0, -1, 0}, ", opposite to the force", 69.2);
  bend(40e3);
  compare("deflection at C under 40 kN [mm]", deflection(), 0.05182, 1e-3);
  compare("lateral stiffness at C [N/mm]", 40e3 / deflection(), 7.72e5, 1e-3);
  EXPECT_EQ(summary(zone, state).sliding, 92);
  compare("largest pressure under 40 kN [MPa]", summary(zone, state).most, 114.4, 3e-2);
  compare("smallest pressure under 40 kN [MPa]", summary(zone, state).least, 38.7, 3e-2);
  compare("mean pressure under 40 kN [MPa]", summary(zone, state).mean, 65.99, 1e-3);
  lines("40 kN", 88.6, 39.5, 110.8, 76.8);
  stresses("40 kN", 112, 263);
  bend(50e3);
  lines("50 kN", 85.8, 35.6, 113.5, 82.0);
  around_M("50 kN", {0, 1, 0}, ", on the side of the force", 35.6);
  around_M("50 kN", {0, -1, 0}, ", opposite to the force", 82.0);
  around_M("50 kN", {1, 0, 0}, ", across the force", 58);
  stresses("50 kN", 134, 273);
  compare("deflection at C under 50 kN [mm]", deflection(), 0.06497, 1e-3);
  compare("largest pressure under 50 kN [MPa]", summary(zone, state).most, 117.2, 3e-2);
  compare("smallest pressure under 50 kN [MPa]", summary(zone, state).least, 34.3, 3e-2);
  compare("mean pressure under 50 kN [MPa]", summary(zone, state).mean, 65.93, 1e-3);
  EXPECT_NEAR(double(summary(zone, state).sliding), 148, 3);
  counts("50 kN", 148);
  bend(100e3);
  compare("mean pressure under 100 kN [MPa]", summary(zone, state).mean, 65.48, 1e-3);
  compare("deflection at C under 100 kN [mm]", deflection(), 0.13137, 1e-3);
  compare("largest pressure under 100 kN [MPa]", summary(zone, state).most, 130.7, 2e-3);
  compare("smallest pressure under 100 kN [MPa]", summary(zone, state).least, 12.3, 1e-2);
  EXPECT_EQ(summary(zone, state).open, 0);
  EXPECT_NEAR(double(summary(zone, state).sliding), 324, 3);
  counts("100 kN", 324);
  lines("100 kN", 72.0, 16.0, 126.4, 109.4);
  stresses("100 kN", 253, 323);
  compare("largest von Mises stress of the shaft outside of its bearings under 100 kN [MPa]",
          largest_stresses(example.model, state.u).free_shaft, 182, 3e-2, stated);
  // The first point opens where the smallest pressure comes to nothing.
  bend(115e3);
  const double before = summary(zone, state).least;
  bend(125e3);
  EXPECT_EQ(summary(zone, state).open, 0);
  const double least = summary(zone, state).least;
  compare("force at which the first point opens [kN]", 125 + 10 * least / (before - least), 127, 3e-2, stated);
  bend(150e3);
  compare("deflection at C under 150 kN, where points open [mm]", deflection(), 0.19975, 1e-3);
  compare("points that are open under 150 kN", double(summary(zone, state).open), 27, 0.15,
          {.why = "counts of the reference hold to 15 %"});
  counts("150 kN", 596);
}

TEST(PressFit, OfLessInterferenceOpensUnderBending) {
  const PressFitExample example = press_fit_example(1);
  const ContactStatics statics(press_fit_problem(example, ContactPoints::faces, 0.015e-3));
  const ContactZone& zone = statics.problem().fits.front().zone;
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 5, options).converged);
  compare("mean pressure of 0.015 mm [MPa]", summary(zone, state).mean, 39.50, 1e-3);
  ASSERT_TRUE(statics.step(state, 1, load_at_C(example, {0, 100e3, 0}, Vector3d::Zero()), 5, options).converged);
  const Published counted{.why = "counts of the reference hold to 15 %"};
  compare("points of 0.015 mm that are open under 100 kN", double(summary(zone, state).open), 38, 0.15, counted);
  compare("points of 0.015 mm that slide under 100 kN", double(summary(zone, state).sliding), 416, 0.15, counted);
}

}  // namespace
}  // namespace trunnion
