// Pages of bodies whose surface alone is more than a page should carry.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/sample_record.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/report/coarser_surface.h"
#include "trunnion/report/write_report.h"

namespace trunnion {
namespace {

/// What the triangles enclose, counted outwards.
double volume(const Mesh& mesh, const DisplaySurface& surface) {
  double sum = 0;
  const auto x = [&](int node) -> Vector3d { return mesh.x.col(surface.nodes[static_cast<std::size_t>(node)]); };
  for (const auto& [a, b, c] : surface.triangles) sum += x(a).dot(x(b).cross(x(c))) / 6;
  return sum;
}

TEST(CoarserSurface, KeepsTheVolumeOfACubeButForItsEdges) {
  const Mesh mesh = box_mesh({.size = {1, 1, 1}, .divisions = {60, 60, 60}, .element = CellType::hex8});
  const DisplaySurface fine = display_surface(mesh);
  const DisplaySurface coarse = coarser_surface(mesh, fine, 5000);
  EXPECT_LE(coarse.nodes.size(), 5000U);
  EXPECT_GT(coarse.nodes.size(), 2500U);
  EXPECT_LT(coarse.triangles.size(), fine.triangles.size() / 3);
  // Six sides of 5000/6 cells each: cells of about 1/27. Nodes leave a side only along its edges, by less than the
  // diagonal of a cell; twelve edges then lose less than 3/2 cells^2 each of their length.
  const double cell = 1.0 / 27;
  EXPECT_NEAR(volume(mesh, coarse), 1, 12 * 1.5 * cell * cell);
}

TEST(CoarserSurface, ThinWallsKeepBothSides) {
  const Mesh mesh = box_mesh({.size = {1, 1, 0.005}, .divisions = {100, 100, 1}, .element = CellType::hex8});
  const DisplaySurface coarse = coarser_surface(mesh, display_surface(mesh), 2000);
  // Two sides of a thousand cells of 1/31; their borders move in by less than a cell's diagonal.
  EXPECT_NEAR(volume(mesh, coarse), 0.005, 0.005 * 4 * std::sqrt(2) / 31);
}

TEST(CoarserSurface, LeavesSmallOnesAlone) {
  const Mesh mesh = box_mesh({.size = {1, 1, 1}, .divisions = {4, 4, 4}, .element = CellType::hex8});
  const DisplaySurface fine = display_surface(mesh);
  EXPECT_EQ(coarser_surface(mesh, fine, fine.nodes.size()).triangles, fine.triangles);
}

TEST(ScenePack, ABodyOf300000NodesFitsAPageAndItIsSaidWhatWasLeftOut) {
  // A thin plate: all nodes lie on the surface, none of them in the middle of an edge.
  const auto plate = std::make_shared<const Mesh>(
      box_mesh({.size = {1, 1, 0.005}, .divisions = {387, 387, 1}, .element = CellType::hex8}));
  ASSERT_GT(plate->num_nodes(), 300'000);
  RunRecord record = testing::sample_record();
  Scene scene{"run", "A plate that waves", "", SceneKind::time, {{"plate", plate}}, {}};
  for (int k = 0; k < 12; ++k) {
    BodyFrame frame;
    frame.displacement = Matrix3Xd::Zero(3, plate->num_nodes());
    frame.displacement.row(2) = 0.01 * (2 * std::numbers::pi * (plate->x.row(0).array() - k / 12.0)).sin();
    frame.fields = {{"height", "m", frame.displacement.row(2), FieldScale::automatic}};
    scene.frames.push_back({fmt::format("{} ms", k), 1e-3 * k, {frame}});
  }
  record.scenes = {scene};
  const std::string page = report_html(record);
  RecordProperty("page_megabytes", fmt::format("{:.1f}", 1e-6 * static_cast<double>(page.size())));
  EXPECT_LT(page.size(), 25'000'000U);
  EXPECT_NE(page.find("surfaces coarsened to "), std::string::npos);
  for (int k = 0; k < 12; ++k)  // before instants go, nodes do
    EXPECT_NE(page.find(fmt::format("\"label\":\"{} ms\"", k)), std::string::npos) << k;
}

}  // namespace
}  // namespace trunnion
