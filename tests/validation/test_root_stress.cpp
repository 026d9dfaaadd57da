// Root stress of steel spur gears against ISO 6336-3, method B: sigma_F0 = F_t/(b m) Y_F Y_S, the whole load at the
// outer point of single tooth contact. Form factor Y_F and stress correction Y_S follow from the rack cutter.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

/// Y_F Y_S of a spur gear. Letters are those of the standard, lengths over the module; `outer`: base tangent length at
/// the outer point of single tooth contact.
double iso_form_and_correction(const Gear& gear, const GearGeometry& g, double outer) {
  const double m = gear.normal_module, z = gear.teeth, x = gear.profile_shift, a = gear.pressure_angle,
               rho = gear.root_radius / m, h_f = gear.dedendum / m;
  const double G = rho - h_f + x, E = pi / 4 - h_f * std::tan(a) - (1 - std::sin(a)) * rho / std::cos(a),
               H = 2 / z * (pi / 2 - E) - pi / 3;
  double theta = pi / 6;  // where a line at 30 degrees to the middle of the tooth touches the root
  for (int i = 0; i < 50; ++i) theta = 2 * G / z * std::tan(theta) - H;
  const double s_fn = z * std::sin(pi / 3 - theta) + std::sqrt(3.0) * (G / std::cos(theta) - rho);
  const double rho_f = rho + 2 * G * G / (std::cos(theta) * (z * std::pow(std::cos(theta), 2) - 2 * G));
  const double d_en = 2 * radius_at(g, outer) / m, angle = std::atan2(outer, g.base);
  const double gamma = (pi / 2 + 2 * x * std::tan(a)) / z + involute(a) - involute(angle), load_angle = angle - gamma;
  const double h_fe = 0.5 * ((std::cos(gamma) - std::sin(gamma) * std::tan(load_angle)) * d_en -
                             z * std::cos(pi / 3 - theta) - (G / std::cos(theta) - rho));
  const double Y_F = 6 * h_fe * std::cos(load_angle) / (s_fn * s_fn * std::cos(a));
  const double L = s_fn / h_fe, q_s = s_fn / (2 * rho_f);
  const double Y_S = (1.2 + 0.13 * L) * std::pow(q_s, 1 / (1.21 + 2.3 / L));
  return Y_F * Y_S;
}

/// Largest tension in the driver's root over F_t/(b m) at the outer point of its single tooth contact. All other teeth
/// lie back, so that one carries everything, as the standard has it.
double computed(GearContact c) {
  const Gear& gear = c.pair.driver;
  c.pair.driver.flank.pitch_deviation.assign(std::size_t(gear.teeth), 100e-6);
  c.pair.driver.flank.pitch_deviation[0] = 0;
  const double torque = 50e3 * gear.width * c.two.base;
  const MeshPosition at = solve_position(c, {torque, 0}, c.mesh.start + c.mesh.base_pitch);
  const auto middle = std::size_t(c.driver->reach);
  EXPECT_NEAR(at.tooth_force[middle], at.normal_force, 1e-9 * at.normal_force);
  const double tangential = at.normal_force * std::cos(gear.pressure_angle);
  return at.root_stress[0][middle] * gear.width * gear.normal_module / tangential;
}

GearPair pair_of(int z1, int z2, double x1, double x2) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::strain};
  GearPair pair{standard_gear(z1, x1), standard_gear(z2, x2), steel, steel, 0};
  pair.center_distance = tight_center_distance(pair.driver, pair.driven);
  for (Gear* gear : {&pair.driver, &pair.driven}) gear->hub_radius = 0.4 * gear_geometry(*gear).root;
  return pair;
}

TEST(RootStress, AtTheOuterPointOfSingleContactIsThatOfIso6336WithinItsScatter) {
  struct Case {
    int z1, z2;
    double x1, x2;
  };
  for (const auto& [z1, z2, x1, x2] : {Case{18, 60, 0.3, 0}, {25, 25, 0, 0}, {40, 30, 0, 0.1}, {60, 60, 0, 0}}) {
    const GearContact c = gear_contact(pair_of(z1, z2, x1, x2), {.flank = 0.03, .bulk = 0.1});
    const double iso =
        iso_form_and_correction(c.pair.driver, c.one, c.mesh.driver_tangent(c.mesh.start) + c.mesh.base_pitch);
    const double value = computed(c);
    record({.group = "Gears",
            .name = fmt::format("Root stress factor of {} teeth, shift {}, with {} teeth", z1, x1, z2),
            .reference = "ISO 6336-3, method B: Y_F Y_S at the outer point of single tooth contact",
            .reference_value = iso,
            .value = value,
            .error = relative_error(value, iso),
            .allowed = 0.1,
            .why = "Y_S is a fit to measured and computed stresses at the tangent of 30 degrees, typically 10 % off; "
                   "mesh of the root 1 %"});
  }
}

TEST(RootStress, ConvergesWithTheMeshOfTheRoot) {
  const auto with_bulk = [](double bulk) {
    return computed(gear_contact(pair_of(25, 25, 0, 0), {.flank = 0.03, .bulk = bulk}));
  };
  const double finest = with_bulk(0.035);
  double last = relative_error(with_bulk(0.4), finest);
  for (const double bulk : {0.2, 0.1, 0.05}) {
    const double value = with_bulk(bulk), off = relative_error(value, finest);
    record({.group = "Gears",
            .name = fmt::format("Root stress factor, elements of {} modules in the root", bulk),
            .reference = "elements of 0.035 modules",
            .reference_value = finest,
            .value = value,
            .error = off,
            .allowed = 0.5 * last,
            .why = "half of the error of elements twice as large",
            .inside = true});
    last = off;
  }
}

}  // namespace
}  // namespace trunnion
