#include <gtest/gtest.h>

#include "trunnion/forces/film_coefficients.h"

namespace trunnion {
namespace {

/// A film of stiffness k and damping c between a shaft at R and a face on one mode that moves along x.
BodyTangent film_on_a_spring(double k, double c) {
  BodyTangent t{MatrixXd::Zero(7, 7), MatrixXd::Zero(7, 7)};
  t.dx(0, 0) = t.dx(6, 6) = -k;
  t.dx(0, 6) = t.dx(6, 0) = k;
  t.dv(0, 0) = t.dv(6, 6) = -c;
  t.dv(0, 6) = t.dv(6, 0) = c;
  return t;
}

TEST(FilmCoefficients, AYieldingFaceIsASpringInSeries) {
  const double k = 3e8, c = 2e4, body = 5e8;
  const BodyTangent t = film_on_a_spring(k, c);
  const FilmCoefficients held = held_coefficients(t, 0),
                         soft = yielding_coefficients(t, 0, {6}, MatrixXd::Constant(1, 1, body));
  EXPECT_EQ(held.stiffness(0, 0), k);
  EXPECT_EQ(held.damping(0, 0), c);
  EXPECT_NEAR(soft.stiffness(0, 0), k * body / (k + body), 1e-12 * k);
  // (k + i w c) and the body in series: the part linear in w is c (body/(k + body))^2
  EXPECT_NEAR(soft.damping(0, 0), c * std::pow(body / (k + body), 2), 1e-12 * c);
}

TEST(FilmCoefficients, AStiffBodyGivesTheHeldOnes) {
  const BodyTangent t = film_on_a_spring(3e8, 2e4);
  const FilmCoefficients stiff = yielding_coefficients(t, 0, {6}, MatrixXd::Constant(1, 1, 3e16));
  EXPECT_NEAR(stiff.stiffness(0, 0), 3e8, 3e8 * 1.1e-8);
  EXPECT_NEAR(stiff.damping(0, 0), 2e4, 2e4 * 2.1e-8);
}

}  // namespace
}  // namespace trunnion
