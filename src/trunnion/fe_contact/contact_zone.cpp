#include "trunnion/fe_contact/contact_zone.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "trunnion/base/error.h"
#include "trunnion/fe_contact/contact_frame.h"
#include "trunnion/fe_contact/facing_surface.h"
#include "trunnion/fe_contact/wall.h"
#include "trunnion/fem/cell_table.h"

namespace trunnion {
namespace {

using Triplets = std::vector<Eigen::Triplet<double, std::int32_t>>;

constexpr double opposed_cosine = -0.7;   ///< of the normals of two surfaces that face each other
constexpr double beside_share = 1e-3;     ///< of a face: how far beside its nearest point a point may lie
constexpr double beside_distance = 0.15;  ///< and how far per distance: facets are not exactly normal to it
constexpr Index fewest_points = 3;        ///< that can carry a force and a moment

/// A point of the side that carries the points, with its share of the area.
struct Carried {
  FacePoint point;
  double area = 0;
  int node = -1;  ///< the point is this node; -1: inside a face
};

/// A carried point and where it meets the other side.
struct Meeting {
  Carried own;
  FacePoint other;
};

/// Few enough points that quadratic faces are not over-constrained, and exact for a linear pressure on a flat face.
Quadrature point_rule(CellType type) {
  return stiffness_quadrature(type == CellType::tri3    ? CellType::tri6
                              : type == CellType::quad8 ? CellType::quad4
                                                        : type);
}

std::vector<Carried> points_in_faces(const FacingSurface& side) {
  std::vector<Carried> points;
  for (std::size_t f = 0; f < side.faces.size(); ++f) {
    const Quadrature rule = point_rule(side.faces[f].type);
    for (Index q = 0; q < rule.size(); ++q) {
      Carried& at = points.emplace_back();
      at.point = face_point(side, int(f), rule.points.col(q));
      at.area = rule.weights[q] * at.point.jacobian;
    }
  }
  return points;
}

bool face_each_other(const FacePoint& own, const FacePoint& other, double face_size) {
  if (other.face < 0 || !(own.normal.dot(other.normal) < opposed_cosine)) return false;
  const Vector3d away = own.x - other.x;
  const double along = away.dot(other.normal);
  const double beside = (away - along * other.normal).norm();
  return beside <= beside_share * face_size + beside_distance * std::abs(along);
}

/// Nodes of the faces whose middle meets the other side, each with its positive share of those faces.
std::vector<Carried> points_at_nodes(const FacingSurface& side, const NearestFace& nearest, double other_size) {
  std::map<int, Carried> at_node;
  for (std::size_t f = 0; f < side.faces.size(); ++f) {
    const SurfaceFace& face = side.faces[f];
    const Matrix3Xd reference = reference_nodes(face.type);
    const Vector3d middle = reference.leftCols(num_corners(face.type)).rowwise().mean();
    const FacePoint center = face_point(side, int(f), middle);
    if (!face_each_other(center, nearest.find(center.x), other_size)) continue;
    for (std::size_t a = 0; a < face.nodes.size(); ++a) {
      Carried& at = at_node[face.nodes[a]];
      if (at.node < 0) at.point = face_point(side, int(f), reference.col(Index(a)));
      at.node = face.nodes[a];
      at.area += face.share[Index(a)];
    }
  }
  std::vector<Carried> points;
  for (auto& [node, carried] : at_node) points.push_back(std::move(carried));
  return points;
}

std::vector<int> nodes_of(const FacingSurface& side) {
  std::set<int> nodes;
  for (const SurfaceFace& face : side.faces) nodes.insert(face.nodes.begin(), face.nodes.end());
  return {nodes.begin(), nodes.end()};
}

void refuse_shared_nodes(const Mesh& mesh, const ZoneInput& input, const FacingSurface& outer,
                         const FacingSurface& inner) {
  const std::vector<int> a = nodes_of(outer), b = nodes_of(inner);
  std::vector<int> shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  if (shared.empty()) return;
  throw InputError(fmt::format(
      "contact '{}': surfaces '{}' and '{}' share {} nodes, the first is node {}: the parts are joined there "
      "and cannot move against each other. Mesh them so that each has nodes of its own; do not merge "
      "coincident nodes.",
      input.name, input.outer, input.inner, shared.size(), mesh.node_labels[std::size_t(shared.front())]));
}

/// No two points of the surfaces are farther apart.
double span(const FacingSurface& a, const FacingSurface& b) {
  Vector3d low = a.faces.front().x.col(0), high = low;
  for (const FacingSurface* side : {&a, &b})
    for (const SurfaceFace& face : side->faces) {
      low = low.cwiseMin(face.x.rowwise().minCoeff());
      high = high.cwiseMax(face.x.rowwise().maxCoeff());
    }
  return (high - low).norm();
}

/// Tells how far the surfaces are apart and how they are turned, from the closest pair of points.
[[noreturn]] void refuse_apart(const ZoneInput& input, const FacingSurface& own, const FacingSurface& other,
                               double reach, Index found) {
  const NearestFace anywhere(other, span(own, other));
  double least = std::numeric_limits<double>::infinity(), angle = 0;
  for (std::size_t f = 0; f < own.faces.size(); f += 1 + own.faces.size() / 500) {
    const bool triangle = num_corners(own.faces[f].type) == 3;
    const FacePoint from = face_point(own, int(f), triangle ? Vector3d(1.0 / 3, 1.0 / 3, 0) : Vector3d::Zero());
    const FacePoint to = anywhere.find(from.x);
    if (to.face < 0 || (from.x - to.x).norm() >= least) continue;
    least = (from.x - to.x).norm();
    angle = std::acos(std::clamp(from.normal.dot(to.normal), -1.0, 1.0)) * 180 / std::numbers::pi;
  }
  throw InputError(fmt::format(
      "contact '{}': surfaces '{}' and '{}' do not face each other: {} points of '{}' meet the other one, at least {} "
      "are needed. The smallest distance is {:.4g} mm (up to {:.4g} mm counts), and the outward normals there enclose "
      "{:.0f} "
      "degrees (180 is face to face, at least 135 is needed). Check the names, the units and the place of the parts, "
      "or "
      "set a larger reach.",
      input.name, input.outer, input.inner, found, own.name, fewest_points, 1e3 * least, 1e3 * reach, angle));
}

/// The interference must leave something of both walls, judged at some of the points.
void refuse_more_than_the_wall(const Mesh& mesh, const ZoneInput& input, const ContactZone& zone) {
  constexpr Index most = 60;
  std::vector<Index> some;
  for (Index k = 0; k < zone.size(); k += 1 + zone.size() / most) some.push_back(k);
  Index largest = 0;
  zone.interference.maxCoeff(&largest);
  some.push_back(largest);
  const Matrix3Xd at = zone.position(Eigen::all, some), normal = zone.normal(Eigen::all, some);
  for (const double side : {1.0, -1.0}) {
    const VectorXd wall = wall_behind(mesh, at, side * normal);
    for (std::size_t i = 0; i < some.size(); ++i)
      if (const double size = zone.interference[some[i]]; size >= wall[Index(i)])
        throw InputError(fmt::format(
            "contact '{}': an interference of {:.4g} mm at ({:.4g}, {:.4g}, {:.4g}) mm would close more than the wall "
            "behind '{}', which is {:.4g} mm thick. It is a length along the normal (half of the difference of "
            "diameters); check its unit.",
            input.name, 1e3 * size, 1e3 * at(0, Index(i)), 1e3 * at(1, Index(i)), 1e3 * at(2, Index(i)),
            side > 0 ? input.outer : input.inner, 1e3 * wall[Index(i)]));
  }
}

void add_expansion(const ZoneInput& input, ContactZone& zone) {
  zone.growth.setZero(2, zone.size());
  if (!input.expansion) return;
  for (Index k = 0; k < zone.size(); ++k) {
    const Vector3d free = input.expansion(zone.position.col(k));
    zone.interference[k] -= free.dot(zone.normal.col(k));
    zone.growth.col(k) << free.dot(zone.t1.col(k)), free.dot(zone.t2.col(k));
  }
}

void add_row(const DofMap& dofs, const SurfaceFace& face, const VectorXd& shape, const Vector3d& direction, double sign,
             Index row, Triplets& entries) {
  constexpr double nothing = 1e-13;  // of shape functions at nodes
  for (std::size_t a = 0; a < face.nodes.size(); ++a) {
    if (std::abs(shape[Index(a)]) < nothing) continue;
    for (int i = 0; i < 3; ++i)
      entries.emplace_back(std::int32_t(row), std::int32_t(dofs.translation(NodeId{face.nodes[a]}, i)),
                           sign * shape[Index(a)] * direction[i]);
  }
}

/// Nodes take the mean of the points around them, weighted with the area and, where positive, the shape function.
void average_to_nodes(const FacingSurface& side, const std::vector<Meeting>& meetings, ContactZone& zone) {
  std::map<int, std::map<Index, double>> weights;
  for (std::size_t k = 0; k < meetings.size(); ++k) {
    const Carried& own = meetings[k].own;
    if (own.node >= 0) {
      weights[own.node][Index(k)] = 1;
      continue;
    }
    const SurfaceFace& face = side.faces[std::size_t(own.point.face)];
    for (std::size_t a = 0; a < face.nodes.size(); ++a)
      if (const double share = own.point.shape[Index(a)]; share > 0)
        weights[face.nodes[a]][Index(k)] = share * own.area;
  }
  Triplets entries;
  for (const auto& [node, row] : weights) {
    double sum = 0;
    for (const auto& [point, weight] : row) sum += weight;
    for (const auto& [point, weight] : row)
      entries.emplace_back(std::int32_t(zone.nodes.size()), std::int32_t(point), weight / sum);
    zone.nodes.push_back(NodeId{node});
  }
  zone.to_nodes.resize(Index(zone.nodes.size()), Index(meetings.size()));
  zone.to_nodes.setFromTriplets(entries.begin(), entries.end());
}

}  // namespace

ContactZone contact_zone(const FeModel& model, const ZoneInput& input) {
  const Mesh& mesh = model.file->mesh;
  const FacingSurface outer = facing_surface(model, input.outer), inner = facing_surface(model, input.inner);
  refuse_shared_nodes(mesh, input, outer, inner);

  ContactZone zone;
  zone.name = input.name;
  zone.points_on_outer = outer.face_size() <= inner.face_size() * (1 + 1e-9);
  const FacingSurface& own = zone.points_on_outer ? outer : inner;
  const FacingSurface& other = zone.points_on_outer ? inner : outer;
  const double reach = input.reach > 0 ? input.reach : 0.5 * other.face_size();
  const NearestFace nearest(other, reach);

  std::vector<Meeting> meetings;
  for (Carried& at :
       input.points == ContactPoints::faces ? points_in_faces(own) : points_at_nodes(own, nearest, other.face_size())) {
    FacePoint opposite = nearest.find(at.point.x);
    if (face_each_other(at.point, opposite, other.face_size()))
      meetings.push_back({std::move(at), std::move(opposite)});
  }
  const auto count = Index(meetings.size());
  if (count < fewest_points) refuse_apart(input, own, other, reach, count);

  zone.position.resize(3, count);
  zone.normal.resize(3, count);
  zone.area.resize(count);
  zone.clearance = VectorXd::Zero(count);
  zone.interference = VectorXd::Zero(count);
  for (Index k = 0; k < count; ++k) {
    const Meeting& meeting = meetings[std::size_t(k)];
    const FacePoint& on_outer = zone.points_on_outer ? meeting.own.point : meeting.other;
    const FacePoint& on_inner = zone.points_on_outer ? meeting.other : meeting.own.point;
    zone.position.col(k) = meeting.own.point.x;
    zone.normal.col(k) = on_inner.normal;
    zone.area[k] = meeting.own.area;
    if (input.interference) zone.interference[k] = input.interference(zone.position.col(k));
    if (!input.geometric) continue;
    // Overlap counts as interference, so that it can be brought in by shares.
    const double distance = (on_outer.x - on_inner.x).dot(on_inner.normal);
    (distance > 0 ? zone.clearance : zone.interference)[k] += std::abs(distance);
  }
  set_tangents(zone);
  add_expansion(input, zone);
  refuse_more_than_the_wall(mesh, input, zone);

  Triplets entries;
  for (Index k = 0; k < count; ++k) {
    const Meeting& meeting = meetings[std::size_t(k)];
    const SurfaceFace& own_face = own.faces[std::size_t(meeting.own.point.face)];
    const SurfaceFace& other_face = other.faces[std::size_t(meeting.other.face)];
    const double sign = zone.points_on_outer ? 1 : -1;
    const Vector3d directions[3] = {zone.normal.col(k), zone.t1.col(k), zone.t2.col(k)};
    for (Index i = 0; i < 3; ++i) {
      add_row(model.dofs, own_face, meeting.own.point.shape, directions[i], sign, 3 * k + i, entries);
      add_row(model.dofs, other_face, meeting.other.shape, directions[i], -sign, 3 * k + i, entries);
    }
  }
  zone.relative.resize(3 * count, model.dofs.size);
  zone.relative.setFromTriplets(entries.begin(), entries.end());
  average_to_nodes(own, meetings, zone);
  return zone;
}

}  // namespace trunnion
