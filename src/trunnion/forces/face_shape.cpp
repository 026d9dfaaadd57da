#include "trunnion/forces/face_shape.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace trunnion {
namespace {

constexpr Index near_nodes = 12;     // the ends of a straight edge are among them
constexpr double on_a_chord = 0.05;  // of the height of the arc: nodes this near to the middle of the chord lie on it

/// The ends of a chord that node k lies in the middle of. x: across the axis and along it.
std::optional<std::pair<Index, Index>> chord_through(const Matrix3Xd& x, Index k) {
  std::vector<Index> order(static_cast<std::size_t>(x.cols()));
  std::iota(order.begin(), order.end(), 0);
  const Index some = std::min(near_nodes + 1, x.cols());
  const VectorXd distance = (x.colwise() - x.col(k)).colwise().squaredNorm();
  std::partial_sort(order.begin(), order.begin() + some, order.end(),
                    [&](Index a, Index b) { return distance[a] < distance[b]; });
  for (auto a = order.begin() + 1; a != order.begin() + some; ++a)
    for (auto b = a + 1; b != order.begin() + some; ++b) {
      const Eigen::Vector2d p = x.col(*a).head<2>(), q = x.col(*b).head<2>();
      const double height = 0.5 * (p.norm() + q.norm()) - (0.5 * (p + q)).norm();
      const Vector3d middle = 0.5 * (x.col(*a) + x.col(*b));
      if ((x.col(k) - middle).norm() < on_a_chord * height) return std::pair{*a, *b};
    }
  return std::nullopt;
}

}  // namespace

VectorXd face_shape(FilmShape shape, const NodeRows& surface, const Marker& marker) {
  const Matrix3Xd x = marker.A0.transpose() * (surface.position.colwise() - marker.p);
  if (shape == FilmShape::thrust) return x.row(2).transpose();
  const VectorXd radius = x.topRows<2>().colwise().norm().transpose();
  VectorXd out = radius;
  for (Index k = 0; k < x.cols(); ++k)
    if (const auto ends = chord_through(x, k)) out[k] = 0.5 * (radius[ends->first] + radius[ends->second]);
  return out;
}

}  // namespace trunnion
