#include "trunnion/math/tall_product.h"

#include <algorithm>
#include <vector>

#include "trunnion/math/lane_kernels.h"

namespace trunnion {
namespace {

constexpr Index slice = 4096;  // rows of a dozen columns fit into a core's cache

Index num_slices(Index rows) { return (rows + slice - 1) / slice; }

// One slice is not worth waking other threads for, least of all on a busy machine.
[[maybe_unused]] bool worth_threads(Index rows) { return num_slices(rows) > 1; }

// A tall matrix times a block of eight columns: a general product would first copy the tall one, which costs as much as
// the product itself. Instead the eight columns are laid side by side, a row of them after the other, and the tall
// matrix is read as it lies.
constexpr Index width = lane_width;
constexpr Index run = 256;  // rows whose eight columns stay in the innermost cache
using Run = Eigen::Matrix<double, width, run>;

void load_lanes(const TallBlock& B, Index row, Index rows, Index column, Run& lanes) {
  for (Index c = 0; c < width; ++c) {
    const double* from = &B.coeffRef(row, column + c);
    for (Index i = 0; i < rows; ++i) lanes(c, i) = from[i];
  }
}

ColumnBlock rows_of(const TallBlock& A, Index row, Index rows) {
  return {A.data() + row, A.outerStride(), rows, A.cols()};
}

}  // namespace

MatrixXd transposed_times(const TallBlock& A, const TallBlock& B) {
  std::vector<MatrixXd> part(static_cast<std::size_t>(num_slices(A.rows())));
  const Index wide = B.cols() / width * width;  // columns in groups of eight; the rest by a general product
#pragma omp parallel for schedule(static) if (worth_threads(A.rows()))
  for (Index k = 0; k < static_cast<Index>(part.size()); ++k) {
    MatrixXd& sum = part[static_cast<std::size_t>(k)];
    sum = MatrixXd::Zero(A.cols(), B.cols());
    const Index begin = k * slice, end = std::min(A.rows(), begin + slice);
    Run lanes;
    std::vector<Lanes> taken(std::size_t(wide / width), Lanes::Zero(width, A.cols()));
    for (Index row = begin; row < end; row += run)
      for (Index column = 0; column < wide; column += width) {
        const Index rows = std::min(run, end - row);
        load_lanes(B, row, rows, column, lanes);
        gather_lanes(rows_of(A, row, rows), lanes.data(), taken[std::size_t(column / width)].data());
      }
    for (Index column = 0; column < wide; column += width)
      sum.middleCols<width>(column) = -taken[std::size_t(column / width)].transpose();
    if (wide < B.cols())
      sum.rightCols(B.cols() - wide).noalias() =
          A.middleRows(begin, end - begin).transpose() * B.block(begin, wide, end - begin, B.cols() - wide);
  }
  MatrixXd sum = MatrixXd::Zero(A.cols(), B.cols());
  for (const MatrixXd& one : part) sum += one;
  return sum;
}

MatrixXd tall_times(const TallBlock& A, const MatrixXd& s) {
  MatrixXd out(A.rows(), s.cols());
#pragma omp parallel for schedule(static) if (worth_threads(A.rows()))
  for (Index k = 0; k < num_slices(A.rows()); ++k) {
    const Index rows = std::min(slice, A.rows() - k * slice);
    out.middleRows(k * slice, rows).noalias() = A.middleRows(k * slice, rows) * s;
  }
  return out;
}

void subtract_tall_product(const TallBlock& A, const MatrixXd& s, MatrixXd& B) {
  const Index wide = B.cols() / width * width;
  std::vector<Lanes> factors;
  for (Index column = 0; column < wide; column += width) factors.emplace_back(s.middleCols<width>(column).transpose());
#pragma omp parallel for schedule(static) if (worth_threads(A.rows()))
  for (Index k = 0; k < num_slices(A.rows()); ++k) {
    const Index begin = k * slice, end = std::min(A.rows(), begin + slice);
    Run lanes;
    for (Index row = begin; row < end; row += run)
      for (Index column = 0; column < wide; column += width) {
        const Index rows = std::min(run, end - row);
        load_lanes(B, row, rows, column, lanes);
        take_off_lanes(rows_of(A, row, rows), factors[std::size_t(column / width)].data(), lanes.data());
        B.block(row, column, rows, width) = lanes.leftCols(rows).transpose();
      }
    if (wide < B.cols())
      B.block(begin, wide, end - begin, B.cols() - wide).noalias() -=
          A.middleRows(begin, end - begin) * s.rightCols(B.cols() - wide);
  }
}

MatrixXd side_by_side(const MatrixXd& a, const MatrixXd& b) {
  if (a.cols() == 0 || b.cols() == 0) return a.cols() == 0 ? b : a;
  MatrixXd both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both;
}

}  // namespace trunnion
