#include "trunnion/run/rigid_shape.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/run/contact_surface_shape.h"
#include "trunnion/run/triangle_shapes.h"

namespace trunnion {

namespace {

using std::numbers::pi;

constexpr double steel = 7850;                    // [kg/m^3]
constexpr double lightest = 300, heaviest = 2e4;  // of solids that look like what they stand for [kg/m^3]
constexpr double alike = 0.02;                    // moments of inertia that count as equal
constexpr double thinnest = 0.04;                 // of a solid, over its largest size: it must be seen

struct Inertia {
  double mass;
  Vector3d center;
  Vector3d moments;  // principal, ascending
  Matrix3d axes;
};

Inertia inertia_of(const Body& body) {
  const double m = body.inertia.I1;
  const Vector3d c = body.inertia.I2 / m;
  const Matrix3d J = body.inertia.I7 - m * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix3d> principal(J);
  Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  return {m, c, principal.eigenvalues().cwiseMax(0.0), axes};
}

// The solid's smallest half size; 0: no sensible solid has this mass and inertia.
double add_cylinder(const Inertia& body, int axis, double across, TriangleShapes& out) {
  const double r = std::sqrt(2 * body.moments[axis] / body.mass);
  double h = std::sqrt(std::max(0.0, 12 * across / body.mass - 3 * r * r));
  // Data of plane mechanisms are those of a flat disc: give it the thickness that steel would have.
  if (h < thinnest * 2 * r) h = std::clamp(body.mass / (steel * pi * r * r), thinnest * 2 * r, 2 * r);
  const double density = body.mass / (pi * r * r * h);
  if (!(density > lightest && density < heaviest)) return 0;
  const double shown = std::max(r, thinnest * h);
  out.add_cylinder(body.center, body.axes.col(axis), shown, h);
  return std::min(shown, 0.5 * h);
}

double add_box(const Inertia& body, TriangleShapes& out) {
  Vector3d edges;
  for (int k = 0; k < 3; ++k)
    edges[k] = std::sqrt(std::max(0.0, 6 * (body.moments.sum() - 2 * body.moments[k]) / body.mass));
  const double density = body.mass / edges.prod();
  if (!(density > lightest && density < heaviest)) return 0;
  edges = edges.cwiseMax(thinnest * edges.maxCoeff());
  const bool cube = body.moments[2] - body.moments[0] <= alike * body.moments[2];
  out.add_box(body.center, cube ? Matrix3d::Identity() : body.axes, edges);
  return 0.5 * edges.minCoeff();
}

// A link of a plane mechanism: of its inertia only one moment was known, the others are those of a flat disc.
bool is_flat(const Inertia& body) { return body.moments[0] + body.moments[1] <= (1 + alike) * body.moments[2]; }

double add_equivalent_solid(const Inertia& body, TriangleShapes& out) {
  const Vector3d& I = body.moments;
  const bool low_pair = I[1] - I[0] <= alike * I[2], high_pair = I[2] - I[1] <= alike * I[2];
  double size = 0;
  if (high_pair && !low_pair)
    size = add_cylinder(body, 0, 0.5 * (I[1] + I[2]), out);
  else if (low_pair && !high_pair)
    size = add_cylinder(body, 2, 0.5 * (I[0] + I[1]), out);
  else
    size = add_box(body, out);
  if (size > 0) return size;
  const double ball = std::cbrt(3 * body.mass / (4 * pi * steel));
  out.add_ball(body.center, ball);
  return ball;
}

std::vector<char> markers_in_joints(const Mechanism& m) {
  std::vector<char> found(m.markers.size(), 0);
  for (const Joint& joint : m.joints)
    for (const ConstraintRow& row : joint.rows)
      for (const ConstraintTerm& term : row.terms) found[term.coordinate.I] = found[term.coordinate.J] = 1;
  return found;
}

// Joints at different places of a body.
std::size_t num_joints(const Mechanism& m, Index body) {
  const std::vector<char> in_joint = markers_in_joints(m);
  std::vector<Vector3d> places;
  for (std::size_t k = 0; k < m.markers.size(); ++k)
    if (m.markers[k].body == body && in_joint[k] && std::none_of(places.begin(), places.end(), [&](const Vector3d& p) {
          return (p - m.markers[k].p).norm() < 1e-9;
        }))
      places.push_back(m.markers[k].p);
  return places.size();
}

// Rods from the mass center to what lies outside the solid, with an eye about the axis of each joint there.
void add_rods(const Mechanism& m, Index body, const Vector3d& center, double size, TriangleShapes& out) {
  double reach = 0;
  for (const Marker& marker : m.markers)
    if (marker.body == body) reach = std::max(reach, (marker.p - center).norm());
  if (reach <= size) return;
  const double rod = (size > 0 ? 0.03 : 0.08) * reach, eye = 2 * rod;
  const std::vector<char> in_joint = markers_in_joints(m);
  std::vector<Vector3d> done;
  for (std::size_t k = 0; k < m.markers.size(); ++k) {
    const Marker& marker = m.markers[k];
    const auto near = [&](const Vector3d& p) { return (p - marker.p).norm() < rod; };
    if (marker.body != body || std::any_of(done.begin(), done.end(), near)) continue;
    const bool outside = (marker.p - center).norm() > std::max(size, rod);
    if (!outside && !in_joint[k]) continue;
    done.push_back(marker.p);
    if (outside) out.add_rod(center, marker.p, rod);
    if (in_joint[k]) out.add_cylinder(marker.p, marker.A0.col(2), eye, 1.5 * eye);
  }
}

}  // namespace

std::shared_ptr<const Mesh> rigid_shape(const Mechanism& m, Index body) {
  const Inertia inertia = inertia_of(m.bodies[body]);
  TriangleShapes out;
  if (add_contact_surfaces(m, body, out)) return out.mesh();
  const bool link = is_flat(inertia) && num_joints(m, body) >= 2;
  add_rods(m, body, inertia.center, link ? 0 : add_equivalent_solid(inertia, out), out);
  if (out.empty()) add_equivalent_solid(inertia, out);  // all joints sit in the mass center
  return out.mesh();
}

}  // namespace trunnion
