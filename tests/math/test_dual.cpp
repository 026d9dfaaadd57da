#include <gtest/gtest.h>

#include "trunnion/math/dual.h"

namespace trunnion {
namespace {

// Every operation once, so that one difference quotient checks them all.
template <class T>
T mixture(const T& x, const T& y) {
  const T a = sqrt(x * x + 2.0 * y) - pow(y, 1.5) / (x + 3.0);
  const T b = sin(x) * cos(y) + asin(0.3 * x) - atan(y / 2.0) + 1.0 / y;
  const T c = exp(-0.2 * x) + log(y) * tanh(x - y) + atan2(y, -x) - (2.0 - x);
  return a * b / c + -a;
}

TEST(Dual, GradientIsTheLimitOfDifferences) {
  using D = Dual<2>;
  const double x = 0.7, y = 1.3, h = 1e-5;
  const D exact = mixture(D::input(x, 0), D::input(y, 1));
  EXPECT_DOUBLE_EQ(exact.v, mixture(x, y));
  EXPECT_NEAR(exact.g[0], (mixture(x + h, y) - mixture(x - h, y)) / (2 * h), 1e-9);
  EXPECT_NEAR(exact.g[1], (mixture(x, y + h) - mixture(x, y - h)) / (2 * h), 1e-9);
}

TEST(Dual, ConstantsHaveNoGradient) {
  const Dual<3> c = 4.0;
  EXPECT_EQ(sqrt(c).v, 2);
  EXPECT_EQ(sqrt(c).g.norm(), 0);
}

}  // namespace
}  // namespace trunnion
