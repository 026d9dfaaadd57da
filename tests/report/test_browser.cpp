#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>

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
  write_report(testing::hostile_record(), folder / "hostile.html");
  const auto script = testing::source_dir() / "tests" / "report" / "browser.mjs";
  const std::string command = "node '" + script.string() + "' '" + folder.string() + "' " + browser + " 2>&1";
  FILE* pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string printed;
  std::array<char, 1024> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe)) printed.append(part.data(), count);
  EXPECT_EQ(::pclose(pipe), 0) << printed;
}

}  // namespace
}  // namespace trunnion
