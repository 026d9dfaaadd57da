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
  const MatrixMap fewer = coarser_map(classes, 2500);
  EXPECT_LE(fewer.values.size(), 2500);
  EXPECT_EQ(fewer.values(17 / 6, 203 / 6), 0.01);
  EXPECT_EQ((fewer.values.array() == 0.5).count(), fewer.values.size() - 2);
  EXPECT_EQ(coarser_map(map_of(values), 2500).values(250 / 6, 0), -0.9);
}

TEST(CoarserMap, OnlyBlocksWithoutAnyValueStayEmpty) {
  MatrixXd values = MatrixXd::Constant(200, 200, std::nan(""));
  values(0, 0) = 3;
  const MatrixMap fewer = coarser_map(map_of(values), 100 * 100);
  EXPECT_EQ(fewer.values(0, 0), 3);
  EXPECT_EQ(fewer.values.array().isNaN().count(), fewer.values.size() - 1);
}

TEST(CoarserMap, NamesAndTheMarkedCellGoAlongAndShortSidesStayWhole) {
  MatrixMap map = map_of(MatrixXd::Random(12, 9000));
  map.marked = {7, 8999};
  const MatrixMap fewer = coarser_map(map, 20'000);
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

}  // namespace
}  // namespace trunnion
