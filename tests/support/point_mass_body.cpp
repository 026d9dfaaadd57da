#include "support/point_mass_body.h"

#include <cmath>

namespace trunnion::testing {

MatrixXd scattered(Index rows, Index cols, int seed) {
  MatrixXd out(rows, cols);
  double x = 0.137 + 0.017 * seed;
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) {
      x = std::fmod(x * 997.0 + 0.3713, 1.0);
      out(i, j) = 2 * x - 1;
    }
  return out;
}

namespace {

Matrix3d moment(const PointMassBody& b, Index j, Index k) {  // C_jk, index 0 = undeformed points
  Matrix3d C = Matrix3d::Zero();
  const auto point = [&](Index mode, Index i) -> Vector3d {
    return mode == 0 ? Vector3d(b.x.col(i)) : Vector3d(b.modes.block<3, 1>(3 * i, mode - 1));
  };
  for (Index i = 0; i < b.mass.size(); ++i) C += b.mass[i] * point(j, i) * point(k, i).transpose();
  return C;
}
Matrix3d W(const Matrix3d& C) { return C.transpose() - C.trace() * Matrix3d::Identity(); }
Vector3d cr(const Matrix3d& C) { return {C(1, 2) - C(2, 1), C(2, 0) - C(0, 2), C(0, 1) - C(1, 0)}; }

}  // namespace

PointMassBody point_mass_body(Index points, Index n) {
  PointMassBody b;
  b.mass = scattered(points, 1, 1).cwiseAbs() + VectorXd::Constant(points, 0.1);
  b.x = 0.3 * scattered(3, points, 2);
  b.modes = scattered(3 * points, n, 3);
  InertiaInvariants& inv = b.reduced.invariants;
  inv.I1 = b.mass.sum();
  inv.I2 = b.x * b.mass;
  inv.I3.resize(3, n);
  inv.I4.resize(3, n);
  inv.I6.resize(n, n);
  inv.I7 = -W(moment(b, 0, 0));
  for (Index j = 0; j < n; ++j) {
    Vector3d sum = Vector3d::Zero();
    for (Index i = 0; i < points; ++i) sum += b.mass[i] * b.modes.block<3, 1>(3 * i, j);
    inv.I3.col(j) = sum;
    inv.I4.col(j) = cr(moment(b, 0, j + 1));
    inv.I8.push_back(W(moment(b, 0, j + 1)));
    inv.I5.emplace_back(3, n);
    inv.I9.emplace_back();
    for (Index k = 0; k < n; ++k) {
      const Matrix3d C = moment(b, j + 1, k + 1);
      inv.I5[j].col(k) = cr(C);
      inv.I6(j, k) = C.trace();
      inv.I9[j].push_back(W(C));
    }
  }
  ReducedBody& r = b.reduced;
  r.name = "cloud";
  r.mass = inv.I6;
  const MatrixXd root = scattered(n, n, 4);
  r.stiffness = 1e3 * (root.transpose() * root + MatrixXd::Identity(n, n));
  r.damping = 0.5 * (root * root.transpose());
  r.interfaces = {{"left", b.x.col(0), b.modes.topRows(3), scattered(3, n, 5)},
                  {"right", b.x.col(points - 1), b.modes.bottomRows(3), scattered(3, n, 6)}};
  return b;
}

void add_second_order(ReducedBody& body) {
  const Index n = body.mass.rows();
  int seed = 60;
  const auto symmetric = [&] {
    const MatrixXd root = scattered(n, n, ++seed);
    return MatrixXd(0.5 * (root + root.transpose()));
  };
  for (int c = 0; c < 6; ++c) body.stiffening.spin.push_back(symmetric());
  for (int c = 0; c < 3; ++c) body.stiffening.linear.push_back(symmetric());
  for (int c = 0; c < 3; ++c) body.stiffening.angular.push_back(symmetric());
  for (InterfaceRows& at : body.interfaces)
    for (MatrixXd* table : {&at.translation2, &at.rotation2}) {
      table->resize(3 * n, n);
      for (Index axis = 0; axis < 3; ++axis) {
        const MatrixXd g = symmetric();
        for (Index j = 0; j < n; ++j) table->row(3 * j + axis) = g.row(j);
      }
    }
}

}  // namespace trunnion::testing
