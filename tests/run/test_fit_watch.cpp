// Places of a fit whose pressure and slip are recorded: the value there, or a mean around.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run/hub_on_shaft.h"
#include "trunnion/run/fit_inputs.h"

namespace trunnion {
namespace {

/// Points of a plane grid, three to a cell, as quadrature points lie in triangles.
FitRows grid_of_points() {
  FitRows rows;
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 6; ++j)
      for (const auto& [a, b] : {std::pair{1. / 6, 1. / 6}, {2. / 3, 1. / 6}, {1. / 6, 2. / 3}})
        points.emplace_back(1e-3 * (i + a), 1e-3 * (j + b), 5e-3);
  rows.position.resize(3, Index(points.size()));
  for (std::size_t k = 0; k < points.size(); ++k) rows.position.col(Index(k)) = points[k];
  rows.area = VectorXd::Constant(Index(points.size()), 1e-6 / 6);
  rows.t1 = Vector3d::UnitX().replicate(1, rows.position.cols());
  rows.t2 = Vector3d::UnitY().replicate(1, rows.position.cols());
  return rows;
}

double value_at(const FitWatch& watch, const FitRows& rows, const std::function<double(const Vector3d&)>& field) {
  double sum = 0;
  for (std::size_t i = 0; i < watch.around.size(); ++i)
    sum += watch.weights[Index(i)] * field(rows.position.col(watch.around[i]));
  return sum;
}

TEST(FitWatch, AFieldThatIsLinearIsMetAtTheNodeAndTheOrderIsTwo) {
  const FitRows rows = grid_of_points();
  FitInput fit;
  for (const Vector3d& at : {Vector3d(3e-3, 2e-3, 5e-3), Vector3d(4.4e-3, 3.1e-3, 5e-3), Vector3d(8e-3, 0, 5e-3)})
    fit.watch.push_back({"M", at, 0});
  for (const FitWatch& watch : watched_points(fit, rows.position, rows.t1, rows.t2)) {
    ASSERT_GE(watch.around.size(), 6U);
    EXPECT_NEAR(watch.weights.sum(), 1, 1e-12);
    const auto linear = [](const Vector3d& x) { return 50e6 + 3e9 * x.x() - 7e9 * x.y(); };
    EXPECT_NEAR(value_at(watch, rows, linear), linear(*watch.place), 1e-9 * 50e6);
    // What a curved field is off by is its second derivative times the square of the distance of the points.
    const auto curved = [](const Vector3d& x) { return std::cos(100 * x.x()); };
    EXPECT_NEAR(value_at(watch, rows, curved), curved(*watch.place), 1e4 * 1e-6);
  }
}

TEST(FitWatch, ARadiusTakesTheMeanAndOneWithoutPointsTheNearest) {
  const FitRows rows = grid_of_points();
  FitInput fit;
  fit.watch = {{"mean", {3e-3, 2e-3, 5e-3}, 1e-3}, {"nearest", {3e-3, 2e-3, 5e-3}, 0.05e-3}};
  const std::vector<FitWatch> watched = watched_points(fit, rows.position, rows.t1, rows.t2);
  EXPECT_GT(watched[0].around.size(), 6U);
  EXPECT_EQ(watched[0].weights.size(), 0);
  EXPECT_TRUE(watched[1].around.empty());
  EXPECT_NEAR((rows.position.col(watched[1].point) - Vector3d(3.1666667e-3, 2.1666667e-3, 5e-3)).norm(), 0, 1e-9);
}

TEST(FitWatch, PointsOnOneLineGiveTheValueAlongIt) {
  Matrix3Xd line(3, 4);
  line << 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0;
  const VectorXd weights = plane_weights({1.5, 0.2, 0}, line, Vector3d::UnitX(), Vector3d::UnitY());
  EXPECT_NEAR(weights.sum(), 1, 1e-12);
  EXPECT_NEAR(weights.dot(line.row(0)), 1.5, 1e-12);
}

// A conical interference makes the pressure of a hub change along its seat.
TEST(FitWatch, PressureAtANodeOfAModelIsThatOfThePlaneThroughThePointsAroundIt) {
  const std::string text =
      testing::replaced(testing::coarse(testing::held_hub_on_shaft()), "interference = \"0.025 mm\"",
                        "interference_formula = \"0.025 mm*(1 + z/(60 mm))\"\n"
                        "watch = [ { name = \"node\", at = [\"20 mm\", \"0 mm\", \"5 mm\"] },\n"
                        "          { name = \"point\", at = [\"20 mm\", \"0 mm\", \"5 mm\"], radius = \"0.1 um\" } ]");
  const RunResult result = testing::run_fit(text + "[[stage]]\nname = \"shrink\"\ntype = \"static\"\nload_steps = 2\n");
  ASSERT_TRUE(result.success());
  const auto array = [&](const std::string& group, const std::string& name) {
    for (const NamedArray& found : result.arrays.at(group))
      if (found.name == name) return found.values;
    throw std::runtime_error("no array " + name);
  };
  const MatrixXd position = array("fits/shrink/seat", "position"), pressure = array("fits/shrink/seat", "pressure");
  const VectorXd distance = (position.rowwise() - Eigen::RowVector3d(20e-3, 0, 5e-3)).rowwise().norm();
  VectorXd sorted = distance;
  std::sort(sorted.begin(), sorted.end());
  Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
  Vector3d right = Vector3d::Zero();
  for (Index k = 0; k < distance.size(); ++k) {
    if (distance[k] > 1.000001 * sorted[5]) continue;
    const Vector3d row(1, 1e3 * position(k, 1), 1e3 * position(k, 2) - 5);
    normal += row * row.transpose();
    right += pressure(k, 0) * row;
  }
  const double plane = normal.ldlt().solve(right)[0];
  EXPECT_NEAR(array("curves/shrink", "fit.seat.node.pressure")(0, 0), plane, 1e-6 * plane);
  Index nearest = 0;
  distance.minCoeff(&nearest);
  EXPECT_NEAR(array("curves/shrink", "fit.seat.point.pressure")(0, 0), pressure(nearest, 0), 1e-9 * plane);
}

}  // namespace
}  // namespace trunnion
