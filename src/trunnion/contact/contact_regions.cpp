#include "trunnion/contact/contact_regions.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

constexpr int num_neighbors = 8;
constexpr double far_from_touching = 0.2, search_again = 0.2;  // over the typical length

void connect(FacingPair& pair) {
  const auto& x = pair.samples;
  std::vector<std::pair<double, int>> near(x.size());
  pair.neighbors.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) near[j] = {(x[i] - x[j]).squaredNorm(), static_cast<int>(j)};
    const std::size_t count = std::min<std::size_t>(num_neighbors + 1, x.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    for (std::size_t k = 1; k < count; ++k) pair.neighbors[i].push_back(near[k].second);
    if (count > 4) pair.spacing = std::max(pair.spacing, std::sqrt(near[4].first));
    pair.reach = std::max(pair.reach, x[i].norm());
  }
}

/// Nearest point of `surface` along its gradients, all in its own axes, and the way there (negative from inside).
struct Projection {
  Vector3d point;
  double distance = 0;
  Vector3d normal = Vector3d::Zero();
};
Projection project(const Surface& surface, const Vector3d& from, double length, int steps) {
  Projection out{from};
  double sign = 1;
  for (int k = 0; k < steps; ++k) {
    const Taylor3 f = surface_function(surface, out.point);
    const Vector3d g = f.gradient();
    if (!(g.squaredNorm() > 0)) break;
    if (k == 0) sign = f.value() < 0 ? -1 : 1;
    out.normal = g.normalized();
    Vector3d step = -f.value() * g / g.squaredNorm();
    const double limit = length + (out.point - from).norm();  // near a center the gradient says nothing of distance
    if (step.norm() > limit) step *= limit / step.norm();
    out.point += step;
    if (step.norm() < 1e-3 * length) break;
  }
  out.distance = sign * (out.point - from).norm();
  return out;
}

OpposingPoints start_from(const FacingPair& pair, const SurfacePose& pose, const Vector3d& sample,
                          const Projection& other) {
  OpposingPoints y;
  y.on_a = pair.samples_on_a ? sample : other.point;
  y.on_b = pose.d + pose.R * (pair.samples_on_a ? other.point : sample);
  const Vector3d g_a = surface_function(pair.surfaces.a, y.on_a).gradient();
  const Vector3d g_b = pose.R * surface_function(pair.surfaces.b, pair.samples_on_a ? other.point : sample).gradient();
  y.lambda = -g_a.norm() / g_b.norm();
  y.mu = (y.on_a - y.on_b).dot(g_b) / g_b.squaredNorm();
  return y;
}

// Whether the gap grows in all directions along the surfaces: A against B set off until they touch.
bool is_nearest(const FacingSurfaces& s, double overlap) {
  const Vector3d m = s.g_b / s.size_b, u = m.unitOrthogonal();
  Eigen::Matrix<double, 3, 2> T;
  T << u, m.cross(u);
  const Eigen::Matrix2d A = T.transpose() * s.H_a * T / s.size_a, B = T.transpose() * s.H_b * T / s.size_b;
  const Eigen::Matrix2d off = Eigen::Matrix2d::Identity() - overlap * B;
  if (!(off.determinant() > 0 && off.trace() > 0)) return false;
  const Eigen::Matrix2d form = A + B * off.inverse();
  return form.determinant() > 0 && form.trace() > 0;
}

// A saddle or largest gap, an overlap of half the size, the far nappe of a cone: zeros of the equations that no contact
// has.
bool is_sound(const FacingPair& pair, const SurfacePose& pose, const OpposingPoints& y, const FacingSurfaces& s) {
  const double overlap = -y.mu * s.size_b;
  return overlap < 0.5 * pair.surfaces.length && is_on_body(pair.surfaces.a, y.on_a) &&
         is_on_body(pair.surfaces.b, pose.R.transpose() * (y.on_b - pose.d)) && is_nearest(s, overlap);
}

void keep(const FacingPair& pair, const SurfacePose& pose, const OpposingPoints& y, const FacingSurfaces& s,
          ContactRegions& regions) {
  if (!is_sound(pair, pose, y, s)) return;
  if (pair.single && !regions.places.empty()) {  // of several zeros the one with the smaller way between the points
    if (std::abs(y.mu * s.size_b) < std::abs(regions.places[0].mu * regions.facing[0].size_b)) {
      regions.places[0] = y;
      regions.facing[0] = s;
    }
    return;
  }
  for (const OpposingPoints& other : regions.places)
    if ((other.on_b - y.on_b).norm() + (other.on_a - y.on_a).norm() < 2e-3 * pair.surfaces.length) return;
  regions.places.push_back(y);
  regions.facing.push_back(s);
}

void search(const FacingPair& pair, const SurfacePose& pose, ContactRegions& regions) {
  const SurfacePair& s = pair.surfaces;
  const Surface &own = pair.samples_on_a ? s.a : s.b, &other = pair.samples_on_a ? s.b : s.a;
  ++regions.searches;
  std::vector<Projection> near(pair.samples.size());
  double least = std::numeric_limits<double>::infinity();
  const auto nearest = [&](std::size_t i, int steps) {
    const Vector3d& x = pair.samples[i];
    return project(other, pair.samples_on_a ? pose.R.transpose() * (x - pose.d) : Vector3d(pose.d + pose.R * x),
                   s.length, steps);
  };
  for (std::size_t i = 0; i < near.size(); ++i) {
    near[i] = nearest(i, 2);
    least = std::min(least, near[i].distance);
  }
  regions.searched = pose;
  regions.gap = least - 2 * pair.spacing;
  if (regions.gap > far_from_touching * s.length) return;
  bool overlapping_start = false;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const bool lowest = std::all_of(pair.neighbors[i].begin(), pair.neighbors[i].end(), [&](int k) {
      return near[i].distance <= near[static_cast<std::size_t>(k)].distance;
    });
    if (!lowest || near[i].distance > least + s.length) continue;
    const Vector3d n = surface_function(own, pair.samples[i]).gradient();
    const Vector3d facing = (pair.samples_on_a ? Matrix3d(pose.R.transpose()) : pose.R) * n;
    if (facing.dot(near[i].normal) > 0) continue;
    OpposingPoints y = start_from(pair, pose, pair.samples[i], nearest(i, 6));
    FacingSurfaces facing_there;
    const OpposingReport report = solve_opposing(s, pose, y, &facing_there);
    regions.iterations += report.iterations;
    if (report.converged) keep(pair, pose, y, facing_there, regions);
    overlapping_start = overlapping_start || near[i].distance < 0;
  }
  if (regions.places.empty() && overlapping_start)
    throw SolveError(fmt::format(
        "two surfaces overlap by {:.3g} m or more but oppose each other in no point: they touch along a line "
        "or an area (a cylinder on a plane, a ball in a groove of its own radius), which is no point contact, or "
        "overlap by half their size, which no contact law covers",
        -least));
}

// How far any point of the sampled surface has moved against the other one, at most.
double moved(const FacingPair& pair, const SurfacePose& from, const SurfacePose& to) {
  const double turn = rotation_log(from.R.transpose() * to.R).norm();
  return (to.d - from.d).norm() + turn * (pair.reach + (pair.samples_on_a ? to.d.norm() : 0));
}

}  // namespace

FacingPair facing_pair(const Surface& a, const Surface& b) {
  validate(a);
  validate(b);
  FacingPair pair;
  pair.surfaces = {a, b, std::min(typical_length(a), typical_length(b))};
  pair.single = is_convex(a) && is_convex(b);
  const bool plane_a = std::holds_alternative<PlaneSurface>(a.shape),
             plane_b = std::holds_alternative<PlaneSurface>(b.shape);
  if (plane_a && plane_b) throw InputError("two planes touch in no point; one of the surfaces must be curved");
  // Of a long cylinder points lie far apart: rather those of the other body.
  const auto endless = [](const Surface& s) {
    return std::holds_alternative<CylinderSurface>(s.shape) || std::holds_alternative<ConeSurface>(s.shape);
  };
  const bool smaller = endless(a) == endless(b) ? typical_length(a) < typical_length(b) : endless(b);
  pair.samples_on_a = plane_b || (!plane_a && smaller);
  pair.samples = surface_samples(pair.samples_on_a ? a : b);
  connect(pair);
  return pair;
}

void update_regions(const FacingPair& pair, const SurfacePose& pose, ContactRegions& regions) {
  const SurfacePose last = regions.pose;
  const bool unmoved = regions.known && last.d == pose.d && last.R == pose.R;
  if (unmoved) return;
  regions.iterations = regions.searches = 0;
  regions.pose = pose;
  const double way = regions.known ? moved(pair, regions.searched, pose) : 0;
  std::vector<OpposingPoints> places;
  std::swap(places, regions.places);
  regions.facing.clear();
  bool lost =
      !regions.known || (places.empty() && way > 0.9 * (regions.gap - far_from_touching * pair.surfaces.length));
  for (OpposingPoints y : places) {
    y.on_b = pose.d + pose.R * (last.R.transpose() * (y.on_b - last.d));
    FacingSurfaces facing;
    const OpposingReport report = solve_opposing(pair.surfaces, pose, y, &facing);
    regions.iterations += report.iterations;
    const std::size_t count = regions.places.size();
    if (report.converged) keep(pair, pose, y, facing, regions);
    lost = lost || regions.places.size() == count;
  }
  if (lost || (!pair.single && !regions.places.empty() && way > search_again * pair.surfaces.length))
    search(pair, pose, regions);
  regions.known = true;
}

}  // namespace trunnion
