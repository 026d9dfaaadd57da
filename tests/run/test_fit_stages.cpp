#include <gtest/gtest.h>

#include <cmath>

#include "trunnion/run/fit_comparison.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/outputs.h"

namespace trunnion {
namespace {

TEST(PressureError, CountsRelativeErrorsWhereThereIsPressureAndTheNormOfAll) {
  VectorXd reference(4), p(4);
  reference << 100, 50, 0.5, 0;
  p << 110, 45, 5, 3;
  const PressureError e = pressure_error(p, reference);
  EXPECT_NEAR(e.mean, 0.1, 1e-15);
  EXPECT_NEAR(e.max, 0.1, 1e-15);
  EXPECT_NEAR(e.deviation, 0, 1e-8);
  EXPECT_NEAR(e.l2, std::sqrt(100 + 25 + 4.5 * 4.5 + 9) / reference.norm(), 1e-15);
}

TEST(PressureError, IsZeroForEqualPressures) {
  const VectorXd p = VectorXd::LinSpaced(10, 0, 1e8);
  const PressureError e = pressure_error(p, p);
  EXPECT_EQ(e.mean, 0);
  EXPECT_EQ(e.l2, 0);
}

TEST(CurveOutput, TakesTheValueAtAPlaceAndNoneBeyondTheEnd) {
  const std::vector<NamedArray> arrays{{"time", "s", Eigen::Vector3d(0, 1, 2)},
                                       {"fit.seat.sliding_share", "", Eigen::Vector3d(0, 0.1, 0.5)}};
  OutputInput output;
  output.quantity = OutputQuantity::curve;
  output.on = "fit.seat.sliding_share";
  const auto value = [&](double t) {
    output.at = PhysicalQuantity{t, info(Kind::time).dimension, 0};
    return evaluate_curve(output, arrays)->value;
  };
  EXPECT_EQ(value(1), 0.1);
  EXPECT_NEAR(value(1.5), 0.3, 1e-15);
  EXPECT_TRUE(std::isnan(value(2.5)));
  output.at = PhysicalQuantity{1, info(Kind::length).dimension, 0};
  EXPECT_THROW(evaluate_curve(output, arrays), InputError);
}

TEST(FitPictures, PlacesTakeTheMeanOfTheNearestPointsAndNoneFarAway) {
  Matrix3Xd points(3, 4), places(3, 3);
  points << 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0;
  places << 0.5, 0, 9, 0.5, 0, 9, 0, 0, 0;
  const FitPlaces near = nearby_points(places, points, VectorXd::Ones(4), 1);
  ASSERT_EQ(near.place, (std::vector<std::int32_t>{0, 1}));
  const VectorXd values = near.means * Eigen::Vector4d(1, 2, 3, 6);
  EXPECT_NEAR(values[0], 3, 1e-15);
  EXPECT_NEAR(values[1], 1, 1e-15);
}

TEST(FitPictures, UnrolledCylinderShowsAngleAndHeight) {
  constexpr Index around = 60, along = 20;
  constexpr double radius = 0.022, width = 0.05, pi = 3.14159265358979323846;
  Matrix3Xd position(3, around * along), normal(3, around * along), t1(3, around * along), t2(3, around * along);
  FitField field;
  field.pressure.resize(around * along);
  for (Index k = 0; k < around * along; ++k) {
    const double angle = 2 * pi * static_cast<double>(k % around) / around,
                 z = width * ((static_cast<double>(k / around) + 0.5) / along - 0.5);
    normal.col(k) << std::cos(angle), std::sin(angle), 0;
    t1.col(k) << 0, 0, 1;
    t2.col(k) << std::sin(angle), -std::cos(angle), 0;
    position.col(k) << radius * std::cos(angle), radius * std::sin(angle), z + 0.1;
    field.pressure[k] = 1e8 + 1e7 * std::cos(angle) + 1e9 * z;
  }
  const VectorXd area = VectorXd::Constant(around * along, 2 * pi * radius * width / (around * along));
  field.shear.setZero(2, around * along);
  field.motion = Eigen::Vector2d(3e-6, 2e-6).replicate(1, around * along);
  field.work.setZero(around * along);
  field.state.assign(around * along, FitState::resting);
  const FitAxis axis = fit_axis(position, normal, area);
  EXPECT_NEAR(axis.radius, radius, 1e-12);
  EXPECT_NEAR(axis.center.z(), 0.1, 1e-12);
  const std::vector<MatrixMap> maps = unrolled_maps("", "", {position, t1, t2, area, axis}, field);
  // Directions of the points are their own; those of the maps are around the axis and along it.
  EXPECT_LE((maps[maps.size() - 2].values.array() + 2e-6).abs().maxCoeff(), 1e-18);
  EXPECT_LE((maps.back().values.array() - 3e-6).abs().maxCoeff(), 1e-18);
  const MatrixMap& map = maps.front();
  EXPECT_FALSE(map.marked);
  const Index watched = 15 + around * 18;  // a quarter of the way around, near the upper end
  const Vector3d asked = position.col(watched) + Vector3d(0, 0, 0.6e-3);
  const FitWatch patch{"edge", watched, {watched, watched + 1}, asked, 4e-3};
  const std::vector<MatrixMap> marked =
      unrolled_maps("", "", {position, t1, t2, area, axis, {{"M", watched, {}, asked}, patch}}, field);
  for (const MatrixMap& with : marked) {
    ASSERT_TRUE(with.marked);
    EXPECT_NE(with.detail.find("Watched: 'M' at 90°, 21."), std::string::npos) << with.detail;
    EXPECT_NE(with.detail.find("(marked), the point nearest to (0, 22, 121.85) mm, 0.6 mm from it; 'edge' at 90°"),
              std::string::npos)
        << with.detail;
    EXPECT_NE(with.detail.find("mean of 2 points within 4 mm of (0, 22, 121.85) mm."), std::string::npos)
        << with.detail;
  }
  EXPECT_NEAR(marked.front().values((*marked.front().marked)[0], (*marked.front().marked)[1]), field.pressure[watched],
              3e6);
  UnrolledScene rolled("run", "seat", {position, t1, t2, area, axis, {{"M", watched}}}, {"way", "m"});
  rolled.add_frame(2e-3, field);
  validate(rolled.scene());
  EXPECT_EQ(rolled.scene().frames.front().label, "way 2 mm");
  EXPECT_EQ(rolled.scene().over, "way");
  ASSERT_EQ(rolled.scene().bodies.size(), 2U);
  EXPECT_EQ(rolled.scene().bodies.back().name, "watched M");
  EXPECT_NEAR(rolled.scene().bodies.back().mesh->x.row(0).mean(), radius * pi / 2, 1e-9);
  EXPECT_NEAR(rolled.scene().bodies.back().mesh->x.row(1).mean(), 0.02125, 1e-9);
  for (Index i = 0; i < map.values.rows(); ++i)
    for (Index j = 0; j < map.values.cols(); ++j) {
      const double angle = 2 * pi * ((static_cast<double>(j) + 0.5) / static_cast<double>(map.values.cols()) - 0.5),
                   z = width * (0.5 - (static_cast<double>(i) + 0.5) / static_cast<double>(map.values.rows()));
      // Points lie 2.3 and 2.5 mm apart: values are those of half a distance away at most.
      EXPECT_NEAR(map.values(i, j), 1e8 + 1e7 * std::cos(angle) + 1e9 * z, 3e6) << i << " " << j;
    }
}

}  // namespace
}  // namespace trunnion
