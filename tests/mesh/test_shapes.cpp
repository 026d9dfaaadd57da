#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/mesh/face_table.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

using std::numbers::pi;

/// One third of the flux of x through the faces, taken as fans of triangles about their corners: the enclosed volume
/// when every face polygon turns counter-clockwise seen from outside. Edges of plane cells: the enclosed area.
double enclosed(const Mesh& mesh, const std::vector<ElementFace>& shell) {
  double sum = 0;
  std::vector<int> c;
  for (const ElementFace& face : shell) {
    face_corners(mesh, face, c);
    const auto x = [&](std::size_t i) -> Vector3d { return mesh.x.col(c[i]); };
    if (c.size() == 2) sum += 0.5 * x(0).cross(x(1)).z();
    for (std::size_t i = 1; i + 1 < c.size(); ++i) sum += x(0).dot(x(i).cross(x(i + 1))) / 6;
  }
  return sum;
}

std::vector<ElementFace> shell_of(const Mesh& mesh, ElementId element) {
  std::vector<ElementFace> shell;
  const CellType type = mesh.blocks[std::size_t(mesh.locate(element).block)].type;
  for (int f = 0; f < int(faces(type).size()); ++f) shell.push_back({element, f});
  return shell;
}

void expect_sound(const Mesh& mesh, double size) {
  validate(mesh);
  double sum = 0;
  for (int e = 0; e < mesh.num_elements(); ++e) {
    const double volume = enclosed(mesh, shell_of(mesh, ElementId{e}));
    EXPECT_GT(volume, 0) << "element " << e;
    sum += volume;
  }
  EXPECT_NEAR(sum, size, 1e-12 * size);                                   // no gaps and no overlaps
  EXPECT_NEAR(enclosed(mesh, boundary_faces(mesh)), size, 1e-12 * size);  // neighbors share whole faces
}

}  // namespace

class SolidTypes : public ::testing::TestWithParam<CellType> {};

class PlaneTypes : public ::testing::TestWithParam<CellType> {};

TEST_P(SolidTypes, BoxElementsFillTheBox) {
  const Mesh mesh = box_mesh({.size = {2, 3, 4}, .divisions = {2, 3, 4}, .element = GetParam(), .origin = {1, 1, 1}});
  expect_sound(mesh, 24);
  EXPECT_EQ(mesh.blocks[0].type, GetParam());
  for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"}) {
    EXPECT_EQ(nodes_named(mesh, side), surface_nodes(mesh, mesh.surfaces.at(side)));
    EXPECT_EQ(faces_named(mesh, side), mesh.surfaces.at(side));
  }
  EXPECT_EQ(mesh.node_sets.at("xmin_ymin_zmin").size(), 1U);
  EXPECT_EQ(mesh.node_sets.at("ymax_zmin").size(), is_quadratic(GetParam()) ? 5U : 3U);
  for (const NodeId n : mesh.node_sets.at("xmax")) EXPECT_DOUBLE_EQ(mesh.x(0, n.value), 3);
}

TEST_P(SolidTypes, MidsideNodesOfABoxLieHalfway) {
  const Mesh mesh = box_mesh({.size = {1, 2, 3}, .divisions = {2, 1, 2}, .element = GetParam()});
  const ElementBlock& block = mesh.blocks[0];
  const auto sides = edges(block.type);
  for (Index c = 0; is_quadratic(block.type) && c < block.nodes.cols(); ++c)
    for (std::size_t e = 0; e < sides.size(); ++e) {
      const Vector3d a = mesh.x.col(block.nodes(sides[e][0], c)), b = mesh.x.col(block.nodes(sides[e][1], c));
      const Vector3d middle = mesh.x.col(block.nodes(num_corners(block.type) + Index(e), c));
      EXPECT_LE((middle - 0.5 * (a + b)).norm(), 1e-15);
    }
}

TEST_P(SolidTypes, CylinderIsAPrismOverAPolygonWithItsNodesOnTheCircle) {
  const int around = 16;
  for (const double inner : {0.0, 0.4}) {
    const CylinderShape shape{.radius = 1,
                              .inner_radius = inner,
                              .length = 3,
                              .around = around,
                              .radial = 2,
                              .along = 3,
                              .element = GetParam()};
    const Mesh mesh = cylinder_mesh(shape);
    const double polygon = 0.5 * around * std::sin(2 * pi / around) * (1 - inner * inner);
    expect_sound(mesh, 3 * polygon);
    for (const NodeId n : nodes_named(mesh, "outer")) EXPECT_NEAR(mesh.x.col(n.value).head<2>().norm(), 1, 1e-14);
    for (const char* end : {"bottom", "top"}) EXPECT_FALSE(mesh.surfaces.at(end).empty());
    EXPECT_EQ(mesh.surfaces.contains("inner"), inner > 0);
    if (inner > 0) {
      for (const NodeId n : nodes_named(mesh, "inner")) EXPECT_NEAR(mesh.x.col(n.value).head<2>().norm(), 0.4, 1e-14);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SolidTypes,
                         ::testing::Values(CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20,
                                           CellType::wedge6, CellType::wedge15),
                         [](const auto& test) { return std::string(name(test.param)); });

TEST_P(PlaneTypes, RectangleElementsFillTheRectangle) {
  const Mesh mesh = rectangle_mesh({.size = {2, 3}, .divisions = {4, 3}, .element = GetParam(), .origin = {-1, 0}});
  expect_sound(mesh, 6);
  for (const char* side : {"xmin", "xmax", "ymin", "ymax"})
    EXPECT_EQ(mesh.surfaces.at(side).size(), side[0] == 'x' ? 3U : 4U);
  EXPECT_EQ(mesh.node_sets.at("xmax_ymin").size(), 1U);
}

TEST_P(PlaneTypes, QuarterRingHasFourNamedSides) {
  const CylinderShape shape{
      .radius = 2, .inner_radius = 1, .around = 6, .radial = 3, .element = GetParam(), .sector = pi / 2};
  const Mesh mesh = cylinder_mesh(shape);
  expect_sound(mesh, 0.5 * 6 * std::sin(pi / 12) * 3);
  EXPECT_EQ(mesh.surfaces.at("start").size(), 3U);
  EXPECT_EQ(mesh.surfaces.at("end").size(), 3U);
  EXPECT_EQ(mesh.surfaces.at("inner").size(), 6U);
  EXPECT_EQ(mesh.surfaces.at("outer").size(), 6U);
  for (const NodeId n : nodes_named(mesh, "end")) EXPECT_NEAR(mesh.x(0, n.value), 0, 1e-15);
}

INSTANTIATE_TEST_SUITE_P(All, PlaneTypes,
                         ::testing::Values(CellType::tri3, CellType::tri6, CellType::quad4, CellType::quad8),
                         [](const auto& test) { return std::string(name(test.param)); });

TEST(Shapes, RefuseWhatHasNoVolume) {
  EXPECT_THROW(box_mesh({.size = {1, 0, 1}}), InputError);
  EXPECT_THROW(box_mesh({.size = {1, 1, NAN}}), InputError);
  EXPECT_THROW(box_mesh({.divisions = {1, 0, 1}}), InputError);
  EXPECT_THROW(box_mesh({.divisions = {100'000, 100'000, 100'000}}), InputError);
  EXPECT_THROW(box_mesh({.element = CellType::quad4}), InputError);
  EXPECT_THROW(rectangle_mesh({.element = CellType::hex8}), InputError);
  EXPECT_THROW(cylinder_mesh({.radius = 1, .inner_radius = 1}), InputError);
  EXPECT_THROW(cylinder_mesh({.around = 6}), InputError);
  EXPECT_THROW(cylinder_mesh({.sector = pi}), InputError);
}

}  // namespace trunnion
