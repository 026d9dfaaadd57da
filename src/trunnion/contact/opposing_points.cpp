#include "trunnion/contact/opposing_points.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using Factor8 = Eigen::PartialPivLU<Matrix8d>;

Factor8 scaled_factor(const FacingSurfaces& s, const OpposingPoints& y, const OpposingScale& scale) {
  return Factor8(scale.rows.asDiagonal() * opposing_jacobian(s, y) * scale.columns.asDiagonal());
}

// Size of the scaled residual: lengths over the typical length.
double size_of(const Vector8d& residual, const OpposingScale& scale) {
  return scale.rows.cwiseProduct(residual).norm();
}

}  // namespace

Vector8d packed(const OpposingPoints& y) {
  Vector8d out;
  out << y.on_a, y.on_b, y.lambda, y.mu;
  return out;
}
OpposingPoints unpacked(const Vector8d& y) { return {y.head<3>(), y.segment<3>(3), y[6], y[7]}; }

FacingSurfaces facing_surfaces(const SurfacePair& pair, const SurfacePose& pose, const OpposingPoints& y) {
  FacingSurfaces s;
  s.a = surface_function(pair.a, y.on_a);
  s.b = surface_function(pair.b, pose.R.transpose() * (y.on_b - pose.d));
  s.f_a = s.a.value();
  s.f_b = s.b.value();
  s.g_a = s.a.gradient();
  s.g_b = pose.R * s.b.gradient();
  s.H_a = s.a.hessian();
  s.H_b = pose.R * s.b.hessian() * pose.R.transpose();
  s.size_a = s.g_a.norm();
  s.size_b = s.g_b.norm();
  return s;
}

Vector8d opposing_residual(const FacingSurfaces& s, const OpposingPoints& y) {
  Vector8d r;
  r << s.g_a - y.lambda * s.g_b, y.on_a - y.on_b - y.mu * s.g_b, s.f_a, s.f_b;
  return r;
}

Matrix8d opposing_jacobian(const FacingSurfaces& s, const OpposingPoints& y) {
  Matrix8d M = Matrix8d::Zero();
  M.block<3, 3>(0, 0) = s.H_a;
  M.block<3, 3>(0, 3) = -y.lambda * s.H_b;
  M.block<3, 1>(0, 6) = -s.g_b;
  M.block<3, 3>(3, 0).setIdentity();
  M.block<3, 3>(3, 3) = -Matrix3d::Identity() - y.mu * s.H_b;
  M.block<3, 1>(3, 7) = -s.g_b;
  M.block<1, 3>(6, 0) = s.g_a.transpose();
  M.block<1, 3>(7, 3) = s.g_b.transpose();
  return M;
}

Eigen::Matrix<double, 8, 6> opposing_load(const FacingSurfaces& s, const OpposingPoints& y, const SurfacePose& pose) {
  Matrix3x6d carried;  // how B carries a point fixed to it
  carried << Matrix3d::Identity(), -skew(y.on_b - pose.d);
  Matrix3x6d k = -s.H_b * carried;  // change of B's gradient at a point that stays in space
  k.rightCols<3>() -= skew(s.g_b);
  Eigen::Matrix<double, 8, 6> load;
  load.topRows<3>() = y.lambda * k;
  load.middleRows<3>(3) = y.mu * k;
  load.row(6).setZero();
  load.row(7) = s.g_b.transpose() * carried;
  return load;
}

OpposingScale opposing_scale(const FacingSurfaces& s, double length) {
  OpposingScale scale;
  scale.rows << Vector3d::Constant(1 / s.size_a), Vector3d::Constant(1 / length), 1 / (s.size_a * length),
      1 / (s.size_b * length);
  scale.columns << Vector8d::Constant(length).head<6>(), s.size_a / s.size_b, length / s.size_b;
  return scale;
}

OpposingReport solve_opposing(const SurfacePair& pair, const SurfacePose& pose, OpposingPoints& y,
                              FacingSurfaces* at_end) {
  constexpr int most = 40;
  FacingSurfaces s = facing_surfaces(pair, pose, y);
  Vector8d residual = opposing_residual(s, y);
  for (int k = 1; k <= most; ++k) {
    const OpposingScale scale = opposing_scale(s, pair.length);
    const Vector8d z = scaled_factor(s, y, scale).solve(scale.rows.cwiseProduct(residual));
    if (!z.allFinite()) return {false, k};
    const double way = z.head<6>().norm();  // over the typical length
    double share = std::min(1.0, 0.3 / way);
    const double before = size_of(residual, scale);
    const Vector8d from = packed(y), step = scale.columns.cwiseProduct(z);
    for (int halving = 0;; ++halving) {
      y = unpacked(from - share * step);
      s = facing_surfaces(pair, pose, y);
      residual = opposing_residual(s, y);
      if (!(s.size_a > 0 && s.size_b > 0)) return {false, k};
      if (size_of(residual, scale) < before || way < 1e-6 || halving == 6) break;
      share *= 0.5;
    }
    if (!residual.allFinite()) return {false, k};
    // Quadratic convergence: after a step of 1e-9 lengths what is left is round-off.
    if (way < 1e-9) {
      if (at_end) *at_end = s;
      return {y.lambda < 0, k};
    }
  }
  return {false, most};
}

FacingGeometry facing_geometry(const FacingSurfaces& s, const OpposingPoints& y) {
  FacingGeometry at;
  at.on_a = y.on_a;
  at.on_b = y.on_b;
  at.m = s.g_b / s.size_b;
  at.approach = -y.mu * s.size_b;
  // Form of the gap across m in two tangent axes u, v.
  const Vector3d u = at.m.unitOrthogonal(), v = at.m.cross(u);
  const Matrix3d S = 0.5 * (s.H_a / s.size_a + s.H_b / s.size_b);
  const double uu = u.dot(S * u), uv = u.dot(S * v), vv = v.dot(S * v);
  const double mean = 0.5 * (uu + vv), radius = std::hypot(0.5 * (uu - vv), uv);
  at.P = mean - radius;
  at.Q = mean + radius;
  const double turn = 0.5 * std::atan2(uv, 0.5 * (uu - vv));
  at.q = std::cos(turn) * u + std::sin(turn) * v;
  at.p = -std::sin(turn) * u + std::cos(turn) * v;
  return at;
}

FacingTangent facing_tangent(const SurfacePair& pair, const SurfacePose& pose, const FacingSurfaces& s,
                             const OpposingPoints& y, const FacingGeometry& at) {
  const OpposingScale scale = opposing_scale(s, pair.length);
  const Eigen::Matrix<double, 8, 6> load = opposing_load(s, y, pose);
  const Eigen::Matrix<double, 8, 6> dy =
      scale.columns.asDiagonal() * scaled_factor(s, y, scale).solve((scale.rows.asDiagonal() * load).eval());
  FacingTangent t;
  t.on_a = dy.topRows<3>();
  t.on_b = dy.middleRows<3>(3);
  const Matrix3d across = Matrix3d::Identity() - at.m * at.m.transpose();
  t.m = -across * s.H_a * t.on_a / s.size_a;  // m = -grad A/|grad A|, and A does not move
  Matrix3x6d carried;
  carried << Matrix3d::Identity(), -skew(y.on_b - pose.d);
  t.h = at.m.transpose() * carried;  // what the points slide along their surfaces does not count
  // P = p' S p with p across m: p' dS p, less what the tilt of the tangent plane takes away.
  const Matrix3d S = 0.5 * (s.H_a / s.size_a + s.H_b / s.size_b);
  const Matrix3x6d slide_b = t.on_b - carried;  // of the point along B
  const auto change = [&](const Vector3d& p) {
    const Vector3d n_a = -at.m;
    const double k_a = p.dot(s.H_a * p), k_b = p.dot(s.H_b * p);
    const Vector3d third_b = pose.R * s.b.third(pose.R.transpose() * p);
    RowVector6d d = 0.5 / s.size_a * (s.a.third(p) - k_a / s.size_a * (s.H_a * n_a)).transpose() * t.on_a;
    d += 0.5 / s.size_b * (third_b - k_b / s.size_b * (s.H_b * at.m)).transpose() * slide_b;
    d.tail<3>() += (s.H_b * p).cross(p).transpose() / s.size_b;  // B's Hessian turns with it
    d -= 2 * at.m.dot(S * p) * p.transpose() * t.m;
    return d;
  };
  t.P = change(at.p);
  t.Q = change(at.q);
  return t;
}

}  // namespace trunnion
