// Mesh stiffness of steel spur gears against ISO 6336-1, method B: full-depth teeth cut by a rack, solid gears.

#include <gtest/gtest.h>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {
namespace {

using namespace testing;

/// Single stiffness c' [N/(mm um)] of gears without shift: theoretical value, correction 0.8, basic rack 1.25.
double iso_single(int z1, int z2) {
  const double q = 0.04723 + 0.15551 / z1 + 0.25791 / z2;
  const double rack = (1 + 0.5 * (1.2 - 1.25));
  return 0.8 * rack / q;
}

TEST(GearPair, MeshStiffnessIsThatOfIso6336WithinItsScatter) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::strain};
  for (const auto& [z1, z2] : {std::pair{30, 40}, {50, 50}}) {
    GearPair pair{standard_gear(z1), standard_gear(z2), steel, steel, 2e-3 * (z1 + z2)};
    pair.driver.hub_radius = 1e-3 * z1;  // half of the pitch radius
    pair.driven.hub_radius = 1e-3 * z2;
    const GearContact c = gear_contact(pair, {.flank = 0.05, .bulk = 0.2});
    const double per_width = 300e3;  // N/m, where the standard's values hold
    const MeshCycle cycle = solve_cycle(c, {per_width * pair.driver.width * c.two.base, 0}, 40);
    double mean = 0;
    for (const MeshPosition& p : cycle.positions) mean += p.stiffness / 40;
    mean /= c.two.base * c.two.base * pair.driver.width * 1e9;
    const double single = per_width / (c.two.base * cycle.at_pitch_point.transmission_error) * 1e-9;
    const double iso = iso_single(z1, z2), iso_mean = iso * (0.75 * c.mesh.contact_ratio + 0.25);
    const auto check = [&](const std::string& what, double value, double reference) {
      record(
          {.group = "Gears",
           .name = fmt::format("{} of {} and {} teeth at 300 N/mm [N/(mm um)]", what, z1, z2),
           .reference = "ISO 6336-1, method B",
           .reference_value = reference,
           .value = value,
           .error = relative_error(value, reference),
           .allowed = 0.12,
           .why =
               "the formula fits measurements that scatter by about a tenth; where the hub is held matters as much"});
    };
    check("Mean mesh stiffness", mean, iso_mean);
    check("Single stiffness", single, iso);
  }
}

}  // namespace
}  // namespace trunnion
