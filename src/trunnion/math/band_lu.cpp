#include "trunnion/math/band_lu.h"

#include <algorithm>
#include <cmath>

namespace trunnion {

void BandLu::reset(Index n, Index b) {
  n_ = n;
  b_ = b;
  stride_ = 2 * b + 1;
  a_.assign(static_cast<std::size_t>(n * stride_), 0.0);
}

bool BandLu::factor() {
  for (Index k = 0; k < n_; ++k) {
    const double* pivot_row = row(k);
    const double pivot = pivot_row[k];
    if (!(std::abs(pivot) > 0) || !std::isfinite(pivot)) return false;
    const Index last = std::min(k + b_, n_ - 1);
    for (Index i = k + 1; i <= last; ++i) {
      double* here = a_.data() + i * stride_ + b_ - i;
      if (here[k] == 0) continue;
      const double share = here[k] / pivot;
      here[k] = share;
      for (Index j = k + 1; j <= last; ++j) here[j] -= share * pivot_row[j];
    }
  }
  return true;
}

void BandLu::solve(VectorXd& x) const {
  for (Index i = 0; i < n_; ++i) {
    const double* a = row(i);
    double sum = x[i];
    for (Index k = std::max<Index>(0, i - b_); k < i; ++k) sum -= a[k] * x[k];
    x[i] = sum;
  }
  for (Index i = n_ - 1; i >= 0; --i) {
    const double* a = row(i);
    double sum = x[i];
    for (Index k = std::min(i + b_, n_ - 1); k > i; --k) sum -= a[k] * x[k];
    x[i] = sum / a[i];
  }
}

void BandLu::solve(RowMatrixXd& X) const {
  for (Index i = 0; i < n_; ++i) {
    const double* a = row(i);
    for (Index k = std::max<Index>(0, i - b_); k < i; ++k)
      if (a[k] != 0) X.row(i) -= a[k] * X.row(k);
  }
  for (Index i = n_ - 1; i >= 0; --i) {
    const double* a = row(i);
    for (Index k = std::min(i + b_, n_ - 1); k > i; --k)
      if (a[k] != 0) X.row(i) -= a[k] * X.row(k);
    X.row(i) /= a[i];
  }
}

}  // namespace trunnion
