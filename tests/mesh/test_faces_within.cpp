#include <gtest/gtest.h>

#include "trunnion/mesh/faces_within.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

TEST(FacesWithin, AWholeSideHasItsFacesAndCornersAloneHaveNone) {
  const Mesh mesh = box_mesh({.divisions = {2, 3, 2}, .element = CellType::tet10});
  const std::vector<NodeId>& side = mesh.node_sets.at("xmin");
  EXPECT_EQ(faces_within(mesh, side).size(), mesh.surfaces.at("xmin").size());
  std::vector<NodeId> corners;
  for (const NodeId node : side)
    for (const ElementBlock& block : mesh.blocks)
      if ((block.nodes.topRows(num_corners(block.type)).array() == node.value).any()) corners.push_back(node);
  EXPECT_EQ(corners.size(), 12u);  // 4 x 3
  EXPECT_TRUE(faces_within(mesh, corners).empty());
}

}  // namespace
}  // namespace trunnion
