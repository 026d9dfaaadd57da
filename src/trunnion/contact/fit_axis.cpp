#include "trunnion/contact/fit_axis.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace trunnion {
namespace {

/// Points of a surface with their normals and areas.
struct Surface {
  const Matrix3Xd &position, &normal;
  const VectorXd& area;
  double total;
  Vector3d middle;
};

/// A turn about a direction, around the center that suits the surface best.
struct Turn {
  Vector3d direction, center;
  double lift = 0;  ///< how much it moves the surface along its normals, mean square per angle [m^2]
};

/// The coordinate axis that `direction` has most of, across it: angles then count from x, y or z.
Vector3d named_across(const Vector3d& direction) {
  Index most = 0;
  direction.cwiseAbs().maxCoeff(&most);
  const Vector3d named = Vector3d::Unit((most + 1) % 3);
  return (named - named.dot(direction) * direction).normalized();
}

// n . (a x (x - c)) = e . (x - c) with e = n x a: least squares for c, which stays where nothing asks it to move.
Turn best_turn(const Surface& s, const Vector3d& direction) {
  Matrix3d sum = Matrix3d::Zero();
  Vector3d right = Vector3d::Zero();
  for (Index k = 0; k < s.area.size(); ++k) {
    const Vector3d e = s.normal.col(k).cross(direction);
    sum += s.area[k] * e * e.transpose();
    right += s.area[k] * e * e.dot(s.position.col(k) - s.middle);
  }
  constexpr double nothing = 1e-9;
  Eigen::CompleteOrthogonalDecomposition<Matrix3d> factor;
  factor.setThreshold(nothing);
  Turn turn{direction, s.middle + factor.compute(sum).solve(right)};
  for (Index k = 0; k < s.area.size(); ++k)
    turn.lift +=
        s.area[k] / s.total * std::pow(s.normal.col(k).cross(direction).dot(s.position.col(k) - turn.center), 2);
  return turn;
}

/// Directions of screws that move the surface least along its normals: v + a x x along n, v eliminated.
Matrix3d screw_directions(const Surface& s) {
  Matrix3d aa = Matrix3d::Zero(), av = aa, vv = aa;
  for (Index k = 0; k < s.area.size(); ++k) {
    const Vector3d n = s.normal.col(k), m = (s.position.col(k) - s.middle).cross(n);
    aa += s.area[k] * m * m.transpose();
    av += s.area[k] * m * n.transpose();
    vv += s.area[k] * n * n.transpose();
  }
  constexpr double nothing = 1e-9;
  Eigen::CompleteOrthogonalDecomposition<Matrix3d> factor;
  factor.setThreshold(nothing);
  const Matrix3d left = aa - av * factor.compute(vv).solve(Matrix3d(av.transpose()));
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(0.5 * (left + left.transpose())).eigenvectors();
}

/// Whether normals lean to all sides of a direction alike, as on a surface that is closed about it.
bool all_around(const Matrix3d& spread, const Vector3d& direction) {
  constexpr double alike = 0.1;
  const Matrix3d off = Matrix3d::Identity() - direction * direction.transpose();
  const Vector3d values = Eigen::SelfAdjointEigenSolver<Matrix3d>(off * spread * off).eigenvalues();
  return values[2] - values[1] <= alike * values[2];
}

/// What may be the axis, the likeliest first. All directions through the center of a sphere are equal, and nearly so
/// are those of narrow surfaces: a closed one has its axis along the mean normal, or along the odd one of the principal
/// directions of its normals. A part of a cone is found among the screws.
std::vector<Vector3d> candidates(const Surface& s, const Matrix3d& spread) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(spread);
  const Vector3d& values = eigen.eigenvalues();
  const Vector3d mean = s.normal * s.area / s.total;
  constexpr double some = 1e-3;
  std::vector<Vector3d> out;
  if (mean.norm() > some && all_around(spread, mean.normalized())) out.push_back(mean.normalized());
  const Vector3d odd = eigen.eigenvectors().col(values[1] - values[0] > values[2] - values[1] ? 0 : 2);
  if (all_around(spread, odd)) out.push_back(odd);
  const Matrix3d screws = screw_directions(s);
  for (int i = 0; i < 3; ++i) out.emplace_back(screws.col(i));
  return out;
}

// Facets lift a ring of one element's width as much about its axis as across it, and the sides of a prism, whose
// normals have nothing along its axis, far more: the likeliest is taken unless another one is far better.
Turn axis_of_revolution(const Surface& s, const Matrix3d& spread) {
  constexpr double none = 1e-4, facets = 2, sides = 100, rounding = 1e-6;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(spread);
  const bool prism = eigen.eigenvalues()[0] < none;
  std::vector<Vector3d> directions = candidates(s, spread);
  if (prism) directions.insert(directions.begin(), eigen.eigenvectors().col(0));
  std::vector<Turn> turns;
  for (const Vector3d& direction : directions) turns.push_back(best_turn(s, direction));
  double least = turns.front().lift, size = 0;
  for (const Turn& turn : turns) least = std::min(least, turn.lift);
  for (Index k = 0; k < s.area.size(); ++k) size += s.area[k] / s.total * (s.position.col(k) - s.middle).squaredNorm();
  for (const Turn& turn : turns)
    if (turn.lift <= (prism ? sides : facets) * least + rounding * size) return turn;
  return turns.front();
}

}  // namespace

bool FitAxis::cylindrical() const {
  constexpr double facets = 0.02;
  return std::abs(meridian.x()) < facets;
}

FitAxis fit_axis(const Matrix3Xd& position, const Matrix3Xd& normal, const VectorXd& area) {
  FitAxis axis;
  const double total = area.sum();
  const Surface surface{position, normal, area, total, position * area / total};
  const Matrix3d spread = normal * area.asDiagonal() * normal.transpose() / total;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(spread);
  constexpr double flat = 1e-3;  // share of the normals' squares across the common one
  axis.round = eigen.eigenvalues()[1] > flat;
  const Turn turn =
      axis.round ? axis_of_revolution(surface, spread) : Turn{eigen.eigenvectors().col(2), surface.middle};
  axis.direction = turn.direction;
  axis.center = turn.center;
  Index most = 0;
  axis.direction.cwiseAbs().maxCoeff(&most);
  if (axis.direction[most] < 0) axis.direction *= -1;
  axis.across = named_across(axis.direction);
  if (!axis.round) return axis;
  const Matrix3d off_axis = Matrix3d::Identity() - axis.direction * axis.direction.transpose();
  const Matrix3Xd arm = off_axis * (position.colwise() - axis.center);
  axis.radius = area.dot(arm.colwise().norm()) / total;
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();  // normal, away from the axis and along it
  for (Index k = 0; k < area.size(); ++k)
    mean += area[k] / total *
            Eigen::Vector2d(normal.col(k).dot(arm.col(k).normalized()), normal.col(k).dot(axis.direction));
  if (mean.norm() > 0) axis.meridian = (mean.x() < 0 ? -1 : 1) * Eigen::Vector2d(-mean.y(), mean.x()).normalized();
  return axis;
}

Eigen::Matrix2Xd unrolled(const FitAxis& axis, const Matrix3Xd& position) {
  const Vector3d third = axis.direction.cross(axis.across);
  Eigen::Matrix2Xd out(2, position.cols());
  for (Index k = 0; k < position.cols(); ++k) {
    const Vector3d d = position.col(k) - axis.center;
    const double x = d.dot(axis.across), y = d.dot(third);
    if (axis.round)
      out.col(k) << axis.radius * std::atan2(y, x),
          axis.meridian.dot(Eigen::Vector2d(std::hypot(x, y) - axis.radius, d.dot(axis.direction)));
    else
      out.col(k) << x, y;
  }
  return out;
}

}  // namespace trunnion
