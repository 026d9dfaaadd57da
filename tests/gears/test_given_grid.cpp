// A mesh of the user must give what the same mesh gives when the program makes it.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr GearMeshSizes sizes{.local = false, .flank = 0.05, .bulk = 0.3, .rim = 0.8, .idle = 0.3};
constexpr double torque = 300;  // [N m]

GearPair pair_of_gears() {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
  Gear gear = standard_gear(24);
  gear.hub_radius = 25e-3;
  return {gear, gear, steel, steel, 24 * 4e-3};
}

TEST(GivenGrid, AMeshFromOutsideGivesTheAnswerOfTheSameMeshMadeInside) {
  GearPair pair = pair_of_gears();
  const GearContact made = gear_contact(pair, sizes);
  auto mesh = std::make_shared<Mesh>(made.driver->grid.mesh);
  mesh->node_sets.clear();  // the hub is found by its radius
  pair.driver_mesh = pair.driven_mesh = mesh;
  const GearContact given = gear_contact(pair, sizes);
  for (const double place : {-0.45, 0.05}) {
    const MeshPosition one = solve_position(made, {torque, 0.1}, place * made.mesh.base_pitch);
    const MeshPosition two = solve_position(given, {torque, 0.1}, place * made.mesh.base_pitch);
    record({.group = "Gears",
            .name = fmt::format("Gear meshed by the user, transmission error at {} base pitches", place),
            .reference = "the same mesh made by the program",
            .reference_value = one.transmission_error,
            .value = two.transmission_error,
            .error = relative_error(two.transmission_error, one.transmission_error),
            .allowed = 2e-3,
            .why = "coarse idle teeth are not alike; places on flanks are interpolated",
            .inside = true});
    const auto root = [](const MeshPosition& at) {
      return *std::max_element(at.root_stress[0].begin(), at.root_stress[0].end());
    };
    EXPECT_NEAR(root(two), root(one), 0.02 * root(one));
  }
}

TEST(GivenGrid, MeshesThatAreNotThisGearAreToldSo) {
  GearPair pair = pair_of_gears();
  const GearContact made = gear_contact(pair, sizes);
  auto turned = std::make_shared<Mesh>(made.driver->grid.mesh);
  turned->x = Eigen::AngleAxisd(0.1, Vector3d::UnitZ()).toRotationMatrix() * turned->x;
  pair.driver_mesh = pair.driven_mesh = turned;
  EXPECT_THROW(gear_contact(pair, sizes), InputError);
  auto held_nowhere = std::make_shared<Mesh>(made.driver->grid.mesh);
  held_nowhere->node_sets.clear();
  pair.driver_mesh = pair.driven_mesh = held_nowhere;
  pair.driver.hub_radius = pair.driven.hub_radius = 20e-3;
  EXPECT_THROW(gear_contact(pair, sizes), InputError);
}

}  // namespace
}  // namespace trunnion
