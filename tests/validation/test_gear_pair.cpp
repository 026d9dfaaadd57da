// Transmission error of the reference gears on three meshes, extrapolated to none: first order in the size of the flank
// elements, second in that of the bulk. Reference: the same extrapolation by an independent program.

#include <gtest/gtest.h>

#include <array>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr std::array places{-0.5, -0.45, -0.25, -0.1, -0.02, 0.0, 0.02, 0.1, 0.25, 0.45};

struct LoadCase {
  double torque, friction;               // [lbf in]
  std::array<double, 10> error;          // [urad]; 0: not given
  double mean, peak_to_peak, tolerance;  // over 50 positions
};

TEST(GearPair, ExtrapolatedTransmissionErrorsAreThoseOfAnIndependentProgram) {
  const GearMaterial steel{{30e6 * psi, 0.3}, PlaneKind::stress};
  const GearPair pair{reference_gear("driver"), reference_gear("driven"), steel, steel, 2 * inch};
  const auto contact = [&](double flank, double bulk) {
    return gear_contact(pair, {.local = false, .flank = flank, .bulk = bulk, .low_radius = {0.95 * inch, 0.95 * inch}});
  };
  const std::array meshes{contact(0.01, 0.1), contact(0.005, 0.1), contact(0.01, 0.05)};
  const auto extrapolated = [&](auto value) {
    const double coarse = value(meshes[0]);
    return coarse + 2 * (value(meshes[1]) - coarse) + 4.0 / 3 * (value(meshes[2]) - coarse);
  };
  const std::array cases{
      LoadCase{1000, 0, {483.9, 484.8, 781.9, 758.0, 753.8, 753.7, 753.8, 757.6, 781.1, 484.8}, 680.9, 310.6, 0.003},
      LoadCase{1000, 0.3, {505.0, 505.6, 766.0, 732.1, 722.6, 0, 780.8, 790.4, 826.5, 506.0}, 693.3, 338.8, 0.003},
      LoadCase{100, 0.3, {53.5, 53.8, 83.1, 79.4, 78.5, 0, 83.4, 84.0, 88.0, 53.8}, 76.6, 38.7, 0.01}};
  for (const LoadCase& c : cases) {
    const GearLoad load{c.torque * pound_inch, c.friction};
    const PairingOptions strip{.window = (c.torque > 500 ? 0.014 : 0.008) * inch, .largest = 1e-3 * inch};
    const auto check = [&](const std::string& what, double value, double expected, double allowed) {
      record({.group = "Gears",
              .name = fmt::format("Transmission error extrapolated, {} lbf in, friction {}, {}", c.torque, c.friction,
                                  what),
              .reference = "independent program, extrapolated",
              .reference_value = 1e-6 * expected,
              .value = value,
              .error = relative_error(1e6 * value, expected),
              .allowed = allowed,
              .why = "uncertainty of both extrapolations"});
    };
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (c.error[i] == 0) continue;
      const double value = extrapolated([&](const GearContact& mesh) {
        return solve_position(mesh, load, places[i] * mesh.mesh.base_pitch, strip).transmission_error;
      });
      check(fmt::format("{} base pitches", places[i]), value, c.error[i], c.tolerance);
    }
    check("mean", extrapolated([&](const GearContact& mesh) { return solve_cycle(mesh, load, 50, strip).mean; }),
          c.mean, c.tolerance);
    check("peak to peak",
          extrapolated([&](const GearContact& mesh) { return solve_cycle(mesh, load, 50, strip).peak_to_peak; }),
          c.peak_to_peak, 0.015);
  }
}

}  // namespace
}  // namespace trunnion
