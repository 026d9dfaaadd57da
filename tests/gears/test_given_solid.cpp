// Gears meshed by the user in three dimensions: the program's own mesh handed back, plane meshes that are extruded, and
// what is said about meshes that are not this gear.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/gears/extruded_mesh.h"
#include "trunnion/gears/face_contact.h"
#include "trunnion/gears/given_grid.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double torque = 200;  // [N m]
constexpr FaceSizes coarse{
    .elements = 2, .flank = 0.2, .bulk = 0.6, .rim = 1.2, .idle = 0.2, .root = 1, .friction = true};

GearPair pair_of_gears(double helix) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
  Gear one = standard_gear(18);
  one.hub_radius = 24e-3;
  one.helix_angle = helix;
  Gear two = one;
  two.helix_angle = -helix;
  return {one, two, steel, steel, 2 * gear_geometry(one).reference};
}

const FaceContact& helical() {
  static const FaceContact contact = face_contact(pair_of_gears(15 * degree), coarse, 0);
  return contact;
}

std::shared_ptr<const Mesh> mesh_of(const FaceCompliance& gear) { return {gear.model, &gear.model->file->mesh}; }

/// What loads on one tooth do to the others; on the tooth itself the points below the surface are not the same.
void expect_same_across_teeth(const FaceCompliance& own, const FaceCompliance& back) {
  ASSERT_EQ(back.flank_size(), own.flank_size());
  const Index size = own.flank_size();
  const double scale = own.G->cwiseAbs().maxCoeff();
  for (int a = 0; a < 2 * own.section->reach + 1; ++a)
    for (int b = 0; b < 2 * own.section->reach + 1; ++b) {
      if (a == b) continue;
      const auto difference = [&](const MatrixXd& one, const MatrixXd& two) {
        return (one.block(a * size, b * size, size, size) - two.block(a * size, b * size, size, size))
            .cwiseAbs()
            .maxCoeff();
      };
      EXPECT_LT(difference(*own.G, *back.G), 1e-8 * scale) << a << ' ' << b;
      EXPECT_LT(difference(*own.G_along, *back.G_along), 1e-8 * scale) << a << ' ' << b;
    }
}

/// The mesh of the driver handed back.
const FaceContact& handed_back() {
  static const FaceContact contact = [] {
    GearPair pair = pair_of_gears(15 * degree);
    pair.driver_mesh = mesh_of(*helical().driver);
    return face_contact(pair, coarse, 0);
  }();
  return contact;
}

TEST(GivenSolid, TheProgramsOwnMeshHandedBackHasTheSameCompliance) {
  const FaceContact& given = handed_back();
  expect_same_across_teeth(*helical().driver, *given.driver);
  for (const double place : {-0.4, 0.1}) {
    const double s = place * given.section.mesh.base_pitch;
    const MeshPosition one = solve_face_position(helical(), {torque, 0.05}, s),
                       two = solve_face_position(given, {torque, 0.05}, s);
    record({.group = "Gears",
            .name = fmt::format("Helical gear handed back as a mesh of the user, lag at {} base pitches", place),
            .reference = "the same mesh made by the program",
            .reference_value = one.transmission_error,
            .value = two.transmission_error,
            .error = relative_error(two.transmission_error, one.transmission_error),
            .allowed = 2e-2,
            .why = "elements of 0.2 modules, points below the surface half as deep",
            .inside = true});
    const auto root = [](const MeshPosition& at) {
      return *std::max_element(at.root_stress[0].begin(), at.root_stress[0].end());
    };
    EXPECT_NEAR(root(two), root(one), 0.05 * root(one));
  }
}

TEST(GivenSolid, TheFlanksOfARingAreFoundOnItsOtherSide) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
  Gear pinion = standard_gear(19), ring = ring_gear(45);
  pinion.helix_angle = ring.helix_angle = 10 * degree;
  pinion.hub_radius = 20e-3;
  ring.hub_radius = gear_geometry(ring).root + 10e-3;
  GearPair pair{pinion, ring, steel, steel, gear_geometry(ring).reference - gear_geometry(pinion).reference};
  const FaceSizes sizes{.elements = 2, .flank = 0.3, .bulk = 0.8, .rim = 2, .idle = 0.3, .root = 1, .friction = true};
  const FaceContact own = face_contact(pair, sizes, 0);
  pair.driven_mesh = mesh_of(*own.driven);
  expect_same_across_teeth(*own.driven, *face_contact(pair, sizes, 0).driven);
}

TEST(GivenSolid, APlaneMeshIsExtrudedAlongTheHelix) {
  GearPair pair = pair_of_gears(15 * degree);
  const FaceContact& solid = handed_back();
  pair.driver_mesh = {helical().section.driver, &helical().section.driver->grid.mesh};
  const FaceContact extruded = face_contact(pair, coarse, 0);
  EXPECT_EQ(mesh_of(*extruded.driver)->x, mesh_of(*solid.driver)->x);
  const double s = 0.1 * solid.section.mesh.base_pitch;
  const double one = solve_face_position(solid, {torque, 0}, s).transmission_error;
  EXPECT_NEAR(solve_face_position(extruded, {torque, 0}, s).transmission_error, one, 1e-9 * one);
}

double volume_of(const Mesh& mesh) {
  auto file = std::make_shared<MeshFile>();
  file->mesh = mesh;
  file->materials = {{"gear", 206e9, 0.3, 1, 0}};
  Section section;
  section.material = "gear";
  file->sections = {section};
  const FeModel model = assemble(file);
  return mass_properties(model).mass;  // density 1
}

TEST(GivenSolid, TrianglesAndQuadrilateralsOfBothOrdersAreExtrudedToTheSameVolume) {
  Mesh section;  // a square beside a triangle, mid-side nodes half-way
  section.x.resize(3, 11);
  section.x.transpose() << 1, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 3, 0, 0, 1.5, 0, 0, 2, 0.5, 0, 1.5, 1, 0, 1, 0.5, 0, 2.5,
      0, 0, 2.5, 0.5, 0;
  section.node_labels = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  section.node_sets["hub"] = {NodeId{0}, NodeId{3}, NodeId{8}};
  Gear gear = standard_gear(18);
  const GearGeometry g = gear_geometry(gear);
  for (const bool quadratic : {false, true}) {
    Mesh plane = section;
    ElementBlock square{quadratic ? CellType::quad8 : CellType::quad4, {}, {1}},
        triangle{quadratic ? CellType::tri6 : CellType::tri3, {}, {2}};
    square.nodes.resize(quadratic ? 8 : 4, 1);
    triangle.nodes.resize(quadratic ? 6 : 3, 1);
    if (quadratic) {
      square.nodes << 0, 1, 2, 3, 5, 6, 7, 8;
      triangle.nodes << 1, 4, 2, 9, 10, 6;
    } else {
      square.nodes << 0, 1, 2, 3;
      triangle.nodes << 1, 4, 2;
      plane.x.conservativeResize(3, 5);
      plane.node_labels.resize(5);
      plane.node_sets["hub"] = {NodeId{0}, NodeId{3}};
    }
    plane.blocks = {square, triangle};
    const Mesh solid = extruded_mesh(plane, gear, g, face_layers(2, 2));
    validate(solid);
    EXPECT_NEAR(volume_of(solid), 3, 1e-12);
    EXPECT_EQ(solid.node_sets.at("hub").size(), quadratic ? 13 : 6);
    EXPECT_EQ(solid.num_nodes(), quadratic ? 3 * 11 + 2 * 5 : 3 * 5);
  }
}

std::string message_for(const Mesh& mesh, const Gear& gear) {
  GearGridOptions o{.flank_size = 0.2 * gear.normal_module, .given = std::make_shared<const Mesh>(mesh)};
  const GearGeometry g = gear_geometry(gear);
  o.low_tangent = tangent_at_arc(g, helical().section.driver->grid.low_arc);
  try {
    given_solid(gear, g, o);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(GivenSolid, MeshesThatAreNotThisGearAreToldSo) {
  const Gear gear = helical().section.pair.driver;
  const Mesh own = *mesh_of(*helical().driver);
  EXPECT_EQ(message_for(own, gear), "");
  Mesh inches = own, turned = own, shifted = own, held_nowhere = own;
  inches.x *= 25.4;
  EXPECT_NE(message_for(inches, gear).find("the unit right"), std::string::npos);
  turned.x = Eigen::AngleAxisd(0.1, Vector3d::UnitZ()).toRotationMatrix() * turned.x;
  EXPECT_NE(message_for(turned, gear).find("tooth 0 along +x"), std::string::npos);
  Gear other_hand = gear;
  other_hand.helix_angle *= -1;
  EXPECT_NE(message_for(own, other_hand).find("and helix"), std::string::npos);
  Gear spur = gear;
  spur.width *= 2;
  EXPECT_NE(message_for(own, spur).find("goes from z = -10 mm to 10 mm; a face 40 mm wide"), std::string::npos)
      << message_for(own, spur);
  held_nowhere.node_sets.clear();
  Gear bored = gear;
  bored.hub_radius = 20e-3;
  EXPECT_NE(message_for(held_nowhere, bored).find("no node set 'hub'"), std::string::npos);
  Mesh mixed = own;
  mixed.blocks.push_back({CellType::tri3, Eigen::MatrixXi(3, 1), {1}});
  mixed.blocks.back().nodes << 0, 1, 2;
  EXPECT_NE(message_for(mixed, gear).find("tri3"), std::string::npos);
}

// Both gears are meshed as wide as the narrower one, but a mesh that goes no farther is not the gear that was drawn:
// its rim and web are missing something.
TEST(GivenSolid, AMeshNarrowerThanItsOwnGearIsRefusedWhereItsMateIsNarrowerToo) {
  GearPair pair = pair_of_gears(0);
  const GearContact section =
      gear_contact(pair, {.mesh_only = true, .flank = 0.3, .bulk = 0.8, .rim = 1.5, .idle = 0.3});
  Mesh plane = section.driver->grid.mesh;
  const GearGeometry g = gear_geometry(pair.driver);
  pair.driver_mesh =
      std::make_shared<const Mesh>(extruded_mesh(plane, pair.driver, g, face_layers(pair.driver.width, 2)));
  pair.driver.width *= 1.5;
  try {
    face_contact(pair, coarse, 0);
    FAIL() << "no message";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("goes from z = -10 mm to 10 mm; a face 30 mm wide"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace trunnion
