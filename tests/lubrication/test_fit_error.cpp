#include <gtest/gtest.h>

#include "trunnion/lubrication/fit_error.h"

namespace trunnion {
namespace {

TEST(FilmFitError, IsTheTableAtItsPointsAndBetweenThemInBetween) {
  EXPECT_DOUBLE_EQ(film_fit_error(0.5, 0.9), 0.27);
  EXPECT_DOUBLE_EQ(film_fit_error(1, 0.95), 0.26);
  EXPECT_NEAR(film_fit_error(0.75, 0.85), 0.25 * (0.18 + 0.27 + 0.16 + 0.24), 1e-12);
}

TEST(FilmFitError, IsHeldBeyondTheTableWhichIsSaid) {
  EXPECT_DOUBLE_EQ(film_fit_error(0.38, 0.99), 0.32);
  EXPECT_DOUBLE_EQ(film_fit_error(2, 0), 0.11);
  EXPECT_FALSE(film_fit_error_known(0.38, 0.5));
  EXPECT_FALSE(film_fit_error_known(0.8, 0.99));
  EXPECT_TRUE(film_fit_error_known(0.8, 0.9));
}

}  // namespace
}  // namespace trunnion
