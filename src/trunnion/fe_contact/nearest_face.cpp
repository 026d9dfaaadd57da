#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "trunnion/fe_contact/facing_surface.h"
#include "trunnion/fem/cell_table.h"

namespace trunnion {
namespace {

using Vector2d = Eigen::Vector2d;
constexpr int max_iterations = 30;
constexpr double converged_step = 1e-14;  ///< in reference coordinates, of size one

bool is_triangle(CellType type) { return num_corners(type) == 3; }

bool inside(CellType type, const Vector2d& xi) {
  constexpr double slack = 1e-12;
  if (is_triangle(type)) return xi.minCoeff() >= -slack && xi.sum() <= 1 + slack;
  return xi.cwiseAbs().maxCoeff() <= 1 + slack;
}

/// Where a side of the reference face begins and which way it runs.
struct Side {
  Vector2d start, along;
};

std::vector<Side> sides(CellType type) {
  if (is_triangle(type)) return {{{0, 0}, {1, 0}}, {{1, 0}, {-1, 1}}, {{0, 1}, {0, -1}}};
  return {{{-1, -1}, {2, 0}}, {{1, -1}, {0, 2}}, {{1, 1}, {-2, 0}}, {{-1, 1}, {0, -2}}};
}

/// Gauss-Newton for the least distance from x, in all of the face's plane of reference (`side` null) or along a side.
/// Points lie close to the surface compared with its radius of curvature, so the second derivative is not missed.
Vector2d nearest_on(const SurfaceFace& face, const Vector3d& x, Vector2d xi, const Side* side) {
  double s = 0.5;
  for (int k = 0; k < max_iterations; ++k) {
    if (side) xi = side->start + s * side->along;
    const ShapeValues shape = shape_functions(face.type, Vector3d(xi.x(), xi.y(), 0));
    const Vector3d away = x - face.x * shape.value;
    const Eigen::Matrix<double, 3, 2> tangents = face.x * shape.gradient;
    if (side) {
      const Vector3d along = tangents * side->along;
      const double next = std::clamp(s + along.dot(away) / along.squaredNorm(), 0.0, 1.0);
      const bool done = std::abs(next - s) < converged_step;
      s = next;
      if (done) break;
    } else {
      const Vector2d step = (tangents.transpose() * tangents).inverse() * (tangents.transpose() * away);
      xi += step;
      if (step.norm() < converged_step || xi.norm() > 10) break;  // far outside: a side is nearer
    }
  }
  return side ? Vector2d(side->start + s * side->along) : xi;
}

Vector2d nearest_on_face(const SurfaceFace& face, const Vector3d& x) {
  const Vector2d middle = is_triangle(face.type) ? Vector2d::Constant(1.0 / 3) : Vector2d::Zero();
  Vector2d free = nearest_on(face, x, middle, nullptr);
  if (inside(face.type, free)) return free;
  Vector2d best = middle;
  double least = std::numeric_limits<double>::infinity();
  for (const Side& side : sides(face.type)) {
    const Vector2d xi = nearest_on(face, x, middle, &side);
    const double distance = (x - face.x * shape_functions(face.type, Vector3d(xi.x(), xi.y(), 0)).value).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = xi;
  }
  return best;
}

}  // namespace

NearestFace::Cell NearestFace::cell_of(const Eigen::Vector3i& at) const {
  constexpr Cell span = 1 << 21;  // cells along an axis; more only makes cells share a bucket
  return (Cell(at.x()) * span + at.y()) * span + at.z();
}

NearestFace::NearestFace(const FacingSurface& surface, double reach) : surface_(surface), reach_(reach) {
  Vector3d low = surface.faces.front().x.col(0);
  for (const SurfaceFace& face : surface.faces) {
    low = low.cwiseMin(face.x.rowwise().minCoeff());
    const Vector3d center = face.x.rowwise().mean();
    center_.push_back(center);
    // A quadratic side bulges beyond its nodes by less than its sagitta, which is below the distance to them.
    radius_.push_back(1.25 * (face.x.colwise() - center).colwise().norm().maxCoeff());
  }
  cell_size_ = 2 * (*std::max_element(radius_.begin(), radius_.end()) + reach);
  origin_ = low.array() - cell_size_;
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    const double around = radius_[f] + reach;
    const Eigen::Vector3i first = ((center_[f].array() - around - origin_.array()) / cell_size_).floor().cast<int>();
    const Eigen::Vector3i last = ((center_[f].array() + around - origin_.array()) / cell_size_).floor().cast<int>();
    for (int i = first.x(); i <= last.x(); ++i)
      for (int j = first.y(); j <= last.y(); ++j)
        for (int k = first.z(); k <= last.z(); ++k) faces_in_[cell_of({i, j, k})].push_back(int(f));
  }
}

FacePoint NearestFace::find(const Vector3d& x) const {
  const Eigen::Vector3i at = ((x - origin_) / cell_size_).array().floor().cast<int>();
  const auto candidates = faces_in_.find(cell_of(at));
  if (candidates == faces_in_.end()) return {};
  // Nearest centers first, so that most of the others are ruled out by their bounding spheres.
  std::vector<std::pair<double, int>> order;
  for (const int f : candidates->second) order.emplace_back((x - center_[std::size_t(f)]).norm(), f);
  std::sort(order.begin(), order.end());
  FacePoint best;
  double least = reach_;
  for (const auto& [distance, f] : order) {
    if (distance - radius_[std::size_t(f)] > least) continue;
    const Vector2d xi = nearest_on_face(surface_.faces[std::size_t(f)], x);
    const FacePoint point = face_point(surface_, f, {xi.x(), xi.y(), 0});
    const double away = (x - point.x).norm();
    if (away < least || (away <= least && (best.face < 0 || f < best.face))) {
      least = std::min(least, away);
      best = point;
    }
  }
  return best;
}

}  // namespace trunnion
