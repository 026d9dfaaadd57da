#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/run/last_cycles.h"
#include "trunnion/run/outputs.h"

namespace trunnion {
namespace {

using std::numbers::pi;

constexpr double period = 4 * pi;

/// A machine that turns through `cycles` cycles from -1 rad on, and a curve over them.
std::vector<NamedArray> record(double cycles, const std::function<double(double)>& y) {
  const Index n = static_cast<Index>(2000 * cycles) + 1;
  const VectorXd time = VectorXd::LinSpaced(n, 0, cycles);
  VectorXd angle(n), values(n);
  for (Index k = 0; k < n; ++k) {
    angle[k] = period * time[k] - 1;
    values[k] = y(time[k]);
  }
  return {{"time", "s", time}, {"measure.turn", "rad", angle}, {"measure.way", "m", values}};
}

OutputInput output(OutputTake take, bool last_cycle = false) {
  OutputInput o;
  o.name = "o";
  o.quantity = OutputQuantity::curve;
  o.on = "measure.way";
  o.take = take;
  o.last_cycle = last_cycle;
  return o;
}

const CycleInput cycle{.angle = "turn", .period = period, .where = {}};

TEST(CycleOutputs, RepeatIsTheDifferenceOfTheLastTwoCyclesOverTheRange) {
  // cos repeats itself, a drift of 0.01 a cycle does not; the range within a cycle is that of both
  const auto y = [](double t) { return std::cos(2 * pi * t) + 0.01 * t; };
  double low = 1e9, high = -1e9;
  for (double t = 2.0; t < 3.0; t += 1e-4) {
    low = std::min(low, y(t));
    high = std::max(high, y(t));
  }
  const double repeat = evaluate_curve(output(OutputTake::repeat), record(3, y), cycle)->value;
  EXPECT_NEAR(repeat, 100 * 0.01 / (high - low), 1e-4);  // straight lines between samples
}

TEST(CycleOutputs, ARunThatIsAHundredthShortStillHasTwoCycles) {
  const auto y = [](double t) { return std::sin(2 * pi * t); };
  EXPECT_LT(evaluate_curve(output(OutputTake::repeat), record(1.995, y), cycle)->value, 0.5);
  EXPECT_TRUE(std::isnan(evaluate_curve(output(OutputTake::repeat), record(1.7, y), cycle)->value));
}

TEST(CycleOutputs, TheLastCycleLeavesOutWhatWasBefore) {
  const auto y = [](double t) { return 5 * std::exp(-t) + std::cos(2 * pi * t); };
  const std::vector<NamedArray> four = record(4, y);
  EXPECT_NEAR(evaluate_curve(output(OutputTake::max), four, cycle)->value, 6, 1e-12);
  EXPECT_NEAR(evaluate_curve(output(OutputTake::max, true), four, cycle)->value, y(3), 1e-3);
  // shorter than a cycle: all of it
  EXPECT_NEAR(evaluate_curve(output(OutputTake::max, true), record(0.6, y), cycle)->value, 6, 1e-12);
}

TEST(CycleOutputs, TheLastTwoCyclesAreLaidOverEachOther) {
  const auto y = [](double t) { return 0.01 * t + std::cos(2 * pi * t); };
  TimeRecord made;
  for (const NamedArray& array : record(3, y))
    made.columns.push_back({.name = array.name,
                            .group = "Measured motions",
                            .unit = array.unit,
                            .values = {array.values.data(), array.values.data() + array.values.size()}});
  StageInput stage;
  stage.name = "run";
  stage.mechanism.cycle = cycle;
  MechanismResult result;
  add_last_cycles(stage, made, result);
  ASSERT_EQ(result.curves.size(), 1U);  // angles are not drawn
  const std::vector<Series>& series = result.curves[0].series;
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0].name, "cycle 2");
  EXPECT_EQ(series[1].name, "cycle 3");
  const VectorXd difference = series[1].y - series[0].y;
  EXPECT_LE((difference.array() - 0.01).abs().maxCoeff(), 1e-9);
}

TEST(CycleOutputs, AStageWithoutCycleIsToldWhatItLacks) {
  try {
    evaluate_curve(output(OutputTake::repeat), record(2, [](double t) { return t; }));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("cycle = { angle"), std::string::npos);
  }
}

}  // namespace
}  // namespace trunnion
