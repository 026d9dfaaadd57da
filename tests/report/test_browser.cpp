#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "support/command.h"
#include "support/paths.h"
#include "support/sample_record.h"
#include "trunnion/report/write_report.h"

namespace trunnion {
namespace {

std::string chromium() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
    if (std::filesystem::exists(path)) return path;
  return {};
}

// Eight kinds of cases over what is varied, and a table with as many columns of long names as have axes side by side.
RunRecord study_record() {
  RunRecord record;
  Curve curve;
  curve.section = "Study";
  curve.title = "errors over modes";
  curve.x = {"modes", "", false};
  curve.y = {"error", "", true};
  double last = 1;
  for (const char* kind : {"joined, with friction", "joined", "two sets, with friction", "one set, with friction",
                           "two sets", "one set", "two sets, not rigid", "one set, not rigid"}) {
    curve.series.push_back({kind, VectorXd::LinSpaced(7, 0, 6), VectorXd::LinSpaced(7, 10 * last, last), false, true});
    last += 1;
  }
  record.curves = {curve};
  Table table;
  table.section = "Study";
  table.title = "cases";
  table.columns = {{"case", "", true}};
  for (int k = 0; k < 12; ++k) table.columns.push_back({fmt::format("mean pressure error percent {}", k), "", false});
  for (int row = 0; row < 4; ++row) {
    table.rows.push_back({{fmt::format("case {}", row), {}}});
    for (int k = 0; k < 12; ++k) table.rows.back().push_back({static_cast<double>(row * (k + 1)), {}});
  }
  record.tables = {table};
  return record;
}

// A sweep: scene and curve lie over an angle.
RunRecord swept_record() {
  RunRecord record = testing::moving_record();
  record.scenes.front().over = "turn";
  record.curves.front().x = {"turn", "rad", false};
  return record;
}

// browser.mjs holds the expectations: pictures at every width and theme, controls, picking, units, zoom, paper, hostile
// names, no WebGL, no script. Its screenshots stay in the folder for people to look at.
TEST(ReportPage, WorksInARealBrowser) {
  const std::string browser = chromium();
  if (browser.empty()) GTEST_SKIP() << "no Chromium on this machine";
  const auto folder = testing::fresh_folder("report-browser");
  write_report(testing::sample_record(), folder / "sample.html");
  write_report(testing::moving_record(), folder / "moving.html");
  write_report(swept_record(), folder / "swept.html");
  write_report(testing::record_of_sheets(60), folder / "sheets.html");
  write_report(study_record(), folder / "study.html");
  write_report(testing::hostile_record(), folder / "hostile.html");
  const auto script = testing::source_dir() / "tests" / "report" / "browser.mjs";
  const auto result = testing::run_command("node '" + script.string() + "' '" + folder.string() + "' " + browser);
  EXPECT_EQ(result.status, 0) << result.text;
}

}  // namespace
}  // namespace trunnion
