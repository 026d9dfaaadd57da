#include "trunnion/math/tall_product.h"

#include <gtest/gtest.h>

namespace trunnion {

TEST(TallProduct, IsTheProductOnBlocksOfColumnsAndOverManySlices) {
  for (const Index rows : {1, 4096, 10001}) {
    for (const Index columns : {4, 16, 19}) {  // fewer than a group of eight, whole groups, groups and a rest
      const MatrixXd A = MatrixXd::Random(rows, 9), B = MatrixXd::Random(rows, columns);
      const MatrixXd s = MatrixXd::Random(5, columns);
      const auto part = A.middleCols(2, 5);
      const double rounding = 1e-15 * static_cast<double>(rows);
      EXPECT_LE((transposed_times(part, B) - part.transpose() * B).norm(), 10 * rounding);
      EXPECT_LE((tall_times(part, s) - part * s).norm(), 10 * rounding);
      MatrixXd C = B;
      subtract_tall_product(part, s, C);
      EXPECT_LE((C - (B - part * s)).norm(), 10 * rounding);
    }
  }
}

}  // namespace trunnion
