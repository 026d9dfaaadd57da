#include "trunnion/reduction/stress_stiffening.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include "trunnion/fem/geometric_stiffness.h"

namespace trunnion {
namespace {

// Products of angular velocities come from spins about one and about two axes: f(x + y) - f(x) - f(y) is linear in xy.
MatrixXd spin_loads(const FeModel& model) {
  const auto spin = [](double x, double y, double z) {
    return LoadCase{"spin", {Centrifugal{Vector3d::Zero(), {x, y, z}}}};
  };
  MatrixXd f =
      load_vectors(model, {spin(1, 0, 0), spin(0, 1, 0), spin(0, 0, 1), spin(1, 1, 0), spin(0, 1, 1), spin(1, 0, 1)});
  f.col(3) -= f.col(0) + f.col(1);
  f.col(4) -= f.col(1) + f.col(2);
  f.col(5) -= f.col(2) + f.col(0);
  return f;
}

std::vector<MatrixXd> geometric_matrices(const FeModel& model, const MatrixXd& answers, const MatrixXd& shapes) {
  std::vector<MatrixXd> out;
  for (Index c = 0; c < answers.cols(); ++c) {
    const MatrixXd K = shapes.transpose() * geometric_stiffness_product(model, answers.col(c), shapes);
    out.push_back(0.5 * (K + K.transpose()));
  }
  return out;
}

// Three matrices, one per axis, as the table of second-order rows: a load on the node feels -g.
MatrixXd second_order_rows(const MatrixXd* per_axis) {
  const Index n = per_axis->rows();
  MatrixXd rows(3 * n, n);
  for (Index axis = 0; axis < 3; ++axis)
    for (Index j = 0; j < n; ++j) rows.row(3 * j + axis) = -per_axis[axis].row(j);
  return rows;
}

}  // namespace

MatrixXd free_answers(const FreeStatics& statics, const MatrixXd& loads) {
  const MatrixXd at_interface = statics.constraint_modes.transpose() * loads;
  // The Guyan stiffness with the rigid motions made stiff: the answer has no part along them.
  const MatrixXd rigid = Eigen::HouseholderQR<MatrixXd>(statics.interface_rigid).householderQ() *
                         MatrixXd::Identity(statics.interface_rigid.rows(), statics.interface_rigid.cols());
  const double scale = statics.guyan_stiffness.diagonal().maxCoeff();
  const MatrixXd held = statics.guyan_stiffness + scale * rigid * rigid.transpose();
  return statics.solver.solve(loads) + statics.constraint_modes * held.ldlt().solve(at_interface);
}

void add_stress_stiffening(const FeModel& model, const std::vector<InterfaceNode>& interfaces,
                           const FreeStatics& statics, const MatrixXd& conditions, const GeometricStiffness& wanted,
                           const MatrixXd& shapes, ReducedBody& body) {
  if (shapes.cols() == 0) return;
  const MatrixXd rigid = rigid_modes(model);
  const Matrix6d carried = rigid.transpose() * conditions;
  const auto matrices = [&](const MatrixXd& loads) {
    const MatrixXd reactions = carried.partialPivLu().solve(rigid.transpose() * loads);
    return geometric_matrices(model, free_answers(statics, loads - conditions * reactions), shapes);
  };
  if (wanted.inertia) {
    body.stiffening.spin = matrices(spin_loads(model));
    if (body.reference_condition != "mean-axis") {
      const std::vector<MatrixXd> all = matrices(-mass_product(model, rigid));
      body.stiffening.linear.assign(all.begin(), all.begin() + 3);
      body.stiffening.angular.assign(all.begin() + 3, all.end());
    }
  }
  if (!wanted.interface) return;
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    const NodeId node = interfaces[i].node;
    InterfaceRows& at = body.interfaces[i];
    MatrixXd unit = MatrixXd::Zero(model.dofs.size, model.dofs.has_rotation(node) ? 6 : 3);
    for (int c = 0; c < int(unit.cols()); ++c)
      unit(c < 3 ? model.dofs.translation(node, c) : model.dofs.rotation_dof(node, c - 3), c) = 1;
    const std::vector<MatrixXd> K = matrices(unit);
    at.translation2 = second_order_rows(K.data());
    if (K.size() == 6) at.rotation2 = second_order_rows(K.data() + 3);
  }
}

}  // namespace trunnion
