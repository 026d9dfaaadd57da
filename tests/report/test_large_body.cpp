// Pages of bodies whose surface alone is more than a page should carry.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "support/command.h"
#include "support/paths.h"
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

// A thin plate of more than 300 000 nodes: all of them lie on the surface, none in the middle of an edge.
Scene waving_plate(int instants) {
  const auto plate = std::make_shared<const Mesh>(
      box_mesh({.size = {1, 1, 0.005}, .divisions = {387, 387, 1}, .element = CellType::hex8}));
  Scene scene{"run", "A plate that waves", "", SceneKind::time, {{"plate", plate}}, {}};
  for (int k = 0; k < instants; ++k) {
    BodyFrame frame;
    frame.displacement = Matrix3Xd::Zero(3, plate->num_nodes());
    frame.displacement.row(2) = 0.01 * (2 * std::numbers::pi * (plate->x.row(0).array() - k / double(instants))).sin();
    frame.fields = {{"height", "m", frame.displacement.row(2), FieldScale::automatic}};
    scene.frames.push_back({fmt::format("{} ms", k), 1e-3 * k, {frame}});
  }
  return scene;
}

TEST(ScenePack, ABodyOf300000NodesFitsAPageAndItIsSaidWhatWasLeftOut) {
  RunRecord record = testing::sample_record();
  record.scenes = {waving_plate(12)};
  ASSERT_GT(record.scenes[0].bodies[0].mesh->num_nodes(), 300'000);
  const std::string page = report_html(record);
  RecordProperty("page_megabytes", fmt::format("{:.1f}", 1e-6 * static_cast<double>(page.size())));
  EXPECT_LT(page.size(), 25'000'000U);
  EXPECT_NE(page.find("surfaces coarsened to "), std::string::npos);
  for (int k = 0; k < 12; ++k)  // before instants go, nodes do
    EXPECT_NE(page.find(fmt::format("\"label\":\"{} ms\"", k)), std::string::npos) << k;
}

TEST(ReportPage, ABodyOf300000NodesIsUsedInARealBrowser) {
  if (!std::filesystem::exists("/usr/bin/chromium")) GTEST_SKIP() << "no Chromium on this machine";
  const auto folder = testing::fresh_folder("report-large-body");
  RunRecord record = testing::sample_record();
  record.scenes = {waving_plate(12)};
  write_report(record, folder / "report.html");
  const auto script = testing::source_dir() / "tools" / "check_pages.mjs";
  const auto used = testing::run_command("node '" + script.string() + "' '" + folder.string() + "'");
  EXPECT_EQ(used.status, 0) << used.text;
}

// Geometry, fields and curves that take all they may, and the maps over time of nine films.
TEST(Report, APageWithAllItsBudgetsFullStaysBelow25Megabytes) {
  RunRecord record = testing::sample_record();
  record.scenes = {waving_plate(12)};
  Curve curve;
  curve.section = "Forces";
  curve.x = {"time", "s", false};
  curve.y = {"force", "N", false};
  for (int k = 0; k < 12; ++k)
    curve.series.push_back(
        {fmt::format("force {}", k), VectorXd::LinSpaced(100'000, 0, 1), VectorXd::Random(100'000), false, false});
  for (int k = 0; k < 8; ++k) {
    curve.title = fmt::format("Forces {}", k);
    for (Series& series : curve.series) series.y.setRandom();
    record.curves.push_back(curve);
  }
  MatrixMap map;
  map.section = "Films";
  map.sheet = true;
  for (int k = 0; k < 24; ++k) map.row_names.push_back(fmt::format("{:.1f} mm", 0.5 * k));
  for (int k = 0; k < 120; ++k) map.column_names.push_back(fmt::format("{}°", 3 * k));
  for (int k = 0; k < 9 * 4; ++k) {
    map.title = fmt::format("Film {}", k);
    map.instants.clear();
    for (int i = 0; i < 61; ++i) map.instants.push_back({1e-3 * i, MatrixXd::Random(24, 120)});
    map.values = map.instants.back().values;
    record.matrices.push_back(map);
  }
  const std::size_t page = report_html(record).size();
  RecordProperty("page_megabytes", fmt::format("{:.1f}", 1e-6 * static_cast<double>(page)));
  EXPECT_LT(page, 25'000'000U);
  EXPECT_GT(page, 18'000'000U);  // else this is no test
}

}  // namespace
}  // namespace trunnion
