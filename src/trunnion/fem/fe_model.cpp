#include "trunnion/fem/fe_model.h"

#include "trunnion/fem/axis_product.h"
#include "trunnion/math/axes_product.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

void add_axis_product(const DofMap& dofs, const SparseMatrix& scalar_lower, const MatrixXd& x, MatrixXd& y) {
  if (dofs.dimension == 3) {
    add_axes_product(scalar_lower, x, y);
    return;
  }
  const Index n = dofs.num_nodes, d = dofs.dimension;
  MatrixXd fields(n, d * x.cols());
  for (Index c = 0; c < x.cols(); ++c)
    fields.middleCols(d * c, d) = Eigen::Map<const MatrixXd>(x.col(c).data(), d, n).transpose();
  fields = symmetric_product(scalar_lower, fields);
  for (Index c = 0; c < x.cols(); ++c)
    Eigen::Map<MatrixXd>(y.col(c).data(), d, n) += fields.middleCols(d * c, d).transpose();
}

MatrixXd mass_product(const FeModel& model, const MatrixXd& x) {
  MatrixXd y = MatrixXd::Zero(x.rows(), x.cols());
  if (model.mass.extra_lower.nonZeros() > 0) y = symmetric_product(model.mass.extra_lower, x);
  add_axis_product(model.dofs, model.mass.scalar_lower, x, y);
  return y;
}

MatrixXd stiffness_product(const FeModel& model, const MatrixXd& x) {
  return symmetric_product(model.stiffness_lower, x);
}

double strain_energy(const FeModel& model, const VectorXd& u) { return u.dot(stiffness_product(model, u).col(0)) / 2; }

SparseMatrix expanded_mass_lower(const FeModel& model) {
  const SparseMatrix& Mh = model.mass.scalar_lower;
  const Index d = model.dofs.dimension;
  SparseMatrix M(model.dofs.size, model.dofs.size);
  M.resizeNonZeros(d * Mh.nonZeros());
  Index at = 0;
  for (Index b = 0; b < Mh.cols(); ++b)
    for (Index j = 0; j < d; ++j) {
      M.outerIndexPtr()[d * b + j] = std::int32_t(at);
      for (SparseMatrix::InnerIterator entry(Mh, b); entry; ++entry, ++at) {
        M.innerIndexPtr()[at] = std::int32_t(d * entry.row() + j);
        M.valuePtr()[at] = entry.value();
      }
    }
  for (Index column = d * Mh.cols(); column <= M.cols(); ++column) M.outerIndexPtr()[column] = std::int32_t(at);
  if (model.mass.extra_lower.nonZeros() > 0) M = SparseMatrix(M + model.mass.extra_lower);
  return M;
}

MatrixXd rigid_modes(const FeModel& model, const Vector3d& center) {
  const DofMap& dofs = model.dofs;
  const Matrix3Xd& x = model.file->mesh.x;
  if (dofs.dimension == 2) {
    MatrixXd R = MatrixXd::Zero(dofs.size, 3);
    for (Index n = 0; n < dofs.num_nodes; ++n) {
      R(2 * n, 0) = R(2 * n + 1, 1) = 1;
      R(2 * n, 2) = -(x(1, n) - center.y());
      R(2 * n + 1, 2) = x(0, n) - center.x();
    }
    return R;
  }
  MatrixXd R = MatrixXd::Zero(dofs.size, 6);
  for (Index n = 0; n < dofs.num_nodes; ++n) {
    R.block<3, 3>(3 * n, 0).setIdentity();
    R.block<3, 3>(3 * n, 3) = -skew(x.col(n) - center);
    const NodeId node{std::int32_t(n)};
    if (dofs.has_rotation(node)) R.block<3, 3>(dofs.rotation_dof(node, 0), 3).setIdentity();
  }
  return R;
}

MassProperties mass_properties(const FeModel& model) {
  MassProperties result;
  if (model.dofs.dimension == 2) {  // a plate of the given thickness, thin: inertia from its mid-plane
    const Matrix3Xd& x = model.file->mesh.x;
    const MatrixXd position = x.transpose();
    const MatrixXd product = symmetric_product(model.mass.scalar_lower, position);
    result.mass = symmetric_product(model.mass.scalar_lower, MatrixXd::Ones(x.cols(), 1)).sum();
    if (!(result.mass > 0)) return result;
    result.center = product.colwise().sum().transpose() / result.mass;
    const Matrix3Xd arm = x.colwise() - result.center;
    const Matrix3d second = arm * symmetric_product(model.mass.scalar_lower, arm.transpose());
    result.inertia = second.trace() * Matrix3d::Identity() - second;
    return result;
  }
  // Kinetic energy of the rigid motions: R' M R = [m, -m skew(c); ., J] about the origin.
  const MatrixXd R = rigid_modes(model);
  const Matrix6d rigid = R.transpose() * mass_product(model, R);
  result.mass = rigid.topLeftCorner<3, 3>().trace() / 3;
  if (!(result.mass > 0)) return result;
  const Matrix3d moment = rigid.bottomLeftCorner<3, 3>();  // m skew(c)
  result.center = Vector3d(moment(2, 1), moment(0, 2), moment(1, 0)) / result.mass;
  const MatrixXd about_center = rigid_modes(model, result.center).rightCols<3>();
  result.inertia = about_center.transpose() * mass_product(model, about_center);
  return result;
}

}  // namespace trunnion
