#include <gtest/gtest.h>

#include "trunnion/fem/element_quality.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {

TEST(ElementQuality, ARegularBoxIsPerfectInEveryElementType) {
  for (const CellType type :
       {CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20, CellType::wedge6, CellType::wedge15}) {
    const ElementQuality quality = element_quality(box_mesh({.divisions = {2, 2, 2}, .element = type}));
    EXPECT_NEAR(quality.worst_ratio, 1, 1e-12) << name(type);
    EXPECT_TRUE(quality.inverted.empty());
  }
}

TEST(ElementQuality, ATurnedElementIsNamed) {
  Mesh mesh = box_mesh({.divisions = {3, 1, 1}, .element = CellType::hex8});
  Eigen::MatrixXi& nodes = mesh.blocks[0].nodes;
  for (int i = 0; i < 4; ++i) std::swap(nodes(i, 1), nodes(i + 4, 1));
  const ElementQuality quality = element_quality(mesh);
  ASSERT_EQ(quality.inverted.size(), 1U);
  EXPECT_EQ(quality.inverted[0].value, 1);
  EXPECT_EQ(quality.worst.value, 1);
}

}  // namespace trunnion
