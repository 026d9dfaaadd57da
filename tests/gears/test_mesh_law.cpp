#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/mesh_law.h"

namespace trunnion {
namespace {

using namespace testing;

/// A surface whose error, forces and stiffnesses all change along the way.
LoadSurface wavy_surface() {
  LoadSurface::Data data;
  constexpr Index n = 12, levels = 4;
  data.period = 0.01;
  data.error.resize(n);
  data.level = VectorXd::LinSpaced(levels, 0, 30e-6);
  data.force = data.stiffness = MatrixXd::Zero(n, levels);
  for (Index i = 0; i < n; ++i) {
    const double phase = 2 * std::numbers::pi * double(i) / n, k = 3e8 * (1 + 0.3 * std::cos(phase));
    data.error[i] = 2e-6 * std::sin(phase);
    for (Index j = 1; j < levels; ++j) {
      data.force(i, j) = k * std::pow(data.level[j], 1.1) * 3;
      data.stiffness(i, j) = 1.1 * k * std::pow(data.level[j], 0.1) * 3;
    }
  }
  return LoadSurface(data);
}

TEST(LoadSurface, DerivativesAreExact) {
  const LoadSurface law = wavy_surface();
  for (const double s : {-0.0031, 0.0002, 0.0049, 0.0327})
    for (const double d : {4e-6, 13e-6, 27e-6, 45e-6}) {
      const MeshForce at = law(s, d);
      const double hs = 1e-8, hd = 1e-11;
      const MeshForce ps = law(s + hs, d), ms = law(s - hs, d), pd = law(s, d + hd), md = law(s, d - hd);
      const auto near = [](double a, double b, double scale) { EXPECT_NEAR(a, b, 3e-5 * scale) << a << " " << b; };
      near(at.force, (pd.energy - md.energy) / (2 * hd), 1e4);
      near(at.along, (ps.energy - ms.energy) / (2 * hs), 100);
      near(at.stiffness, (pd.force - md.force) / (2 * hd), 1e9);
      near(at.mixed, (ps.force - ms.force) / (2 * hs), 1e7);
      near(at.along_2, (ps.along - ms.along) / (2 * hs), 1e5);
      near(at.stiffness_slope, (pd.stiffness - md.stiffness) / (2 * hd), 1e14);
      near(at.stiffness_along, (ps.stiffness - ms.stiffness) / (2 * hs), 1e12);
    }
}

TEST(LoadSurface, FlanksThatDoNotTouchCarryNothingAndThePatternRepeats) {
  const LoadSurface law = wavy_surface();
  EXPECT_EQ(law(0.001, -3e-6).energy, 0);
  EXPECT_EQ(law(0.001, -3e-6).stiffness, 0);
  EXPECT_NEAR(law(0.001, 9e-6).force, law(0.001 - 7 * 0.01, 9e-6).force, 1e-9 * law(0.001, 9e-6).force);
}

/// Steel gears that are quick to mesh.
const GearContact& small_contact() {
  static const GearContact contact = [] {
    const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
    Gear gear = standard_gear(24);
    gear.hub_radius = 25e-3;
    return gear_contact({gear, gear, steel, steel, 24 * 4e-3}, {.flank = 0.04, .bulk = 0.2, .rim = 0.6, .idle = 0.2});
  }();
  return contact;
}

constexpr double torque = 300;  // [N m]

const LoadSurface& small_law() {
  static const LoadSurface law = full_law(small_contact(), {.torque = torque, .positions = 64});
  return law;
}

TEST(FullLaw, ForcesBetweenItsPositionsAreThoseOfTheContactProblem) {
  const LawError error = law_error(small_contact(), small_law(), {.torque = torque, .positions = 64});
  record({.group = "Gears",
          .name = "Load surface between its positions, 0.5 to 1.5 times the torque, mean over the cycle",
          .reference = "contact problem of each position",
          .reference_value = 0,
          .value = error.mean,
          .error = error.mean,
          .allowed = 5e-3,
          .why = "64 positions, 10 levels"});
  EXPECT_LT(error.largest, 0.04);  // where a tip corner comes in within a step
}

TEST(TabulatedLaw, TransmissionErrorUnderItsTorqueIsThatOfTheCycle) {
  const GearContact& c = small_contact();
  const LoadSurface law = tabulated_law(c, {.torque = torque, .positions = 24});
  for (const Index i : {0, 5, 11, 17}) {
    const double s = (double(i) / 24 - 0.5) * c.mesh.base_pitch,
                 th = solve_position(c, {torque, 0}, s).transmission_error;
    EXPECT_NEAR(law(s, c.two.base * th).force, torque / c.two.base, 1e-6 * torque / c.two.base);
  }
}

// Virtual work: without friction the torque on the driver is dU/d(theta_1), also where tip corners bend the direction
// of the force. The contact problem knows nothing of this energy; it takes moments of its forces.
TEST(FullLaw, InputTorqueBeyondTheIdealOneIsTheEnergyThatChangesAlongTheWay) {
  const GearContact& c = small_contact();
  double largest = 0, off = 0;
  for (int i = 0; i < 32; ++i) {
    const double s = ((i + 0.5) / 32 - 0.5) * c.mesh.base_pitch;
    const MeshPosition at = solve_position(c, {torque, 0}, s);
    const double beyond = at.input_torque - torque,
                 energy = c.one.base * small_law()(s, c.two.base * at.transmission_error).along;
    largest = std::max(largest, std::abs(beyond));
    off = std::max(off, std::abs(beyond - energy));
  }
  EXPECT_GT(largest, 0.005 * torque);
  EXPECT_LT(off, 0.35 * largest) << "largest " << largest / torque;
}

}  // namespace
}  // namespace trunnion
