#include "trunnion/reduction/inertia_invariants.h"

#include <Eigen/Geometry>
#include <cassert>

#include "trunnion/math/tall_product.h"

namespace trunnion {
namespace {

Matrix3d w_of(const Matrix3d& c) { return c.transpose() - c.trace() * Matrix3d::Identity(); }

Vector3d cross_of(const Matrix3d& c) { return {c(1, 2) - c(2, 1), c(2, 0) - c(0, 2), c(0, 1) - c(1, 0)}; }

/// C_jk for all j, k of 0..n: `moment` is (3(n+1)) square, block (j, k) = X_j' Mh X_k; `first` = X_j' Mh 1, 3 x (n+1).
void add_moments(InertiaInvariants& inv, double mass, const Matrix3Xd& first, const MatrixXd& moment) {
  const Index n = inv.num_modes();
  const auto c = [&](Index j, Index k) -> Matrix3d { return moment.block<3, 3>(3 * j, 3 * k); };
  inv.I1 += mass;
  inv.I2 += first.col(0);
  inv.I3 += first.rightCols(n);
  inv.I7 -= w_of(c(0, 0));
  for (Index j = 0; j < n; ++j) {
    inv.I4.col(j) += cross_of(c(0, j + 1));
    inv.I8[j] += w_of(c(0, j + 1));
    for (Index k = 0; k < n; ++k) {
      const Matrix3d cjk = c(j + 1, k + 1);
      inv.I5[j].col(k) += cross_of(cjk);
      inv.I6(j, k) += cjk.trace();
      inv.I9[j][k] += w_of(cjk);
    }
  }
}

InertiaInvariants zero_invariants(Index n) {
  InertiaInvariants inv;
  inv.I3 = Matrix3Xd::Zero(3, n);
  inv.I4 = Matrix3Xd::Zero(3, n);
  inv.I5.assign(n, Matrix3Xd::Zero(3, n));
  inv.I6 = MatrixXd::Zero(n, n);
  inv.I8.assign(n, Matrix3d::Zero());
  inv.I9.assign(n, std::vector<Matrix3d>(n, Matrix3d::Zero()));
  return inv;
}

}  // namespace

InertiaInvariants inertia_invariants(const SparseMatrix& scalar_mass_lower, const Matrix3Xd& x, const MatrixXd& modes) {
  assert(modes.rows() == x.size() && scalar_mass_lower.rows() == x.cols());
  const Index n = modes.cols();
  const Index nodes = x.cols();
  // Fields side by side: column 3j+a holds axis a of X_j, so that one block product gives every C_jk.
  MatrixXd fields(nodes, 3 * (n + 1));
  fields.leftCols<3>() = x.transpose();
  for (Index j = 0; j < n; ++j) fields.middleCols<3>(3 * (j + 1)) = modes.col(j).reshaped(3, nodes).transpose();
  const MatrixXd weighted = symmetric_product(scalar_mass_lower, fields);
  const MatrixXd moment = transposed_times(fields, weighted);
  const Eigen::RowVectorXd sums = weighted.colwise().sum();
  const double mass = symmetric_product(scalar_mass_lower, VectorXd::Ones(nodes)).sum();

  InertiaInvariants inv = zero_invariants(n);
  add_moments(inv, mass, sums.reshaped(3, n + 1), moment);
  return inv;
}

void add_point_mass(InertiaInvariants& invariants, double mass, const Vector3d& position, const Matrix3Xd& rows) {
  assert(rows.cols() == invariants.num_modes());
  Matrix3Xd field(3, rows.cols() + 1);
  field << position, rows;
  const VectorXd flat = field.reshaped();
  add_moments(invariants, mass, mass * field, mass * flat * flat.transpose());
}

void add_section(InertiaInvariants& invariants, const Matrix3d& axes, const Vector3d& moments,
                 const Matrix3Xd& rotation_rows) {
  const Index n = invariants.num_modes();
  assert(rotation_rows.cols() == n);
  for (Index axis = 0; axis < 3; ++axis) {
    if (moments[axis] == 0) continue;
    const Vector3d e = axes.col(axis);
    Matrix3Xd field(3, n + 1);
    field.col(0) = e;
    for (Index j = 0; j < n; ++j) field.col(j + 1) = rotation_rows.col(j).cross(e);
    const VectorXd flat = field.reshaped();
    add_moments(invariants, 0, Matrix3Xd::Zero(3, n + 1), moments[axis] * flat * flat.transpose());
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k) {
        const Vector3d second =
            0.25 * (rotation_rows.col(j).cross(field.col(k + 1)) + rotation_rows.col(k).cross(field.col(j + 1)));
        const Matrix3d mixed = e * second.transpose();
        invariants.I9[j][k] += moments[axis] * (mixed + mixed.transpose() - 2 * mixed.trace() * Matrix3d::Identity());
      }
  }
}

void add_rotary_inertia(InertiaInvariants& invariants, const Matrix3d& inertia, const Matrix3Xd& rotation_rows) {
  assert(rotation_rows.cols() == invariants.num_modes());
  invariants.I4 += inertia * rotation_rows;
  invariants.I6 += rotation_rows.transpose() * inertia * rotation_rows;
  invariants.I7 += inertia;
}

}  // namespace trunnion
