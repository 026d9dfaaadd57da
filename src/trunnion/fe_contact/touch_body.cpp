#include "trunnion/fe_contact/touch_body.h"

#include <fmt/format.h>

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

Vector2d right_of(const Vector2d& way) { return Vector2d(way.y(), -way.x()).normalized(); }

}  // namespace

TouchBody touch_body(const std::string& name, std::shared_ptr<const FeModel> model,
                     const std::vector<Support>& supports, const std::string& surface) {
  if (model->dofs.dimension != 2)
    throw InputError(
        fmt::format("body '{}' is meshed with solid elements; bodies of a [[touch]] are plane: mesh its "
                    "section with triangles or quadrilaterals and give a thickness",
                    name));
  TouchBody out;
  out.name = name;
  out.model = std::move(model);
  const Mesh& mesh = out.model->file->mesh;
  out.nodes = chain_of(mesh, name, surface, out.closed);
  const auto n = Index(out.nodes.size());
  out.x.resize(2, n);
  for (Index i = 0; i < n; ++i) out.x.col(i) = mesh.x.col(out.nodes[std::size_t(i)]).head<2>();
  out.normal = Eigen::Matrix2Xd::Zero(2, n);
  out.arc = out.length = VectorXd::Zero(n);
  for (Index i = 0; i + (out.closed ? 0 : 1) < n; ++i) {
    const Index j = (i + 1) % n;
    const Vector2d way = out.x.col(j) - out.x.col(i);
    const double h = way.norm();
    out.normal.col(i) += right_of(way);
    out.normal.col(j) += right_of(way);
    out.length[i] += 0.5 * h;
    out.length[j] += 0.5 * h;
    if (j > 0) out.arc[j] = out.arc[i] + h;
  }
  out.normal.colwise().normalize();
  out.thickness = element_properties(*out.model->file)[ElementId{0}].thickness;
  out.solver = std::make_shared<const ConstrainedSolver>(constrain(*out.model, supports), LooseMotion::refuse);
  MatrixXd loads = MatrixXd::Zero(out.model->dofs.size, 2 * n);
  const auto dof = [&](Index k) { return 2 * Index(out.nodes[std::size_t(k / 2)]) + k % 2; };
  for (Index k = 0; k < 2 * n; ++k) loads(dof(k), k) = 1;
  const MatrixXd u = out.solver->solve(loads);
  MatrixXd G(2 * n, 2 * n);
  for (Index k = 0; k < 2 * n; ++k) G.row(k) = u.row(dof(k));
  out.compliance = std::make_shared<const MatrixXd>(0.5 * (G + G.transpose()));
  return out;
}

SurfacePlace nearest_place(const TouchBody& body, const Eigen::Matrix2Xd& x, const Eigen::Matrix2Xd& normal,
                           const Vector2d& point) {
  SurfacePlace best;
  double least = 1e300;
  const Index n = x.cols();
  for (Index i = 0; i + (body.closed ? 0 : 1) < n; ++i) {
    const Index j = (i + 1) % n;
    const Vector2d way = x.col(j) - x.col(i);
    const double free = (point - x.col(i)).dot(way) / way.squaredNorm(), share = std::clamp(free, 0.0, 1.0);
    const double distance = (point - x.col(i) - share * way).norm();
    if (distance >= least) continue;
    least = distance;
    best.first = int(i);
    best.share = share;
    best.beyond = !body.closed && ((i == 0 && free < 0) || (j == n - 1 && free > 1));
    best.normal = ((1 - share) * normal.col(i) + share * normal.col(j)).normalized();
    // Between its nodes a curved border stands out by h times the angle between their normals.
    const double turn = normal(0, i) * normal(1, j) - normal(1, i) * normal(0, j);
    best.x = x.col(i) + share * way + 0.5 * share * (1 - share) * way.norm() * turn * best.normal;
  }
  return best;
}

}  // namespace trunnion
