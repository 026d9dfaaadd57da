#include <gtest/gtest.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/mesh/describe.h"
#include "trunnion/mesh/quality.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

Mesh single(CellType type, const Matrix3Xd& x) {
  Mesh mesh;
  mesh.x = x;
  for (Index n = 0; n < x.cols(); ++n) mesh.node_labels.push_back(n + 1);
  mesh.blocks.push_back({type, Eigen::VectorXi::LinSpaced(x.cols(), 0, int(x.cols()) - 1), {42}});
  return mesh;
}

}  // namespace

TEST(Quality, IdealShapesHaveOne) {
  const double h = std::sqrt(3.0) / 2;
  Matrix3Xd tet(3, 4), wedge(3, 6), tri(3, 3);
  tet << 0, 1, 0.5, 0.5, 0, 0, h, h / 3, 0, 0, 0, std::sqrt(2.0 / 3);
  wedge << 0, 1, 0.5, 0, 1, 0.5, 0, 0, h, 0, 0, h, 0, 0, 0, 5, 5, 5;
  tri << 0, 1, 0.5, 0, 0, h, 0, 0, 0;
  EXPECT_NEAR(scaled_jacobians(single(CellType::tet4, tet))[0], 1, 1e-14);
  EXPECT_NEAR(scaled_jacobians(single(CellType::wedge6, wedge))[0], 1, 1e-14);
  EXPECT_NEAR(scaled_jacobians(single(CellType::tri3, tri))[0], 1, 1e-14);
  for (const CellType type : {CellType::hex8, CellType::hex20})
    EXPECT_NEAR(mesh_quality(box_mesh({.size = {1, 2, 3}, .divisions = {2, 2, 2}, .element = type})).worst, 1, 1e-14);
}

TEST(Quality, BuiltInShapesAreSound) {
  for (const CellType type :
       {CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20, CellType::wedge6, CellType::wedge15})
    for (const double inner : {0.0, 0.5})
      EXPECT_GT(mesh_quality(cylinder_mesh({.inner_radius = inner, .along = 8, .element = type})).worst, 0.05)
          << name(type);
}

TEST(Quality, MirroredElementsAreInverted) {
  for (const CellType type :
       {CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20, CellType::wedge6, CellType::wedge15}) {
    Mesh mesh = box_mesh({.divisions = {2, 1, 1}, .element = type});
    EXPECT_TRUE(mesh_quality(mesh).inverted.empty());
    mesh.x.row(0) *= -1;
    EXPECT_EQ(Index(mesh_quality(mesh).inverted.size()), mesh.num_elements()) << name(type);
  }
}

TEST(Quality, AMidsideNodeBeyondTheQuarterPointSpoilsItsCorner) {
  Mesh mesh = box_mesh({.element = CellType::hex20});
  const int middle = mesh.blocks[0].nodes(8, 0);
  mesh.x(0, middle) = 0.26;  // between corners at 0 and 1: the tangent at the corner turns over below a quarter
  EXPECT_GT(mesh_quality(mesh).worst, 0);
  mesh.x(0, middle) = 0.24;
  EXPECT_LT(mesh_quality(mesh).worst, 0);
}

TEST(Quality, FlatAndInvertedElementsAreNamedByTheirNumber) {
  Mesh mesh = box_mesh({.divisions = {2, 1, 1}, .element = CellType::hex8});
  mesh.blocks[0].labels = {7, 9};
  for (const NodeId n : mesh.node_sets.at("xmax")) mesh.x(0, n.value) = 0.5;  // the second element has no volume
  try {
    require_sound_elements(mesh);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "1 element is turned inside out or without volume: 9; renumber their nodes or mesh again");
  }
}

TEST(Describe, TellsCountsBoxQualitySetsAndWhatWasNotRead) {
  MeshFile file;
  file.mesh = box_mesh({.size = {0.1, 0.02, 0.02}, .divisions = {10, 2, 2}, .element = CellType::hex20});
  file.materials.push_back({"steel", 210e9, 0.3, 7850, 0});
  file.skipped.push_back({"*BOUNDARY", 2, {"part.inp", 12, 0}, "supports come from the model file"});
  std::string all;
  for (const std::string& line : describe(file)) all += line + "\n";
  for (const char* part :
       {"elements     40 hex20", "x from 0 to 0.1 m  (100 mm)", "worst scaled Jacobian 1.000", "no inverted elements",
        "surface      'xmin'  4 faces", "E 210 GPa, nu 0.3, density 7850 kg/m^3",
        "*BOUNDARY (2 times, first at part.inp:12): supports come from the model file"})
    EXPECT_NE(all.find(part), std::string::npos) << part << "\n" << all;
}

}  // namespace trunnion
