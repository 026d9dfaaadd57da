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

// browser.mjs holds the expectations: pictures at every width and theme, controls, picking, units, zoom, paper, hostile
// names, no WebGL, no script. Its screenshots stay in the folder for people to look at.
TEST(ReportPage, WorksInARealBrowser) {
  const std::string browser = chromium();
  if (browser.empty()) GTEST_SKIP() << "no Chromium on this machine";
  const auto folder = testing::fresh_folder("report-browser");
  write_report(testing::sample_record(), folder / "sample.html");
  write_report(testing::moving_record(), folder / "moving.html");
  write_report(testing::record_of_sheets(60), folder / "sheets.html");
  write_report(testing::hostile_record(), folder / "hostile.html");
  const auto script = testing::source_dir() / "tests" / "report" / "browser.mjs";
  const auto result = testing::run_command("node '" + script.string() + "' '" + folder.string() + "' " + browser);
  EXPECT_EQ(result.status, 0) << result.text;
}

}  // namespace
}  // namespace trunnion
