#include "trunnion/math/tall_product.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace trunnion {
namespace {

constexpr Index slice = 4096;  // rows of a dozen columns fit into a core's cache

Index num_slices(Index rows) { return (rows + slice - 1) / slice; }

// One slice is not worth waking other threads for, least of all on a busy machine.
[[maybe_unused]] bool worth_threads(Index rows) { return num_slices(rows) > 1; }

// A tall matrix times a block of eight columns: a general product would first copy the tall one, which costs as much as
// the product itself. Instead the eight columns are laid side by side, a row of them after the other, and the tall
// matrix is read as it lies, a stripe of four columns at a time.
constexpr Index width = 8;
constexpr Index stripe = 4;  // with eight columns their sums fill half the registers
constexpr Index run = 256;   // rows whose eight columns stay in the innermost cache
using Lane = Eigen::Matrix<double, width, 1>;
using Lanes = Eigen::Matrix<double, width, run>;

void load_lanes(const TallBlock& B, Index row, Index rows, Index column, Lanes& lanes) {
  for (Index c = 0; c < width; ++c) {
    const double* from = &B.coeffRef(row, column + c);
    for (Index i = 0; i < rows; ++i) lanes(c, i) = from[i];
  }
}

/// sum_j += A(i, j)' in_i
template <Index count>
void gather(const TallBlock& A, Index row, Index rows, Index first, const Lanes& in, MatrixXd& out, Index column) {
  const double* from[count];
  Lane sum[count];
  for (Index j = 0; j < count; ++j) {
    from[j] = &A.coeffRef(row, first + j);
    sum[j].setZero();
  }
  for (Index i = 0; i < rows; ++i) {
    const Lane source = in.col(i);
    for (Index j = 0; j < count; ++j) sum[j] += from[j][i] * source;
  }
  for (Index j = 0; j < count; ++j) out.row(first + j).segment<width>(column) += sum[j].transpose();
}

/// out_i -= sum_j A(i, j) s_j
template <Index count>
void take_off(const TallBlock& A, Index row, Index rows, Index first, const MatrixXd& s, Index column, Lanes& out) {
  const double* from[count];
  Lane in[count];
  for (Index j = 0; j < count; ++j) {
    from[j] = &A.coeffRef(row, first + j);
    in[j] = s.row(first + j).segment<width>(column).transpose();
  }
  for (Index i = 0; i < rows; ++i) {
    Lane sum = out.col(i);
    for (Index j = 0; j < count; ++j) sum -= from[j][i] * in[j];
    out.col(i) = sum;
  }
}

/// Calls stripe_of(first, std::integral_constant<Index, columns>) for all columns of A.
template <typename Action>
void for_stripes(Index columns, Action stripe_of) {
  Index j = 0;
  for (; j + stripe <= columns; j += stripe) stripe_of(j, std::integral_constant<Index, stripe>{});
  for (; j < columns; ++j) stripe_of(j, std::integral_constant<Index, 1>{});
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
    Lanes lanes;
    for (Index row = begin; row < end; row += run)
      for (Index column = 0; column < wide; column += width) {
        const Index rows = std::min(run, end - row);
        load_lanes(B, row, rows, column, lanes);
        for_stripes(A.cols(), [&](Index j, auto count) { gather<count()>(A, row, rows, j, lanes, sum, column); });
      }
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
#pragma omp parallel for schedule(static) if (worth_threads(A.rows()))
  for (Index k = 0; k < num_slices(A.rows()); ++k) {
    const Index begin = k * slice, end = std::min(A.rows(), begin + slice);
    Lanes lanes;
    for (Index row = begin; row < end; row += run)
      for (Index column = 0; column < wide; column += width) {
        const Index rows = std::min(run, end - row);
        load_lanes(B, row, rows, column, lanes);
        for_stripes(A.cols(), [&](Index j, auto count) { take_off<count()>(A, row, rows, j, s, column, lanes); });
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
