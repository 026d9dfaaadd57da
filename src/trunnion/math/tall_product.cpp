#include "trunnion/math/tall_product.h"

#include <algorithm>
#include <vector>

namespace trunnion {
namespace {

constexpr Index slice = 4096;  // rows of a dozen columns fit into a core's cache

Index num_slices(Index rows) { return (rows + slice - 1) / slice; }

}  // namespace

MatrixXd transposed_times(const TallBlock& A, const TallBlock& B) {
  std::vector<MatrixXd> part(static_cast<std::size_t>(num_slices(A.rows())));
#pragma omp parallel for schedule(static)
  for (Index k = 0; k < static_cast<Index>(part.size()); ++k) {
    const Index rows = std::min(slice, A.rows() - k * slice);
    part[static_cast<std::size_t>(k)].noalias() =
        A.middleRows(k * slice, rows).transpose() * B.middleRows(k * slice, rows);
  }
  MatrixXd sum = MatrixXd::Zero(A.cols(), B.cols());
  for (const MatrixXd& one : part) sum += one;
  return sum;
}

MatrixXd tall_times(const TallBlock& A, const MatrixXd& s) {
  MatrixXd out(A.rows(), s.cols());
#pragma omp parallel for schedule(static)
  for (Index k = 0; k < num_slices(A.rows()); ++k) {
    const Index rows = std::min(slice, A.rows() - k * slice);
    out.middleRows(k * slice, rows).noalias() = A.middleRows(k * slice, rows) * s;
  }
  return out;
}

void subtract_tall_product(const TallBlock& A, const MatrixXd& s, MatrixXd& B) {
#pragma omp parallel for schedule(static)
  for (Index k = 0; k < num_slices(A.rows()); ++k) {
    const Index rows = std::min(slice, A.rows() - k * slice);
    B.middleRows(k * slice, rows).noalias() -= A.middleRows(k * slice, rows) * s;
  }
}

}  // namespace trunnion
