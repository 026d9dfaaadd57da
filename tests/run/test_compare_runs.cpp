// Two runs whose difference is known, side by side.
#include <gtest/gtest.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/run/compare_runs.h"

namespace trunnion {
namespace {

Curve line(const std::string& title, const VectorXd& x, const VectorXd& y) {
  Curve curve;
  curve.section = "run";
  curve.title = title;
  curve.x = {"time", "s", false};
  curve.y = {"force", "N", false};
  curve.series = {{"front", x, y}};
  return curve;
}

/// Force 100 + `extra` + 50 t at `samples` instants, a peak of it, and a scene.
ComparedRun run_with(const std::string& name, double extra, Index samples) {
  ComparedRun run{name, {}};
  run.record.model_name = "Rotor";
  const VectorXd t = VectorXd::LinSpaced(samples, 0, 2);
  run.record.curves = {line("Bearing forces", t, 100 + extra + 50 * t.array())};
  set_quantity(run.record, "peak", 200 + extra);
  Scene scene;
  scene.name = "run";
  scene.title = "Motion";
  run.record.scenes.push_back(scene);
  StageRecord stage;
  stage.name = "run";
  run.record.stages.push_back(stage);
  return run;
}

double number(const Cell& cell) { return std::get<double>(cell.content); }

TEST(CompareRuns, AConstantDifferenceIsFoundWhateverTheInstantsOfTheTwo) {
  const RunRecord both = compare_runs({run_with("A", 0, 21), run_with("B", 7, 34)});
  ASSERT_EQ(both.curves.size(), 2U);
  ASSERT_EQ(both.curves[0].series.size(), 2U);
  EXPECT_EQ(both.curves[0].series[0].name, "front A");
  EXPECT_TRUE(both.curves[0].series[0].reference);
  EXPECT_FALSE(both.curves[0].series[1].reference);
  EXPECT_EQ(both.curves[1].title, "Bearing forces: deviation");
  const Series& apart = both.curves[1].series.at(0);
  ASSERT_EQ(apart.y.size(), 34);  // straight lines are interpolated exactly
  EXPECT_LE((apart.y.array() - 7).abs().maxCoeff(), 1e-11);
}

TEST(CompareRuns, NumbersStandBesideEachOtherWithTheirChange) {
  ComparedRun other = run_with("B", 7, 5);
  set_quantity(other.record, "only_here", 1);
  const RunRecord both = compare_runs({run_with("A", 0, 5), other});
  const Table& table = both.tables.at(1);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(number(table.rows[0][1]), 200);
  EXPECT_EQ(number(table.rows[0][2]), 207);
  EXPECT_NEAR(number(table.rows[0][3]), 3.5, 1e-12);
  EXPECT_EQ(number(table.rows[1][2]), 1);
  EXPECT_FALSE(std::holds_alternative<double>(table.rows[1][3].content));  // nothing to compare it with
}

TEST(CompareRuns, ARunAgainstItselfDeviatesByNothing) {
  const RunRecord both = compare_runs({run_with("A", 0, 21), run_with("again", 0, 21)});
  EXPECT_EQ(both.curves[1].series.at(0).y.cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(number(both.tables.at(1).rows[0][3]), 0);
}

TEST(CompareRuns, ACurveThatOnlyAnEarlierRunHasIsShown) {
  ComparedRun first = run_with("A", 0, 21);
  const VectorXd t = VectorXd::LinSpaced(5, 0, 1);
  first.record.curves.push_back(line("Only here", t, t));
  const RunRecord both = compare_runs({first, run_with("B", 7, 21)});
  ASSERT_EQ(both.curves.size(), 3U);
  EXPECT_EQ(both.curves[2].title, "Only here");
  ASSERT_EQ(both.curves[2].series.size(), 1U);
  EXPECT_EQ(both.curves[2].series[0].name, "front A");
}

TEST(CompareRuns, MapsOfLikeCellsAreSubtracted) {
  MatrixMap map;
  map.section = "Contact";
  map.title = "Pressure";
  map.unit = "Pa";
  map.row_names = {"1", "2"};
  map.column_names = {"a", "b", "c"};
  map.values = MatrixXd::Constant(2, 3, 4);
  ComparedRun first = run_with("A", 0, 5), second = run_with("B", 0, 5), third = run_with("C", 0, 5);
  first.record.matrices = {map};
  map.values(1, 2) = 9;
  second.record.matrices = {map};
  map.column_names = {"a", "b", "d"};  // other cells: nothing to subtract
  third.record.matrices = {map};
  const RunRecord all = compare_runs({first, second, third});
  std::vector<std::string> titles;
  for (const MatrixMap& shown : all.matrices) titles.push_back(shown.title);
  EXPECT_EQ(titles, (std::vector<std::string>{"A: Pressure", "B: Pressure", "B less A: Pressure", "C: Pressure"}));
  EXPECT_EQ(all.matrices[2].values.sum(), 5);
  EXPECT_EQ(all.matrices[2].values(1, 2), 5);
}

TEST(CompareRuns, ScenesAndStagesOfAllRunsAreKeptUnderTheirNames) {
  const RunRecord all = compare_runs({run_with("A", 0, 5), run_with("B", 1, 5), run_with("C", 2, 5)});
  ASSERT_EQ(all.scenes.size(), 3U);
  EXPECT_EQ(all.scenes[2].title, "C: Motion");
  EXPECT_EQ(all.stages.at(1).name, "B, run");
  EXPECT_EQ(all.curves[1].series.size(), 2U);  // of B and C, both against A
}

TEST(CompareRuns, DeviationsCoverOnlyWhatBothReachAndNeedAnAscendingAxis) {
  const VectorXd t = VectorXd::LinSpaced(11, 0, 1), longer = VectorXd::LinSpaced(31, -1, 2);
  const Series apart = deviation({"", t, t}, {"", longer, 2 * longer});
  ASSERT_EQ(apart.x.size(), 11);
  EXPECT_LE((apart.y - apart.x).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(deviation({"", t, t}, {"", t.reverse(), t}).x.size(), 0);
}

TEST(CompareRuns, OneRunAloneIsRefused) { EXPECT_THROW(compare_runs({run_with("A", 0, 5)}), InputError); }

}  // namespace
}  // namespace trunnion
