#include "trunnion/math/nonnegative.h"

#include <Eigen/QR>
#include <algorithm>
#include <vector>

namespace trunnion {
namespace {

/// Orthonormal columns Q and the triangle R of the chosen columns, grown one by one; built anew when one leaves.
struct GrowingQr {
  MatrixXd Q, R;
  Index size = 0;

  explicit GrowingQr(Index rows) : Q(rows, rows), R(MatrixXd::Zero(rows, rows)) {}

  /// False: the column depends on those before it.
  bool add(const VectorXd& column) {
    if (size == Q.rows()) return false;
    VectorXd rest = column, h = VectorXd::Zero(size);
    for (int pass = 0; pass < 2; ++pass) {
      const VectorXd c = Q.leftCols(size).transpose() * rest;
      rest -= Q.leftCols(size) * c;
      h += c;
    }
    const double length = rest.norm();
    if (length < 1e-10 * column.norm()) return false;
    R.col(size).head(size) = h;
    R(size, size) = length;
    Q.col(size) = rest / length;
    ++size;
    return true;
  }
  VectorXd solve(const VectorXd& b) const {
    return R.topLeftCorner(size, size).triangularView<Eigen::Upper>().solve(Q.leftCols(size).transpose() * b);
  }
};

}  // namespace

NonnegativeResult nonnegative_least_squares(const MatrixXd& A, const VectorXd& b, double tolerance) {
  NonnegativeResult result;
  result.x = VectorXd::Zero(A.cols());
  std::vector<Index> chosen;
  std::vector<char> taken(std::size_t(A.cols()), 0);
  GrowingQr qr(A.rows());
  VectorXd residual = b;
  const VectorXd length = A.colwise().norm().cwiseMax(1e-300);
  const int most = int(3 * A.rows() + 10);
  for (; result.iterations < most && residual.norm() > tolerance * b.norm(); ++result.iterations) {
    const VectorXd slope = (A.transpose() * residual).cwiseQuotient(length);
    Index best = -1;
    for (Index k = 0; k < slope.size(); ++k)
      if (!taken[std::size_t(k)] && slope[k] > 0 && (best < 0 || slope[k] > slope[best])) best = k;
    if (best < 0 || slope[best] < 1e-14 * b.norm()) break;
    taken[std::size_t(best)] = 1;
    if (!qr.add(A.col(best))) continue;  // depends on the others: it can add nothing
    chosen.push_back(best);
    for (;;) {
      const VectorXd wanted = qr.solve(b);
      if (wanted.minCoeff() > 0) {
        for (std::size_t i = 0; i < chosen.size(); ++i) result.x[chosen[i]] = wanted[Index(i)];
        break;
      }
      double way = 1;
      for (std::size_t i = 0; i < chosen.size(); ++i)
        if (wanted[Index(i)] <= 0) {
          const double now = result.x[chosen[i]];
          way = std::min(way, now / (now - wanted[Index(i)]));
        }
      std::vector<Index> kept;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        double& x = result.x[chosen[i]];
        x += way * (wanted[Index(i)] - x);
        if (x > 1e-14 * result.x.maxCoeff()) {
          kept.push_back(chosen[i]);
        } else {
          x = 0;
          taken[std::size_t(chosen[i])] = 0;
        }
      }
      chosen = std::move(kept);
      qr.size = 0;
      for (const Index k : chosen) qr.add(A.col(k));
      if (chosen.empty()) break;
    }
    residual = b - A * result.x;
  }
  result.residual = b.norm() > 0 ? residual.norm() / b.norm() : 0;
  return result;
}

}  // namespace trunnion
