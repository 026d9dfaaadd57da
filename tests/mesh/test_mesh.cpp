#include <gtest/gtest.h>

#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/mesh/face_table.h"
#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

Mesh two_cubes() { return box_mesh({.size = {2, 1, 1}, .divisions = {2, 1, 1}, .element = CellType::hex8}); }

std::string validation_message(const Mesh& mesh) {
  try {
    validate(mesh);
  } catch (const InputError& error) {
    return error.what();
  }
  return "valid";
}

}  // namespace

TEST(CellType, EveryQuadraticFaceHasOneMidsideNodePerSide) {
  for (int t = 0; t <= int(CellType::hex20); ++t) {
    const auto type = CellType(t);
    for (const CellFace& face : faces(type)) {
      const std::size_t corners = std::size_t(num_corners(face.type)), sides = corners == 2 ? 1 : corners;
      EXPECT_EQ(face.nodes.size(), corners + (is_quadratic(type) ? sides : 0)) << name(type);
    }
    EXPECT_EQ(cell_type_named(name(type)), type);
  }
  EXPECT_EQ(cell_type_named("tet5"), std::nullopt);
}

TEST(Mesh, ElementNumbersRunThroughTheBlocks) {
  Mesh mesh = two_cubes();
  mesh.blocks.push_back(mesh.blocks[0]);
  EXPECT_EQ(mesh.num_elements(), 4);
  EXPECT_EQ(mesh.first_element(1), 2);
  EXPECT_EQ(mesh.locate(ElementId{3}).block, 1);
  EXPECT_EQ(mesh.locate(ElementId{3}).column, 1);
}

TEST(Mesh, BoundaryIsWhatOnlyOneElementHas) {
  const Mesh mesh = two_cubes();
  EXPECT_EQ(boundary_faces(mesh).size(), 10U);
  const FaceTable table(mesh, 3);
  int inside = 0;
  for (const FaceTable::Entry& entry : table.entries()) inside += table.find(entry.key).size() == 2;
  EXPECT_EQ(inside, 2);
  EXPECT_TRUE(table.find(face_key(std::vector<int>{0, 1, 2, 11})).empty());
}

TEST(Mesh, NamesFindNodesAndFaces) {
  Mesh mesh = two_cubes();
  mesh.element_sets["left"] = {ElementId{0}};
  EXPECT_EQ(nodes_named(mesh, "left").size(), 8U);
  mesh.node_sets["bolted"] = mesh.node_sets.at("xmin");
  EXPECT_EQ(faces_named(mesh, "bolted"), mesh.surfaces.at("xmin"));
}

TEST(Mesh, AWrongNameGetsTheNearestOne) {
  const Mesh mesh = two_cubes();
  try {
    nodes_named(mesh, "xmni");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "the mesh has no node set, surface or element set 'xmni'; did you mean 'xmin'?");
  }
  EXPECT_THROW(faces_named(mesh, "nowhere"), InputError);
  EXPECT_THROW(faces_named(mesh, "xmin_ymin"), InputError);  // an edge of nodes holds no whole face
}

TEST(Mesh, ValidateNamesTheFirstBadEntry) {
  EXPECT_EQ(validation_message(two_cubes()), "valid");
  EXPECT_EQ(validation_message(Mesh{}), "the mesh has no nodes");
  Mesh mesh = two_cubes();
  mesh.x(1, 4) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(validation_message(mesh), "node 5 has coordinates (1, nan, 0); all must be finite numbers");
  mesh = two_cubes();
  mesh.node_labels[3] = 9;
  EXPECT_EQ(validation_message(mesh), "the mesh has two nodes with number 9; each needs its own");
  mesh = two_cubes();
  mesh.blocks[0].nodes(3, 1) = 12;
  EXPECT_EQ(validation_message(mesh), "element 2 (hex8) uses node index 12, but the mesh has 12 nodes");
  mesh = two_cubes();
  mesh.blocks[0].nodes(3, 1) = mesh.blocks[0].nodes(0, 1);
  EXPECT_EQ(validation_message(mesh), "element 2 (hex8) uses node 2 twice; give it 8 different nodes");
  mesh = two_cubes();
  mesh.surfaces["bad"] = {{ElementId{0}, 6}};
  EXPECT_EQ(validation_message(mesh), "surface 'bad' holds face 7 of an element that has 6 faces");
  mesh = two_cubes();
  mesh.node_sets["bad"] = {NodeId{3}, NodeId{1}};
  EXPECT_EQ(validation_message(mesh), "node set 'bad' is not sorted or holds an entry twice");
  mesh = two_cubes();
  mesh.element_sets["bad"] = {ElementId{2}};
  EXPECT_EQ(validation_message(mesh), "element set 'bad' holds index 2, allowed are 0 to 1");
}

TEST(UnitSystem, ForceIsMassTimesLengthPerSecondSquared) {
  for (const char* unit : {"m", "mm", "cm", "um", "in", "ft"}) {
    const UnitSystem u = unit_system(unit);
    EXPECT_NEAR(u.force, u.mass * u.length, 1e-15 * u.force) << unit;
  }
  EXPECT_DOUBLE_EQ(unit_system("mm").mass, 1000);
  EXPECT_DOUBLE_EQ(unit_system("mm").stress(), 1e6);
  EXPECT_NEAR(unit_system("in").stress(), 6894.757293168, 1e-9);
  EXPECT_NEAR(unit_system("ft").mass, 14.593902937, 1e-8);
  EXPECT_THROW(unit_system("furlong"), InputError);
}

}  // namespace trunnion
