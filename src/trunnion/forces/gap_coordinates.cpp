#include "trunnion/forces/gap_coordinates.h"

#include <array>
#include <cmath>

#include "trunnion/math/dual.h"

namespace trunnion {
namespace {

using D = Dual<6>;  // by the pose (d, rho)
constexpr int most = 4;

template <class T>
using Vec3 = std::array<T, 3>;
template <class T>
Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Gap coordinates' rates for a twist (v, w) at the pose (d, a).
std::array<D, most> gap_rates(FilmShape shape, const Vec3<D>& d, const Vec3<D>& a, const Vec3<D>& v, const Vec3<D>& w) {
  const Vec3<D> turning = cross(w, a);
  const D bx = a[0] / a[2], by = a[1] / a[2];
  const D rx = (turning[0] - bx * turning[2]) / a[2], ry = (turning[1] - by * turning[2]) / a[2];
  if (shape == FilmShape::journal) return {v[0] - rx * d[2] - bx * v[2], v[1] - ry * d[2] - by * v[2], rx, ry};
  return {v[2] + rx * d[0] + ry * d[1] + bx * v[0] + by * v[1], rx, ry, D(0.0)};
}

}  // namespace

RowMatrixXd gap_shapes(FilmShape shape, const FilmGrid& grid) {
  const bool journal = shape == FilmShape::journal;
  RowMatrixXd G(grid.size(), journal ? 4 : 3);
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const double c = std::cos(grid.along[i]), s = std::sin(grid.along[i]), z = grid.across[j], r = grid.arm[j];
      if (journal)
        G.row(grid.at(i, j)) << -c, -s, -c * z, -s * z;
      else
        G.row(grid.at(i, j)) << 1, -r * c, -r * s;
    }
  return G;
}

GapPlace gap_place(FilmShape shape, const RelativeMotion& m) {
  const Index n = shape == FilmShape::journal ? 4 : 3;
  GapPlace p;
  p.axis = m.R(2, 2) < 0 ? Vector3d(-m.R.col(2)) : Vector3d(m.R.col(2));  // the same line, seen from J
  p.spin = m.w.dot(p.axis);
  Vec3<D> d, a;
  for (int k = 0; k < 3; ++k) d[k] = D::input(m.d[k], k);
  for (int k = 0; k < 3; ++k) {  // rho x a: column k of the derivative
    const Vector3d turned = Vector3d::Unit(k).cross(p.axis);
    p.axis_by_turn.col(k) = turned;
    for (int c = 0; c < 3; ++c) a[c].g[3 + k] = turned[c];
    a[k].v = p.axis[k];
  }
  const double bx = p.axis[0] / p.axis[2], by = p.axis[1] / p.axis[2];
  p.q.resize(n);
  if (shape == FilmShape::journal)
    p.q << m.d[0] - bx * m.d[2], m.d[1] - by * m.d[2], bx, by;
  else
    p.q << m.d[2] + bx * m.d[0] + by * m.d[1], bx, by;
  p.Q.resize(n, 6);
  p.rate_by_pose = MatrixXd::Zero(n, 6);
  p.bend.assign(static_cast<std::size_t>(n), MatrixXd(6, 6));
  Vector6d twist;
  twist << m.v, m.w;
  for (int i = 0; i < 6; ++i) {  // rates are linear in the twist: one unit twist after the other
    Vec3<D> v{0.0, 0.0, 0.0}, w{0.0, 0.0, 0.0};
    (i < 3 ? v[i] : w[i - 3]) = 1.0;
    const auto r = gap_rates(shape, d, a, v, w);
    for (Index k = 0; k < n; ++k) {
      p.Q(k, i) = r[static_cast<std::size_t>(k)].v;
      p.bend[static_cast<std::size_t>(k)].row(i) = r[static_cast<std::size_t>(k)].g.transpose();
      p.rate_by_pose.row(k) += twist[i] * r[static_cast<std::size_t>(k)].g.transpose();
    }
  }
  p.rate = p.Q * twist;
  return p;
}

}  // namespace trunnion
