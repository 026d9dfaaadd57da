#include "trunnion/reduction/body_response.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/base/nearest_name.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

const InterfaceRows& find_interface(const ReducedBody& body, const std::string& name) {
  std::vector<std::string> known;
  for (const InterfaceRows& rows : body.interfaces) {
    if (rows.name == name) return rows;
    known.push_back(rows.name);
  }
  throw InputError(fmt::format("body '{}' has no interface '{}'{}", body.name, name, name_hint(name, known)));
}

MatrixXd rows_of(const InterfaceRows& at) {
  const Index n = at.translation.cols();
  MatrixXd rows = MatrixXd::Zero(6, 6 + n);
  rows.topLeftCorner<3, 3>().setIdentity();
  rows.block<3, 3>(0, 3) = -skew(at.position);
  rows.block<3, 3>(3, 3).setIdentity();
  rows.topRightCorner(3, n) = at.translation;
  rows.bottomRightCorner(3, n) = at.rotation;
  return rows;
}

}  // namespace

LinearBody linear_body(const ReducedBody& body, const std::vector<std::string>& interfaces) {
  InertiaInvariants inv = body.invariants;
  for (const LumpedInertia& lumped : body.lumped)
    add_rotary_inertia(inv, lumped.inertia, find_interface(body, lumped.interface).rotation);
  const Index n = inv.num_modes();
  LinearBody linear;
  linear.mass = MatrixXd::Zero(6 + n, 6 + n);
  linear.mass.topLeftCorner<3, 3>() = inv.I1 * Matrix3d::Identity();
  linear.mass.block<3, 3>(0, 3) = -skew(inv.I2);
  linear.mass.block<3, 3>(3, 0) = skew(inv.I2);
  linear.mass.block<3, 3>(3, 3) = inv.I7;
  linear.mass.topRightCorner(3, n) = inv.I3;
  linear.mass.block(3, 6, 3, n) = inv.I4;
  linear.mass.bottomLeftCorner(n, 6) = linear.mass.topRightCorner(6, n).transpose();
  linear.mass.bottomRightCorner(n, n) = inv.I6;
  linear.damping = linear.stiffness = MatrixXd::Zero(6 + n, 6 + n);
  linear.damping.bottomRightCorner(n, n) = body.damping;
  linear.stiffness.bottomRightCorner(n, n) = body.stiffness;

  std::vector<std::string> wanted = interfaces;
  if (wanted.empty())
    for (const InterfaceRows& rows : body.interfaces) wanted.push_back(rows.name);
  linear.rows.resize(6 * Index(wanted.size()), 6 + n);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    linear.rows.middleRows<6>(6 * Index(i)) = rows_of(find_interface(body, wanted[i]));
    for (const char* axis : {"x", "y", "z", "rx", "ry", "rz"})
      linear.dof_names.push_back(fmt::format("{} {}", wanted[i], axis));
  }
  return linear;
}

std::vector<MatrixXcd> inertance(const LinearBody& body, const VectorXd& frequency_hz) {
  check_responses_fit(frequency_hz.size(), body.rows.rows());
  std::vector<MatrixXcd> response(frequency_hz.size());
  const MatrixXcd load = body.rows.transpose().cast<std::complex<double>>();
#pragma omp parallel for schedule(dynamic)
  for (Index line = 0; line < frequency_hz.size(); ++line) {
    const double w = 2 * std::numbers::pi * frequency_hz[line];
    MatrixXcd dynamic(body.mass.rows(), body.mass.cols());
    dynamic.real() = body.stiffness - w * w * body.mass;
    dynamic.imag() = w * body.damping;
    const MatrixXcd motion = dynamic.partialPivLu().solve(load);
    response[line] = -w * w * (body.rows * motion);
  }
  return response;
}

StateSpace state_space(const LinearBody& body) {
  const Index n = body.mass.rows();
  const Eigen::LDLT<MatrixXd> mass(body.mass);
  StateSpace s{MatrixXd::Zero(2 * n, 2 * n), MatrixXd::Zero(2 * n, body.rows.rows()),
               MatrixXd::Zero(body.rows.rows(), 2 * n)};
  s.a.topRightCorner(n, n).setIdentity();
  s.a.bottomLeftCorner(n, n) = -mass.solve(body.stiffness);
  s.a.bottomRightCorner(n, n) = -mass.solve(body.damping);
  s.b.bottomRows(n) = mass.solve(body.rows.transpose());
  s.c.leftCols(n) = body.rows;
  return s;
}

}  // namespace trunnion
