#include "trunnion/math/supernodal_solve.h"

#include <algorithm>

namespace trunnion {
namespace {

constexpr Index width = 8;   // right-hand sides of a group
constexpr Index stripe = 4;  // columns of L at a time: with eight sides their unknowns fill half the registers
using Lane = Eigen::Matrix<double, width, 1>;
using Lanes = Eigen::Matrix<double, width, Eigen::Dynamic>;  // one column per unknown

/// One panel of L: `columns` columns on `rows` rows.
struct Panel {
  Index first, columns, rows;
  const double* value;
  const std::int64_t* row;

  Panel(const SupernodalFactor& f, Index s)
      : first(f.first_column[s]),
        columns(f.first_column[s + 1] - first),
        rows(f.first_row[s + 1] - f.first_row[s]),
        value(f.value + f.first_value[s]),
        row(f.row + f.first_row[s]) {}

  double at(Index i, Index k) const { return value[k * rows + i]; }
  Index below() const { return rows - columns; }
};

/// out_i -= sum_j L(from + i, k + j) y_j
template <Index count>
void take_off(const Panel& panel, Index k, Index from, Index number, const Lane* y, double* out) {
  const double* column[count];
  Lane in[count];
  for (Index j = 0; j < count; ++j) {
    column[j] = panel.value + (k + j) * panel.rows + from;
    in[j] = y[j];
  }
  for (Index i = 0; i < number; ++i) {
    Eigen::Map<Lane, Eigen::Aligned32> target(out + width * i);
    Lane sum = target;
    for (Index j = 0; j < count; ++j) sum -= column[j][i] * in[j];
    target = sum;
  }
}

/// y_j -= sum_i L(from + i, k + j) in_i
template <Index count>
void gather(const Panel& panel, Index k, Index from, Index number, const double* in, Lane* y) {
  const double* column[count];
  Lane sum[count];
  for (Index j = 0; j < count; ++j) {
    column[j] = panel.value + (k + j) * panel.rows + from;
    sum[j] = y[j];
  }
  for (Index i = 0; i < number; ++i) {
    const Lane source = Eigen::Map<const Lane, Eigen::Aligned32>(in + width * i);
    for (Index j = 0; j < count; ++j) sum[j] -= column[j][i] * source;
  }
  for (Index j = 0; j < count; ++j) y[j] = sum[j];
}

/// L y = x on `count` columns from k on.
template <Index count>
void forward_stripe(const Panel& panel, Index k, Lanes& x, Lanes& below) {
  Lane y[count];
  for (Index j = 0; j < count; ++j) {
    y[j] = x.col(panel.first + k + j);
    for (Index i = 0; i < j; ++i) y[j] -= panel.at(k + j, k + i) * y[i];
    y[j] /= panel.at(k + j, k + j);
    x.col(panel.first + k + j) = y[j];
  }
  const Index next = k + count;
  take_off<count>(panel, k, next, panel.columns - next, y, x.data() + width * (panel.first + next));
  take_off<count>(panel, k, panel.columns, panel.below(), y, below.data());
}

/// L' x = y on `count` columns from k on.
template <Index count>
void backward_stripe(const Panel& panel, Index k, Lanes& x, const Lanes& below) {
  Lane y[count];
  for (Index j = 0; j < count; ++j) y[j] = x.col(panel.first + k + j);
  const Index next = k + count;
  gather<count>(panel, k, panel.columns, panel.below(), below.data(), y);
  gather<count>(panel, k, next, panel.columns - next, x.data() + width * (panel.first + next), y);
  for (Index j = count - 1; j >= 0; --j) {
    for (Index i = j + 1; i < count; ++i) y[j] -= panel.at(k + i, k + j) * y[i];
    y[j] /= panel.at(k + j, k + j);
    x.col(panel.first + k + j) = y[j];
  }
}

void solve_group(const SupernodalFactor& f, Lanes& x, Lanes& below) {
  for (Index s = 0; s < f.panels; ++s) {
    const Panel panel(f, s);
    below.leftCols(panel.below()).setZero();
    Index k = 0;
    for (; k + stripe <= panel.columns; k += stripe) forward_stripe<stripe>(panel, k, x, below);
    for (; k < panel.columns; ++k) forward_stripe<1>(panel, k, x, below);
    for (Index i = 0; i < panel.below(); ++i) x.col(panel.row[panel.columns + i]) += below.col(i);
  }
  for (Index s = f.panels - 1; s >= 0; --s) {
    const Panel panel(f, s);
    for (Index i = 0; i < panel.below(); ++i) below.col(i) = x.col(panel.row[panel.columns + i]);
    Index k = panel.columns;
    for (; k % stripe != 0; --k) backward_stripe<1>(panel, k - 1, x, below);
    for (; k > 0; k -= stripe) backward_stripe<stripe>(panel, k - stripe, x, below);
  }
}

}  // namespace

MatrixXd supernodal_solve(const SupernodalFactor& factor, const MatrixXd& rhs) {
  Index most_below = 0;
  for (Index s = 0; s < factor.panels; ++s) most_below = std::max(most_below, Panel(factor, s).below());
  MatrixXd solution(rhs.rows(), rhs.cols());
#pragma omp parallel for schedule(dynamic)
  for (Index first = 0; first < rhs.cols(); first += width) {
    const Index count = std::min(width, rhs.cols() - first);
    Lanes x = Lanes::Zero(width, factor.size), below(width, most_below);
    for (Index c = 0; c < count; ++c)
      for (Index k = 0; k < factor.size; ++k) x(c, k) = rhs(factor.order[k], first + c);
    solve_group(factor, x, below);
    for (Index c = 0; c < count; ++c)
      for (Index k = 0; k < factor.size; ++k) solution(factor.order[k], first + c) = x(c, k);
  }
  return solution;
}

}  // namespace trunnion
