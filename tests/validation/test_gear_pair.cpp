// Transmission error of the reference gears on three meshes, and extrapolated to none: first order in the size of the
// flank elements, second in that of the bulk. Reference: the same by an independent program.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "gears/reference_contact.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr std::array places{-0.5, -0.45, -0.25, -0.1, -0.02, 0.0, 0.02, 0.1, 0.25, 0.45};

struct LoadCase {
  double torque, friction;               // [lbf in]
  std::array<double, 10> error;          // [urad]; 0: not given
  double mean, peak_to_peak, tolerance;  // over 50 positions
};

/// The last two rows of the reference: fine flanks, and a fine bulk.
void expect_rows_of_the_reference(const GearContact& flanks, const GearContact& bulk) {
  struct Row {
    double h, bulk, middle, quarter, edge, mean, range;
  };
  for (const Row& row : {Row{0.0005, 0.01, 749.65, 777.72, 481.90, 677.30, 308.52},
                         Row{0.001, 0.005, 751.25, 779.52, 483.25, 678.57, 309.18}}) {
    const GearContact& c = row.h < 0.001 ? flanks : bulk;
    const auto check = [&](const std::string& what, double value, double expected) {
      check_reference(
          fmt::format("Transmission error of the reference gears, {}, h = {} in, bulk {} in", what, row.h, row.bulk),
          value, 1e-6 * expected, 1e-3, "where the nodes lie");
    };
    const MeshCycle cycle = solve_cycle(c, {1000 * pound_inch, 0}, 50, strip);
    check("pitch point", at(c, 1000, 0, 0).transmission_error, row.middle);
    check("a quarter pitch before it", at(c, 1000, 0, -0.25).transmission_error, row.quarter);
    check("half a pitch before it", at(c, 1000, 0, -0.5).transmission_error, row.edge);
    check("mean", cycle.mean, row.mean);
    check("peak to peak", cycle.peak_to_peak, row.range);
    if (row.h > 0.0005) continue;
    check_reference("Mean transmission error at 100 lbf in, friction 0.3, h = 0.0005 in",
                    solve_cycle(c, {100 * pound_inch, 0.3}, 50, narrow).mean, 76.1e-6, 0.01,
                    "uncertainty of the reference at this load");
    // A half-ellipse of pressure has a quarter of its half-width squared as second moment.
    const MeshPosition p = at(c, 1000, 0, 0);
    double second = 0;
    for (const LoadedPoint& point : p.points) second += point.force * std::pow(point.place.tau - load_shift(p), 2);
    const double half = 2 * std::sqrt(second / p.normal_force);
    check_reference("Half-width of contact at the pitch point, h = 0.0005 in", half, 0.003927 * inch, 5e-3,
                    "an eighth of the half-width between pairs");
    check_reference("Peak pressure at the pitch point, h = 0.0005 in",
                    2 * p.normal_force / (std::numbers::pi * half * inch), 172.40e3 * psi, 5e-3,
                    "an eighth of the half-width between pairs");
    check_reference("Shift of the load by the lag at the pitch point, h = 0.0005 in", load_shift(p), 1.26e-4 * inch,
                    0.05, "a quarter of an element; where the reference took it is not said");
  }
}

TEST(GearPair, FineMeshesAndTheirExtrapolationAreThoseOfAnIndependentProgram) {
  const std::array meshes{reference_contact(0.001), reference_contact(0.0005), reference_contact(0.001, 0.005)};
  expect_rows_of_the_reference(meshes[1], meshes[2]);
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
    const PairingOptions& pairs = c.torque > 500 ? strip : narrow;
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
        return solve_position(mesh, load, places[i] * mesh.mesh.base_pitch, pairs).transmission_error;
      });
      check(fmt::format("{} base pitches", places[i]), value, c.error[i], c.tolerance);
    }
    check("mean", extrapolated([&](const GearContact& mesh) { return solve_cycle(mesh, load, 50, pairs).mean; }),
          c.mean, c.tolerance);
    check("peak to peak",
          extrapolated([&](const GearContact& mesh) { return solve_cycle(mesh, load, 50, pairs).peak_to_peak; }),
          c.peak_to_peak, 0.015);
  }
}

}  // namespace
}  // namespace trunnion
