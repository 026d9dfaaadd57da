#include "trunnion/math/types.h"

namespace trunnion {

MatrixXd symmetric_product(const SparseMatrix& lower, const MatrixXd& x) {
  MatrixXd y(x.rows(), x.cols());
#pragma omp parallel for schedule(static)
  for (Index column = 0; column < x.cols(); ++column)
    y.col(column).noalias() = lower.selfadjointView<Eigen::Lower>() * x.col(column);
  return y;
}

}  // namespace trunnion
