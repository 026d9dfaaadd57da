#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/hertz.h"
#include "trunnion/contact/material.h"
#include "trunnion/contact/vilke.h"

namespace trunnion {
namespace {

using std::numbers::pi;
const double steel = reduced_modulus({2.06e11, 0.3}, {2.06e11, 0.3});

TEST(HertzPoint, SphereOnPlaneIsTheClosedForm) {
  const double R = 0.01, h = 1e-6;
  const RelativeCurvature c = relative_curvature({1 / R, 1 / R}, {0, 0}, 0.3);
  const HertzPoint point = hertz_point(c, steel);
  EXPECT_NEAR(point.stiffness.e, 4.0 / 3 * steel * std::sqrt(R), 1e-14 * point.stiffness.e);
  const double F = point.stiffness.e * std::pow(h, 1.5);
  testing::record({.group = "Contact laws",
                   .name = "force of a 10 mm steel sphere pressed 1 micrometer into a plane",
                   .reference = "closed form",
                   .reference_value = 15.09157509,
                   .value = F,
                   .error = testing::relative_error(F, 15.09157509),
                   .allowed = 1e-9,
                   .why = "digits of the reference"});
  EXPECT_NEAR(contact_ellipse(point, h).a, 1e-4, 1e-18);
  EXPECT_NEAR(contact_ellipse(point, h).b, 1e-4, 1e-18);
}

TEST(HertzPoint, DimensionlessTableOfEllipses) {
  struct Row {
    double P, q, F, a, b;
  };
  for (const Row& row : {Row{1, 1, 0.9428090416, 0.7071067812, 0.7071067812},
                         Row{0.5, 0.39765093866, 1.1323996557, 1.0554708788, 0.6655753992},
                         Row{0.1, 0.0493948488052, 1.8593923831, 2.5872130219, 0.5750068503},
                         Row{0.01, 0.00302324224171, 4.2785128688, 8.7627503849, 0.4818112254},
                         Row{1e-4, 1.7014448227e-5, 28.1538061919, 92.4443249462, 0.3813196540}}) {
    const HertzPoint point = hertz_point({row.P, 1}, 1);
    EXPECT_NEAR(axis_ratio_squared(row.P), row.q, 1e-9 * row.q);
    EXPECT_NEAR(point.stiffness.e, row.F, 1e-9 * row.F);
    EXPECT_NEAR(std::sqrt(point.a2), row.a, 1e-9 * row.a);
    EXPECT_NEAR(std::sqrt(point.b2), row.b, 1e-9 * row.b);
  }
}

TEST(HertzPoint, EllipseFillsTheGapOnItsRim) {  // P a^2 + Q b^2 = h
  for (const double ratio : {1.0, 1 - 1e-13, 1 - 1e-7, 0.7, 1e-2, 1e-5, 1e-8}) {
    const HertzPoint point = hertz_point({3 * ratio, 3}, 1);
    EXPECT_NEAR(3 * ratio * point.a2 + 3 * point.b2, 1, 1e-12) << ratio;
  }
}

// Displacement of the half-space under the Hertz pressure at (x, y): each chord through the point contributes the area
// of a half ellipse, so that the Boussinesq integral is one periodic integral over the direction.
double boussinesq_displacement(const ContactEllipse& ellipse, double modulus, double x, double y) {
  const double a2 = ellipse.a * ellipse.a, b2 = ellipse.b * ellipse.b;
  const int n = 2000;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double c = std::cos(pi * i / n), s = std::sin(pi * i / n);
    const double C = c * c / a2 + s * s / b2, B = x * c / a2 + y * s / b2;
    const double height = 1 - x * x / a2 - y * y / b2 + B * B / C;
    sum += pi * height / (2 * std::sqrt(C));
  }
  return ellipse.peak_pressure / (pi * modulus) * sum * pi / n;
}

TEST(HertzPoint, PressureDeformsTheHalfSpaceIntoTheGap) {
  const RelativeCurvature c{10, 200};
  const double h = 2e-6;
  const ContactEllipse ellipse = contact_ellipse(hertz_point(c, steel), h);
  double worst = 0;
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.6, 0.0}, {0.0, 0.7}, {-0.5, 0.5}}) {
    const double px = x * ellipse.a, py = y * ellipse.b;
    const double closed = boussinesq_displacement(ellipse, steel, px, py) + c.P * px * px + c.Q * py * py;
    worst = std::max(worst, std::abs(closed / h - 1));
  }
  testing::record(
      {.group = "Contact laws",
       .name = "Hertz ellipse of axis ratio 0.14: gap left open under the computed pressure, over the approach",
       .reference = "Boussinesq's integral",
       .error = worst,
       .allowed = 1e-11,
       .why = "round-off of 2000 summed chords"});
}

template <class Law>
void expect_exact_gradient(const Law& law, RelativeCurvature c) {
  const PointStiffness at = law(c);
  const double step = 1e-5;
  const double dP = (law({c.P * (1 + step), c.Q}).e - law({c.P * (1 - step), c.Q}).e) / (2 * step * c.P);
  const double dQ = (law({c.P, c.Q * (1 + step)}).e - law({c.P, c.Q * (1 - step)}).e) / (2 * step * c.Q);
  EXPECT_NEAR(at.de_dP, dP, 2e-9 * std::abs(dP));
  EXPECT_NEAR(at.de_dQ, dQ, 2e-9 * std::abs(dQ));
}

TEST(HertzPoint, GradientIsTheLimitOfDifferences) {
  const auto law = [](const RelativeCurvature& c) { return hertz_point(c, steel).stiffness; };
  for (const double P : {190.0, 100.0, 10.0, 0.2}) expect_exact_gradient(law, {P, 200});
}

TEST(HertzPoint, GradientIsSymmetricForCircles) {
  const PointStiffness circle = hertz_point({50, 50}, steel).stiffness;
  EXPECT_NEAR(circle.de_dP, circle.de_dQ, 1e-14 * std::abs(circle.de_dP));
  EXPECT_NEAR(circle.de_dP + circle.de_dQ, -0.5 * circle.e / 50, 1e-14 * circle.e / 50);  // e ~ curvature^(-1/2)
}

TEST(VilkePoint, GradientIsTheLimitOfDifferences) {
  const auto law = [](const RelativeCurvature& c) { return vilke_point(c, steel); };
  for (const double P : {190.0, 100.0, 10.0, 0.2}) expect_exact_gradient(law, {P, 200});
}

TEST(VilkePoint, DeviatesFromHertzAsTabulated) {
  struct Row {
    double axes, ratio, percent, tolerance;
  };
  for (const Row& row :
       {Row{1, 1, -0.4748, 1e-4}, Row{0.8, 0.71541792, -0.4460, 1e-4}, Row{0.5, 0.35177164, -0.2178, 1e-4},
        Row{0.2, 0.08455531, 0.4090, 1e-4}, Row{0.15, 0.05322989, 0.4599, 1e-4}, Row{0.1, 0.02737019, 0.2562, 1e-4},
        Row{0.05, 0.00850010, -1.078, 1e-3}, Row{0.02, 0.00172111, -4.934, 1e-3}, Row{0.01, 0.00049929, -9.224, 2e-3},
        Row{0.001, 7.29e-6, -27.9, 0.06}}) {
    EXPECT_NEAR(axis_ratio_squared(row.ratio), row.axes * row.axes, 2e-3 * row.axes * row.axes);
    const double deviation = vilke_point({row.ratio, 1}, 1).e / hertz_point({row.ratio, 1}, 1).stiffness.e - 1;
    EXPECT_NEAR(100 * deviation, row.percent, row.tolerance) << row.axes;
  }
}

TEST(VilkePoint, StaysWithinHalfAPercentOfHertzDownToSlenderEllipses) {
  double largest = 0;
  for (double ratio = 1; axis_ratio_squared(ratio) >= 0.01; ratio *= 0.97)
    largest = std::max(largest, std::abs(vilke_point({ratio, 1}, 1).e / hertz_point({ratio, 1}, 1).stiffness.e - 1));
  testing::record({.group = "Contact laws",
                   .name = "Vilke's formula, largest deviation for contact ellipses of axis ratio 0.1 to 1",
                   .reference = "Hertz, same approach",
                   .value = largest,
                   .error = largest,
                   .allowed = 0.005,
                   .why = "half a percent, as published"});
}

TEST(HertzPoint, DeepGrooveBearingContacts) {  // 6205-like: stiffness, ellipse and pressure at 200 N
  const double D = 7.9375e-3, dm = 39e-3, groove = 0.52 * D;
  struct Row {
    double race, Q, hertz, vilke, axes, h, a, b, p0;
  };
  for (const Row& row : {Row{1 / (dm / 2 - D / 2), 158.177411, 2.53204529e10, 2.54007001e10, 0.107041, 3.96618e-6,
                             0.771823e-3, 0.0826163e-3, 1.49757e9},
                         Row{-1 / (dm / 2 + D / 2), 104.679325, 2.68333039e10, 2.69531643e10, 0.137650, 3.81567e-6,
                             0.747494e-3, 0.1028927e-3, 1.24159e9}}) {
    const RelativeCurvature c = ball_in_groove(D / 2, groove, row.race);
    const HertzPoint point = hertz_point(c, steel);
    EXPECT_NEAR(c.P, 4.84554815, 1e-8);
    EXPECT_NEAR(c.Q, row.Q, 1e-6);
    EXPECT_NEAR(point.stiffness.e, row.hertz, 3e-9 * row.hertz);
    EXPECT_NEAR(vilke_point(c, steel).e, row.vilke, 3e-9 * row.vilke);
    EXPECT_NEAR(std::sqrt(point.b2 / point.a2), row.axes, 1e-6);
    const double h = approach_under(200, point.stiffness.e);
    const ContactEllipse ellipse = contact_ellipse(point, h);
    EXPECT_NEAR(h, row.h, 3e-6 * h);
    EXPECT_NEAR(ellipse.a, row.a, 3e-6 * ellipse.a);
    EXPECT_NEAR(ellipse.b, row.b, 3e-6 * ellipse.b);
    EXPECT_NEAR(ellipse.peak_pressure, row.p0, 5e-6 * row.p0);
  }
}

TEST(Curvature, CrossedCylindersTouchInACircle) {
  const RelativeCurvature crossed = relative_curvature({100, 0}, {100, 0}, pi / 2);
  EXPECT_NEAR(crossed.P, 50, 1e-12);
  EXPECT_NEAR(crossed.Q, 50, 1e-12);
}

TEST(Curvature, FormAndPrincipalCurvaturesAgree) {
  const double angle = 0.7, c = std::cos(angle), s = std::sin(angle);
  Eigen::Matrix2d turn, form;
  turn << c, -s, s, c;
  form = 0.5 * (Eigen::Vector2d(80, 20).asDiagonal().toDenseMatrix() +
                turn * Eigen::Vector2d(50, -10).asDiagonal() * turn.transpose());
  const RelativeCurvature direct = relative_curvature({80, 20}, {50, -10}, angle);
  EXPECT_NEAR(relative_curvature(form).P, direct.P, 1e-12);
  EXPECT_NEAR(relative_curvature(form).Q, direct.Q, 1e-12);
}

TEST(Curvature, ConformingSurfacesAreRefusedWithASentence) {
  EXPECT_THROW(relative_curvature({100, 100}, {-100, 0}, 0), InputError);
  EXPECT_THROW(ball_in_groove(4e-3, 4e-3, 60), InputError);
  EXPECT_THROW(ball_in_groove(4e-3, 3.9e-3, 60), InputError);
  EXPECT_THROW(reduced_modulus({0, 0.3}, {2e11, 0.3}), InputError);
  EXPECT_THROW(reduced_modulus({2e11, 0.3}, {2e11, 0.6}), InputError);
}

}  // namespace
}  // namespace trunnion
