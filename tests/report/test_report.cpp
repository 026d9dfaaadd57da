#include <gtest/gtest.h>

#include <filesystem>

#include "support/paths.h"
#include "support/sample_record.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/results/results_writer.h"

namespace trunnion {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Report, TextTablesAndVerdictsNeedNoScript) {
  const std::string page = report_html(testing::sample_record());
  for (const char* text : {"<h1>The tip moves 1 mm; the first mode is at 103 Hz.</h1>", "78.8<small>MPa</small>",
                           "No eigenvalue was missed.", "All balances close.", "Element 17 has an aspect ratio",
                           "<td class=\"l\">bending</td>", "2.1 × 10⁻¹²", "trunnion run cantilever.toml"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST(Report, AsksNoOtherHostForAnything) {
  const std::string page = report_html(testing::sample_record());
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(count(page, "src=\"http"), 0u);
  EXPECT_EQ(count(page, "href=\"http"), 0u);
  EXPECT_EQ(count(page, "@import"), 0u);
  EXPECT_EQ(count(page, "<link"), 0u);
}

TEST(Report, HostileNamesStandAsText) {
  const std::string page = report_html(testing::hostile_record());
  EXPECT_EQ(count(page, "<img src=x"), 0u);
  EXPECT_EQ(count(page, "href=\"javascript:"), 0u);
  EXPECT_EQ(count(page, "<script>"), 1u);
  EXPECT_GT(count(page, "&lt;img src=x"), 10u);
}

TEST(Report, AViolatedBalanceAndAFailedStageAreSaidAtTheTop) {
  RunRecord record = testing::sample_record();
  record.stages[0].balances[0].value = 1;
  record.stages[1].status = StageStatus::failed;
  record.stages[1].message = "The eigensolver found 2 of 3 modes.";
  const std::string page = report_html(record);
  const std::string top = page.substr(0, page.find("id=\"stage\""));
  EXPECT_NE(top.find("Equilibrium, residual over load does not close."), std::string::npos);
  EXPECT_NE(top.find("The eigensolver found 2 of 3 modes."), std::string::npos);
  EXPECT_NE(top.find("Run failed"), std::string::npos);
  EXPECT_EQ(top.find("All balances close"), std::string::npos);
}

TEST(Report, ComesOutTheSameFromDisk) {
  const auto folder = testing::fresh_folder("report-from-disk");
  const RunRecord record = testing::sample_record();
  write_results(record, folder);
  const std::string now = report_html(record), later = report_html(read_run_record(folder));
  // Displacements lose their last bits on the way; text and tables may not.
  EXPECT_EQ(now.substr(0, now.find("id=\"stage\"")), later.substr(0, later.find("id=\"stage\"")));
  EXPECT_NEAR(double(now.size()), double(later.size()), 1e-3 * double(now.size()));
}

TEST(Report, MapsOverTimeComeOutTheSameFromDisk) {
  const auto folder = testing::fresh_folder("report-moving-maps");
  RunRecord record = testing::sample_record();
  record.scenes.clear();
  MatrixMap still;
  still.title = "Distribution";
  still.values = MatrixXd::Random(2, 2);
  still.row_names = still.column_names = {"a", "b"};
  MatrixMap moving = still;
  moving.title = "Film thickness over time";
  moving.column_names.emplace_back("c");
  for (int k = 0; k < 4; ++k) moving.instants.push_back({0.1 * k, MatrixXd::Random(2, 3)});
  moving.instants[1].values(1, 2) = std::nan("");
  moving.values = moving.instants.back().values;
  record.matrices = {still, moving};
  write_results(record, folder);
  EXPECT_EQ(report_html(read_run_record(folder)), report_html(record));
  for (const auto& [group, arrays] : read_arrays(folder)) EXPECT_FALSE(group.starts_with("maps")) << group;
}

}  // namespace
}  // namespace trunnion
