#pragma once
// math/band_lu.h -- LU factors of a band matrix without exchange of rows.
//   A = L U,   A(i, k) = 0 for |i - k| > b;    n (2b + 1) numbers, 2 n b^2 operations
// Safe where every column is dominated by its diagonal (flow networks, M-matrices): pivots then cannot get small.

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class BandLu {
 public:
  /// Makes room for n x n with b diagonals on either side, all zero.
  void reset(Index n, Index b);
  Index size() const { return n_; }
  Index band() const { return b_; }
  /// Entry (i, k) with |i - k| <= b; to be filled before factor().
  double& operator()(Index i, Index k) { return a_[static_cast<std::size_t>(i * stride_ + k - i + b_)]; }

  /// False when a pivot vanishes or is no number; then solve() may not be called.
  bool factor();
  void solve(VectorXd& x) const;     ///< in place
  void solve(RowMatrixXd& X) const;  ///< all columns, in place

 private:
  const double* row(Index i) const { return a_.data() + i * stride_ + b_ - i; }  ///< row(i)[k] = A(i, k)

  Index n_ = 0, b_ = 0, stride_ = 1;
  std::vector<double> a_;
};

}  // namespace trunnion
