#include "trunnion/fe_contact/touch_body.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "trunnion/base/error.h"
#include "trunnion/fem/element_properties.h"

namespace trunnion {
namespace {

/// The edges of a surface behind each other; each runs with the material on its left.
std::vector<int> chain_of(const Mesh& mesh, const std::string& body, const std::string& surface, bool& closed) {
  std::map<int, int> next, before;
  const auto join = [&](int a, int b) {
    next[a] = b;
    before[b] = a;
  };
  const std::vector<ElementFace> edges = faces_named(mesh, surface);
  for (const ElementFace& edge : edges) {
    const ElementRef at = mesh.locate(edge.element);
    const ElementBlock& block = mesh.blocks[std::size_t(at.block)];
    const auto local = faces(block.type)[std::size_t(edge.face)].nodes;
    std::vector<int> nodes;
    for (const int k : local) nodes.push_back(block.nodes(k, at.column));
    if (nodes.size() == 3) {
      join(nodes[0], nodes[2]);
      join(nodes[2], nodes[1]);
    } else {
      join(nodes[0], nodes[1]);
    }
  }
  std::vector<int> starts;
  for (const auto& [a, b] : next)
    if (!before.contains(a)) starts.push_back(a);
  closed = starts.empty();
  const bool one_chain = !next.empty() && starts.size() <= 1;
  std::vector<int> chain;
  if (one_chain) {
    const int first = closed ? next.begin()->first : starts.front();
    chain.push_back(first);
    for (auto at = next.find(first); at != next.end() && at->second != first; at = next.find(at->second))
      chain.push_back(at->second);
  }
  if (!one_chain || chain.size() != next.size() + (closed ? 0 : 1) || chain.size() < 3)
    throw InputError(fmt::format(
        "surface '{}.{}' is no single chain of edges: it has {} edges in several pieces. Name one piece, or "
        "a surface along the border of the body",
        body, surface, next.size()));
  return chain;
}

Vector3d right_of(const Vector3d& way) { return Vector3d(way.y(), -way.x(), 0).normalized(); }

/// The nodes of a surface, all surfaces of a body counted through.
std::vector<int> numbered(const std::vector<int>& nodes, TouchBody& body, std::unordered_map<int, int>& known) {
  std::vector<int> out;
  for (const int node : nodes) {
    const auto [at, is_new] = known.emplace(node, int(body.nodes.size()));
    if (is_new) body.nodes.push_back(node);
    out.push_back(at->second);
  }
  return out;
}

/// Nodes of a chain of edges.
std::vector<int> add_chain(const TouchBody& body, TouchSurface& out) {
  const Mesh& mesh = body.model->file->mesh;
  const std::vector<int> nodes = chain_of(mesh, body.name, out.name, out.closed);
  const auto n = Index(nodes.size());
  out.x = mesh.x(Eigen::all, nodes);
  out.x.row(2).setZero();
  out.normal = Matrix3Xd::Zero(3, n);
  out.arc = out.area = VectorXd::Zero(n);
  out.neighbors.resize(std::size_t(n));
  for (Index i = 0; i + (out.closed ? 0 : 1) < n; ++i) {
    const Index j = (i + 1) % n;
    const Vector3d way = out.x.col(j) - out.x.col(i);
    const double h = way.norm();
    for (const Index k : {i, j}) {
      out.normal.col(k) += right_of(way);
      out.area[k] += 0.5 * h * body.thickness;
      out.neighbors[std::size_t(k)].push_back(int(k == i ? j : i));
    }
    if (j > 0) out.arc[j] = out.arc[i] + h;
  }
  out.normal.colwise().normalize();
  return nodes;
}

/// Nodes of the faces of a surface.
std::vector<int> add_faces(const TouchBody& body, TouchSurface& out) {
  out.facing = std::make_shared<const FacingSurface>(facing_surface(*body.model, out.name));
  std::vector<int> nodes;
  for (const SurfaceFace& face : out.facing->faces)
    for (const int node : face.nodes)
      if (out.place.emplace(node, int(nodes.size())).second) nodes.push_back(node);
  const auto n = Index(nodes.size());
  out.x = body.model->file->mesh.x(Eigen::all, nodes);
  out.normal = Matrix3Xd::Zero(3, n);
  out.area = VectorXd::Zero(n);
  out.neighbors.resize(std::size_t(n));
  for (const SurfaceFace& face : out.facing->faces)
    for (std::size_t a = 0; a < face.nodes.size(); ++a) {
      const int at = out.place.at(face.nodes[a]);
      out.normal.col(at) += face.share[Index(a)] * face.normal.col(Index(a));
      out.area[at] += face.share[Index(a)];
      for (const int other : face.nodes)
        if (other != face.nodes[a]) out.neighbors[std::size_t(at)].push_back(out.place.at(other));
    }
  out.normal.colwise().normalize();
  return nodes;
}

}  // namespace

TouchBody touch_body(const std::string& name, std::shared_ptr<const FeModel> model,
                     const std::vector<Support>& supports, const std::vector<std::string>& surfaces) {
  TouchBody out;
  out.name = name;
  out.model = std::move(model);
  out.plane = out.model->dofs.dimension == 2;
  if (out.plane) out.thickness = element_properties(*out.model->file)[ElementId{0}].thickness;
  std::unordered_map<int, int> known;
  for (const std::string& surface : surfaces) {
    TouchSurface one;
    one.name = surface;
    one.numbers = numbered(out.plane ? add_chain(out, one) : add_faces(out, one), out, known);
    out.surfaces.push_back(std::move(one));
  }
  out.solver = std::make_shared<const ConstrainedSolver>(constrain(*out.model, supports), LooseMotion::refuse);
  out.compliance = std::make_shared<SurfaceCompliance>(out.solver, out.nodes, out.plane ? 2 : 3);
  return out;
}

NearestPlace::NearestPlace(const TouchSurface& surface, double reach) : surface_(surface) {
  // Faces that overlap, or whose gap a formula makes, are looked for farther than pairs may be apart.
  if (surface.facing) faces_ = std::make_unique<NearestFace>(*surface.facing, 2 * reach + surface.facing->face_size());
}

SurfacePlace NearestPlace::operator()(const Vector3d& point) const {
  return surface_.facing ? on_faces(point) : on_chain(point.head<2>());
}

SurfacePlace NearestPlace::on_chain(const Vector2d& point) const {
  SurfacePlace best;
  best.found = true;
  double least = 1e300;
  const Index n = surface_.x.cols();
  for (Index i = 0; i + (surface_.closed ? 0 : 1) < n; ++i) {
    const Index j = (i + 1) % n;
    const Vector2d a = surface_.x.col(i).head<2>(), way = surface_.x.col(j).head<2>() - a;
    const double free = (point - a).dot(way) / way.squaredNorm(), share = std::clamp(free, 0.0, 1.0);
    const double distance = (point - a - share * way).norm();
    if (distance >= least) continue;
    least = distance;
    best.nodes = {surface_.numbers[std::size_t(i)], surface_.numbers[std::size_t(j)]};
    best.weights = {1 - share, share};
    best.beyond = !surface_.closed && ((i == 0 && free < 0) || (j == n - 1 && free > 1));
    const Vector3d n_i = surface_.normal.col(i), n_j = surface_.normal.col(j);
    best.normal = ((1 - share) * n_i + share * n_j).normalized();
    // Between its nodes a curved border stands out by h times the angle between their normals.
    const double turn = n_i.cross(n_j).z();
    best.x = surface_.x.col(i) + share * (surface_.x.col(j) - surface_.x.col(i)) +
             0.5 * share * (1 - share) * way.norm() * turn * best.normal;
  }
  return best;
}

SurfacePlace NearestPlace::on_faces(const Vector3d& point) const {
  SurfacePlace out;
  const FacePoint foot = faces_->find(point);
  if (foot.face < 0) return out;
  const SurfaceFace& face = surface_.facing->faces[std::size_t(foot.face)];
  out.found = true;
  out.normal = foot.normal;
  out.x = foot.x;
  for (std::size_t a = 0; a < face.nodes.size(); ++a) {
    out.nodes.push_back(surface_.numbers[std::size_t(surface_.place.at(face.nodes[a]))]);
    out.weights.push_back(foot.shape[Index(a)]);
  }
  // Between the nodes of a flat face a curved surface stands out by half of what their tangent planes are above it.
  if (face.type == CellType::tri3 || face.type == CellType::quad4)
    for (Index a = 0; a < face.x.cols(); ++a)
      out.x -= 0.5 * foot.shape[a] * (foot.x - face.x.col(a)).dot(face.normal.col(a)) * face.normal.col(a);
  const Vector3d away = point - foot.x;
  constexpr double steep = 0.7;  // of the way to the nearest place along its normal
  out.beyond = std::abs(away.dot(foot.normal)) < steep * away.norm() - 1e-9 * surface_.facing->face_size();
  return out;
}

}  // namespace trunnion
