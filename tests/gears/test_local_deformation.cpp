#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/local_deformation.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {
namespace {

using namespace testing;

TEST(LocalDeformation, UniformStripSinksAsTheTextbookSays) {
  // Middle of a strip of pressure p over |x| < a against its edge: 2 (1 - nu^2) p a/(pi E) * ln 4 (Johnson, 2.30).
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::strain};
  const HalfPlane body = half_plane(steel);
  const double a = 1e-4;
  const Vector2d deep(0, 1e-2);
  const double middle = surface_against_deep(body, 0, deep, a)(1, 0),
               edge = surface_against_deep(body, a, deep - Vector2d(a, 0), a)(1, 0);
  EXPECT_NEAR(middle - edge, (1 - 0.09) / (std::numbers::pi * 206e9) * std::log(4.0), 1e-6 * middle);
}

TEST(LocalDeformation, LoadsAlongAndAcrossTheSurfaceAreReciprocal) {
  const HalfPlane body = half_plane({{206e9, 0.3}, PlaneKind::stress});
  const double a = 1e-5, x = 4e-4;
  // Far below nothing of the difference is left but a rigid motion, the same for both.
  const Vector2d deep(0, 1);
  const Eigen::Matrix2d right = surface_against_deep(body, x, deep - Vector2d(x, 0), a);
  const Eigen::Matrix2d left = surface_against_deep(body, -x, deep + Vector2d(x, 0), a);
  EXPECT_NEAR(right(1, 1), left(0, 0), 1e-9 * std::abs(right(1, 0)));
  EXPECT_NEAR(right(0, 0), left(1, 1), 1e-9 * std::abs(right(1, 0)));
}

TEST(LocalDeformation, TransmissionErrorHardlyDependsOnTheFlankMesh) {
  const GearMaterial steel{{30e6 * psi, 0.3}, PlaneKind::stress};
  const GearPair pair{reference_gear("driver"), reference_gear("driven"), steel, steel, 2 * inch};
  // Extrapolated over meshes by an independent program: 693.3 and 76.6 urad. Elements of 0.008 in are six times the
  // half width of contact at the light load; without the half-plane they would give 117.6.
  for (const double size : {0.08, 0.02}) {
    const GearContact c = gear_contact(pair, {.flank = size, .bulk = 0.1});
    for (const auto& [torque, expected] : {std::pair{1000.0, 693.3e-6}, {100.0, 76.6e-6}}) {
      const MeshCycle cycle = solve_cycle(c, {torque * pound_inch, 0.3}, 50);
      record({.group = "Gears",
              .name = fmt::format("Mean transmission error with local deformation, {} lbf in, h = {} in", torque,
                                  0.1 * size),
              .reference = "independent program, extrapolated",
              .reference_value = expected,
              .value = cycle.mean,
              .error = relative_error(cycle.mean, expected),
              .allowed = 0.012,
              .why = "tooth and rim in elements of 0.01 in, half-plane instead of a curved flank"});
      const double hertz = hertz_pressure(c, cycle.at_pitch_point.normal_force * c.two.base);
      EXPECT_NEAR(cycle.at_pitch_point.largest_pressure, hertz, 0.02 * hertz) << size;
    }
  }
}

}  // namespace
}  // namespace trunnion
