#include "trunnion/reduction/craig_bampton.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"

namespace trunnion {

ReducedPencil craig_bampton(const MatrixXd& guyan_mass, const MatrixXd& guyan_stiffness, const MatrixXd& participation,
                            const VectorXd& eigenvalues) {
  const Index a = guyan_mass.rows(), q = eigenvalues.size();
  ReducedPencil pencil{MatrixXd::Zero(a + q, a + q), MatrixXd::Zero(a + q, a + q)};
  pencil.mass.topLeftCorner(a, a) = 0.5 * (guyan_mass + guyan_mass.transpose());
  pencil.mass.topRightCorner(a, q) = -participation.transpose();
  pencil.mass.bottomLeftCorner(q, a) = -participation;
  pencil.mass.bottomRightCorner(q, q).setIdentity();
  pencil.stiffness.topLeftCorner(a, a) = 0.5 * (guyan_stiffness + guyan_stiffness.transpose());
  pencil.stiffness.bottomRightCorner(q, q) = eigenvalues.asDiagonal();
  return pencil;
}

OrthogonalModes orthogonalize(const ReducedPencil& pencil, const MatrixXd& rigid_motion) {
  const Index n = pencil.mass.rows(), r = rigid_motion.cols();
  // Unit diagonal first: metres and radians differ by orders of magnitude.
  const VectorXd scale = pencil.mass.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::LLT<MatrixXd> llt(scale.asDiagonal() * pencil.mass * scale.asDiagonal());
  if (!scale.allFinite() || llt.info() != Eigen::Success)
    throw SolveError(
        "the reduced mass matrix is not positive definite: an interface has no mass behind it, or two interfaces lie "
        "on the same nodes. Merge them or move one.");
  const auto lower = llt.matrixL();
  const MatrixXd half = lower.solve(MatrixXd(scale.asDiagonal() * pencil.stiffness * scale.asDiagonal()));
  MatrixXd standard = lower.solve(half.transpose());
  standard = 0.5 * (standard + standard.transpose()).eval();

  // In y = L' x the mass is the identity: as many reflections as there are rigid motions turn these into the first unit
  // vectors, and the others span their orthogonal complement.
  MatrixXd rigid_y = MatrixXd::Identity(n, r), elastic_y(n, n - r);
  SymmetricEigen eigen;
  if (r > 0) {
    const MatrixXd rigid_scaled = llt.matrixU() * MatrixXd(scale.cwiseInverse().asDiagonal() * rigid_motion);
    const Eigen::HouseholderQR<MatrixXd> qr(rigid_scaled);
    const auto reflections = qr.householderQ();
    standard.applyOnTheLeft(reflections.adjoint());
    standard.applyOnTheRight(reflections);
    eigen = symmetric_eigen(standard.bottomRightCorner(n - r, n - r));
    elastic_y.topRows(r).setZero();
    elastic_y.bottomRows(n - r) = eigen.vectors;
    elastic_y.applyOnTheLeft(reflections);
    rigid_y.applyOnTheLeft(reflections);
  } else {
    eigen = symmetric_eigen(standard);
    elastic_y = eigen.vectors;
  }
  const auto back = [&](const MatrixXd& y) -> MatrixXd {
    return scale.asDiagonal() * MatrixXd(llt.matrixU().solve(y));
  };
  return {back(rigid_y), back(elastic_y), eigen.values};
}

Index count_near_rigid(const VectorXd& elastic_eigenvalues, double relative_tolerance) {
  if (elastic_eigenvalues.size() == 0) return 0;
  // The median is elastic: loose parts bring at most a few zeros, and nothing here knows the first elastic value yet.
  const double typical = elastic_eigenvalues[elastic_eigenvalues.size() / 2];
  return (elastic_eigenvalues.array() < relative_tolerance * typical).count();
}

}  // namespace trunnion
