#include "trunnion/math/dense.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "trunnion/base/error.h"

extern "C" {
void dsyevd_(const char* vectors, const char* half, const int* n, double* a, const int* lda, double* values,
             double* work, const int* work_size, int* iwork, const int* iwork_size, int* info);
}

namespace trunnion {

namespace {

/// LAPACK's divide and conquer: from some hundred rows on several times faster than rotations one by one.
SymmetricEigen divided(const MatrixXd& A) {
  SymmetricEigen eigen{VectorXd(A.rows()), A};
  const int n = int(A.rows());
  int info = 0, iwork_size = 0;
  const int ask = -1;
  double work_size = 0;
  dsyevd_("V", "L", &n, eigen.vectors.data(), &n, eigen.values.data(), &work_size, &ask, &iwork_size, &ask, &info);
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> iwork(static_cast<std::size_t>(iwork_size));
  const int work_count = int(work.size());
  dsyevd_("V", "L", &n, eigen.vectors.data(), &n, eigen.values.data(), work.data(), &work_count, iwork.data(),
          &iwork_size, &info);
  if (info != 0) throw SolveError("a dense symmetric eigenproblem did not converge: its matrix holds no numbers");
  return eigen;
}

}  // namespace

SymmetricEigen symmetric_eigen(const MatrixXd& A) {
  constexpr Index large = 256;
  if (A.rows() >= large) return divided(A);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(A);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

SymmetricEigen generalized_symmetric_eigen(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::LLT<MatrixXd> factor(B);
  if (factor.info() != Eigen::Success) throw SolveError("generalized eigenproblem: the second matrix is not definite");
  // L^-1 A L^-T y = lambda y,  x = L^-T y
  MatrixXd C = A.selfadjointView<Eigen::Lower>();
  factor.matrixL().solveInPlace(C);
  factor.matrixU().solveInPlace<Eigen::OnTheRight>(C);
  SymmetricEigen eigen = symmetric_eigen(0.5 * (C + C.transpose()));
  factor.matrixU().solveInPlace(eigen.vectors);
  return eigen;
}

MatrixXd null_space(const MatrixXd& A, double tolerance) {
  if (A.rows() == 0 || A.cols() == 0) return MatrixXd::Identity(A.cols(), A.cols());
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullV);
  const VectorXd& sigma = svd.singularValues();
  const Index rank = sigma[0] > 0 ? (sigma.array() > tolerance * sigma[0]).count() : 0;
  return svd.matrixV().rightCols(A.cols() - rank);
}

std::vector<Index> independent_columns(const MatrixXd& A, double tolerance) {
  if (A.size() == 0) return {};
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
  qr.setThreshold(tolerance);
  qr.compute(A);
  const auto& order = qr.colsPermutation().indices();
  return {order.data(), order.data() + qr.rank()};
}

LeastNormSolver::LeastNormSolver(const MatrixXd& A, double tolerance) {
  SymmetricEigen eigen = symmetric_eigen(A);
  const double smallest = tolerance * eigen.values.cwiseAbs().maxCoeff();
  inverse_ = eigen.values.unaryExpr([&](double value) { return std::abs(value) > smallest ? 1 / value : 0.0; });
  vectors_ = std::move(eigen.vectors);
}

MatrixXd least_squares(const MatrixXd& A, const MatrixXd& b) {
  if (A.size() == 0) return MatrixXd::Zero(A.cols(), b.cols());
  return Eigen::ColPivHouseholderQR<MatrixXd>(A).solve(b);
}

MatrixXd triangle_of(const MatrixXd& A) {
  const Index rows = std::min(A.rows(), A.cols());
  const Eigen::HouseholderQR<MatrixXd> qr(A);
  return qr.matrixQR().topRows(rows).triangularView<Eigen::Upper>();
}

}  // namespace trunnion
