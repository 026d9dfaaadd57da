#include <gtest/gtest.h>

#include "trunnion/math/jet2.h"

namespace trunnion {
namespace {

using J = Jet2<2>;

// Every operation once.
J mixture(double x0, double y0) {
  const J x = J::input(x0, 0), y = J::input(y0, 1);
  const J a = sqrt(x * x + y) - tan(J(0.3) * y) / (x + J(3.0));
  const J b = sin(x) * cos(y) + acos(J(0.3) * x);
  return a * b + atan2(y, -x) / b;
}

TEST(Jet2, DerivativesAreTheLimitsOfDifferences) {
  const double x = 0.7, y = 1.3, h = 1e-5;
  const J exact = mixture(x, y);
  const J px = mixture(x + h, y), mx = mixture(x - h, y), py = mixture(x, y + h), my = mixture(x, y - h);
  EXPECT_NEAR(exact.g[0], (px.v - mx.v) / (2 * h), 1e-9);
  EXPECT_NEAR(exact.g[1], (py.v - my.v) / (2 * h), 1e-9);
  EXPECT_LT((exact.H.col(0) - (px.g - mx.g) / (2 * h)).norm(), 1e-8);
  EXPECT_LT((exact.H.col(1) - (py.g - my.g) / (2 * h)).norm(), 1e-8);
  EXPECT_LT((exact.H - exact.H.transpose()).norm(), 1e-14);
}

}  // namespace
}  // namespace trunnion
