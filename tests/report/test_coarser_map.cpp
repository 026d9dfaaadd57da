#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/sample_record.h"
#include "trunnion/report/coarser_map.h"
#include "trunnion/report/write_report.h"

namespace trunnion {
namespace {

MatrixMap map_of(const MatrixXd& values) {
  MatrixMap map;
  map.title = "Quality of every frequency response";
  map.values = values;
  for (Index k = 0; k < values.rows(); ++k) map.row_names.push_back("r" + std::to_string(k));
  for (Index k = 0; k < values.cols(); ++k) map.column_names.push_back("c" + std::to_string(k));
  return map;
}

TEST(CoarserMap, ABlockShowsItsWorstValue) {
  MatrixXd values = MatrixXd::Constant(300, 300, 0.5);
  values(17, 203) = 0.01;
  values(250, 3) = -0.9;
  MatrixMap classes = map_of(values);
  classes.class_limits = {0.1, 0.9};
  const MatrixMap fewer = coarser_map(classes, {.cells = 2500});
  EXPECT_LE(fewer.values.size(), 2500);
  EXPECT_EQ(fewer.values(17 / 6, 203 / 6), 0.01);
  EXPECT_EQ((fewer.values.array() == 0.5).count(), fewer.values.size() - 2);
  EXPECT_EQ(coarser_map(map_of(values), {.cells = 2500}).values(250 / 6, 0), -0.9);
}

TEST(CoarserMap, OnlyBlocksWithoutAnyValueStayEmpty) {
  MatrixXd values = MatrixXd::Constant(200, 200, std::nan(""));
  values(0, 0) = 3;
  const MatrixMap fewer = coarser_map(map_of(values), {.cells = 100 * 100});
  EXPECT_EQ(fewer.values(0, 0), 3);
  EXPECT_EQ(fewer.values.array().isNaN().count(), fewer.values.size() - 1);
}

TEST(CoarserMap, NamesAndTheMarkedCellGoAlongAndShortSidesStayWhole) {
  MatrixMap map = map_of(MatrixXd::Random(12, 9000));
  map.marked = {7, 8999};
  const MatrixMap fewer = coarser_map(map, {.cells = 20'000});
  ASSERT_EQ(fewer.values.rows(), 12);
  const Index block = (9000 + fewer.values.cols() - 1) / fewer.values.cols();
  EXPECT_EQ(fewer.row_names, map.row_names);
  EXPECT_EQ(fewer.column_names[1], "c" + std::to_string(block));
  EXPECT_EQ(*fewer.marked, (std::array<int, 2>{7, int(8999 / block)}));
}

// Two matrices over 2000 interface degrees of freedom would take 43 MB.
TEST(CoarserMap, APageOf2000InterfaceDofsStaysBelow25MegabytesAndSaysSo) {
  RunRecord record = testing::sample_record();
  record.matrices.assign(2, map_of(MatrixXd::Random(2000, 2000)));
  const std::string page = report_html(record);
  EXPECT_LT(page.size(), 25'000'000U);
  EXPECT_NE(page.find("one cell that shows the worst of them"), std::string::npos);
  EXPECT_EQ(report_html(testing::sample_record()).find("Maps shown"), std::string::npos);
}

// Four maps of a film as runs make them: 24 x 120 cells at 61 instants.
std::vector<MatrixMap> maps_of_films(int films) {
  std::vector<MatrixMap> maps;
  for (int k = 0; k < 4 * films; ++k) {
    MatrixMap& map = maps.emplace_back(map_of(MatrixXd::Random(24, 120)));
    map.scale = FieldScale::magnitude;
    for (int i = 0; i < 61; ++i) map.instants.push_back({1e-3 * i, MatrixXd::Random(24, 120)});
    map.values = map.instants.back().values;
  }
  return maps;
}

TEST(CoarserMap, MapsOverTimeKeepTheirFirstAndLastInstantAndTheWorstOfEveryBlock) {
  MatrixMap map = maps_of_films(1).front();
  map.instants[30].values(7, 50) = 5;
  const MatrixMap fewer = coarser_map(map, {.moving_cells = 24 * 60, .instants = 21});
  ASSERT_EQ(fewer.instants.size(), 21U);
  for (std::size_t k = 0; k < 21; ++k) EXPECT_EQ(fewer.instants[k].time, map.instants[3 * k].time);
  ASSERT_EQ(fewer.values.cols(), 60);
  EXPECT_EQ(fewer.values, fewer.instants.back().values);
  EXPECT_EQ(fewer.instants[10].values(7, 25), 5);
  EXPECT_EQ(fewer.column_names[1], "c2");
  EXPECT_EQ(coarser_map(map, {.cells = 24 * 120}).instants.size(), 61U);
}

TEST(CoarserMap, MapsOverTimeLoseInstantsBeforeCells) {
  const std::vector<MatrixMap> one = maps_of_films(1), nine = maps_of_films(9);
  EXPECT_EQ(map_detail_that_fits(one, 4'000'000), MapDetail{});
  const MapDetail some = map_detail_that_fits(one, 1'000'000);
  EXPECT_GE(some.instants, 24);
  EXPECT_LT(some.instants, 61);
  EXPECT_EQ(some.moving_cells, MapDetail::all);
  const MapDetail few = map_detail_that_fits(nine, 4'000'000);
  EXPECT_EQ(few.instants, 24);
  EXPECT_LT(few.moving_cells, 24 * 120);
  EXPECT_EQ(few.cells, MapDetail::all);
}

// Nine films of an engine: 17 MB without a budget.
TEST(CoarserMap, MapsOverTimeOfNineFilmsStayInTheirBudgetAndThePageSaysSo) {
  RunRecord record = testing::sample_record();
  const std::size_t without = report_html(record).size();
  record.matrices = maps_of_films(9);
  const std::string page = report_html(record);
  RecordProperty("map_megabytes", fmt::format("{:.2f}", 1e-6 * double(page.size() - without)));
  EXPECT_LT(page.size(), without + 4'000'000 + 300'000);  // names of rows and columns are not counted
  EXPECT_NE(page.find("24 instants of each map over time at most, evenly spread"), std::string::npos);
  EXPECT_NE(page.find("one cell that shows the worst of them"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
