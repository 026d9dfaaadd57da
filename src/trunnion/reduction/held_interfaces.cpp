#include "trunnion/reduction/held_interfaces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <Eigen/SVD>
#include <algorithm>
#include <map>
#include <set>

#include "trunnion/base/error.h"
#include "trunnion/base/nearest_name.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

std::vector<std::string> known_names(const FeModel& model) {
  std::vector<std::string> names;
  for (const CouplingMap& c : model.couplings) names.push_back(c.name);
  for (const auto& [name, nodes] : model.file->mesh.node_sets) names.push_back(name);
  for (const auto& [name, faces] : model.file->mesh.surfaces) names.push_back(name);
  return names;
}

/// Singular values of the coordinates about their middle: how far the nodes spread in three directions.
Vector3d spread(const Mesh& mesh, const std::vector<NodeId>& nodes) {
  Matrix3Xd x(3, Index(nodes.size()));
  for (Index i = 0; i < x.cols(); ++i) x.col(i) = mesh.x.col(nodes[i].value);
  x.colwise() -= Vector3d(x.rowwise().mean());
  return Eigen::JacobiSVD<Matrix3d>(x * x.transpose()).singularValues().cwiseSqrt();
}

void check_patch(const FeModel& model, const CouplingMap& coupling) {
  // The end of a beam turns by itself.
  if (coupling.kind == CouplingKind::rigid &&
      std::any_of(coupling.nodes.begin(), coupling.nodes.end(), [&](NodeId n) { return model.dofs.has_rotation(n); }))
    return;
  if (coupling.nodes.size() < 3)
    throw InputError(
        fmt::format("interface '{}' has {} node(s); a reference point with rotations needs at least three that do not "
                    "lie on one line. Give a larger surface, or keep the nodes themselves.",
                    coupling.name, coupling.nodes.size()));
  const Vector3d s = spread(model.file->mesh, coupling.nodes);
  if (s[1] < 1e-6 * s[0])
    throw InputError(
        fmt::format("the {} nodes of interface '{}' lie on one line: the turn about it has no meaning. Give a surface "
                    "that is not just an edge, or keep the nodes themselves.",
                    coupling.nodes.size(), coupling.name));
}

HeldInterface resolve(const FeModel& model, const std::string& name) {
  for (const CouplingMap& c : model.couplings)
    if (c.name == name) {
      if (std::find(c.dofs.begin(), c.dofs.end(), false) != c.dofs.end())
        throw InputError(fmt::format(
            "interface '{}' ties only some components; a kept interface must tie all six. Tie all, or leave it out of "
            "'interfaces'.",
            name));
      check_patch(model, c);
      return {name, false, {c.reference}};
    }
  const Mesh& mesh = model.file->mesh;
  if (mesh.node_sets.count(name) == 0 && mesh.surfaces.count(name) == 0 && mesh.element_sets.count(name) == 0)
    throw InputError(
        fmt::format("there is no interface, set or surface '{}'{}", name, name_hint(name, known_names(model))));
  return {name, true, nodes_named(mesh, name)};
}

/// A name with * or ? stands for all couplings that fit it, in their order.
std::vector<std::string> expand_patterns(const FeModel& model, const std::vector<std::string>& names) {
  std::vector<std::string> expanded;
  for (const std::string& name : names) {
    if (name.find_first_of("*?") == std::string::npos) {
      expanded.push_back(name);
      continue;
    }
    const std::size_t before = expanded.size();
    for (const CouplingMap& c : model.couplings)
      if (fnmatch(name.c_str(), c.name.c_str(), 0) == 0) expanded.push_back(c.name);
    if (expanded.size() == before)
      throw InputError(fmt::format("no interface fits '{}'{}", name, name_hint(name, known_names(model))));
  }
  return expanded;
}

/// A node may move with one interface only: not be kept twice, nor follow two rigid reference points.
void check_overlap(const FeModel& model, const HeldInterfaces& held) {
  std::map<NodeId, std::string> owner;
  const auto claim = [&](NodeId node, const std::string& name) {
    const auto [place, fresh] = owner.emplace(node, name);
    if (!fresh && place->second != name)
      throw InputError(
          fmt::format("interfaces '{}' and '{}' overlap: both prescribe the motion of node {}. Make the surfaces "
                      "disjoint, or use coupling = \"averaged\" for one of them.",
                      place->second, name, model.file->mesh.node_labels[node.value]));
  };
  for (const HeldInterface& h : held.list)
    if (h.whole_set)
      for (const NodeId node : h.nodes) claim(node, h.name);
  for (const CouplingMap& c : model.couplings)
    if (c.kind == CouplingKind::rigid)
      for (const NodeId node : c.nodes) claim(node, c.name);
}

/// Mean motions of averaged interfaces must be independent of each other and of nodes that move with something else:
/// the rows G of all of them, on the nodes that are free, have full rank.
void check_independent(const FeModel& model, const HeldInterfaces& held) {
  std::set<NodeId> prescribed;
  for (const HeldInterface& h : held.list)
    if (h.whole_set) prescribed.insert(h.nodes.begin(), h.nodes.end());
  std::vector<const CouplingMap*> averaged;
  for (const CouplingMap& c : model.couplings) {
    if (c.kind == CouplingKind::rigid) prescribed.insert(c.nodes.begin(), c.nodes.end());
    if (c.kind == CouplingKind::averaged &&
        std::find(held.nodes.begin(), held.nodes.end(), c.reference) != held.nodes.end())
      averaged.push_back(&c);
  }
  if (averaged.empty()) return;

  // Gram matrix of the rows, each scaled to unit length over all of its nodes.
  struct Weight {
    Index row;
    Eigen::Matrix<double, 6, 3> g;
  };
  std::map<NodeId, std::vector<Weight>> weights;
  for (std::size_t i = 0; i < averaged.size(); ++i) {
    const CouplingMap& c = *averaged[i];
    const VectorXd scale = c.average.rowwise().norm().cwiseInverse();
    for (std::size_t k = 0; k < c.nodes.size(); ++k)
      if (!prescribed.contains(c.nodes[k]))
        weights[c.nodes[k]].push_back({6 * Index(i), scale.asDiagonal() * c.average.middleCols<3>(3 * Index(k))});
  }
  MatrixXd gram = MatrixXd::Zero(6 * Index(averaged.size()), 6 * Index(averaged.size()));
  for (const auto& [node, list] : weights)
    for (const Weight& a : list)
      for (const Weight& b : list) gram.block<6, 6>(a.row, b.row) += a.g * b.g.transpose();
  const SymmetricEigen eigen = symmetric_eigen(gram);
  if (eigen.values[0] > 1e-10) return;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < averaged.size(); ++i)
    if (eigen.vectors.col(0).segment<6>(6 * Index(i)).norm() > 1e-3) names.push_back("'" + averaged[i]->name + "'");
  throw InputError(
      names.size() > 1
          ? fmt::format("interfaces {} overlap: their mean motions depend on each other, as when they lie on the same "
                        "nodes. Merge them, or give each a surface of its own.",
                        fmt::join(names, " and "))
          : fmt::format("interface {} overlaps rigid or wholly kept interfaces: its nodes that are free do not define "
                        "a mean motion of its own. Make the surfaces disjoint.",
                        names.front()));
}

}  // namespace

HeldInterfaces held_interfaces(const FeModel& model, const std::vector<std::string>& names) {
  std::vector<std::string> wanted = expand_patterns(model, names);
  if (wanted.empty())
    for (const CouplingMap& c : model.couplings) wanted.push_back(c.name);
  if (wanted.empty())
    throw InputError("the body has no interface to keep. Give it an 'interface', or name a set in 'interfaces'.");

  HeldInterfaces held;
  std::set<NodeId> seen;
  for (const std::string& name : wanted) {
    HeldInterface h = resolve(model, name);
    for (const NodeId node : h.nodes)
      if (!seen.insert(node).second)
        throw InputError(fmt::format("interface '{}' keeps node {} that another one keeps already; name it once", name,
                                     model.file->mesh.node_labels[node.value]));
    held.nodes.insert(held.nodes.end(), h.nodes.begin(), h.nodes.end());
    held.list.push_back(std::move(h));
  }
  check_overlap(model, held);
  check_independent(model, held);

  static const char* const axes[] = {"x", "y", "z", "rx", "ry", "rz"};
  for (const HeldInterface& h : held.list)
    for (const NodeId node : h.nodes) {
      const std::string place =
          h.whole_set ? fmt::format("{}:{}", h.name, model.file->mesh.node_labels[node.value]) : h.name;
      const int components = model.dofs.has_rotation(node) ? 6 : 3;
      for (int c = 0; c < components; ++c) {
        held.dofs.push_back(c < 3 ? model.dofs.translation(node, c) : model.dofs.rotation_dof(node, c - 3));
        held.kinds.push_back(c < 3 ? DofKind::translation : DofKind::rotation);
        held.dof_names.push_back(fmt::format("{} {}", place, axes[c]));
      }
    }
  held.rigid = MatrixXd::Zero(Index(held.dofs.size()), 6);
  Index row = 0;
  for (const NodeId node : held.nodes) {
    held.rigid.block<3, 6>(row, 0) << Matrix3d::Identity(), -skew(model.file->mesh.x.col(node.value));
    row += 3;
    if (!model.dofs.has_rotation(node)) continue;
    held.rigid.block<3, 3>(row, 3).setIdentity();
    row += 3;
  }
  const VectorXd s = Eigen::JacobiSVD<MatrixXd>(held.rigid).singularValues();
  if (s.size() < 6 || s[5] < 1e-9 * s[0])
    throw InputError(
        "the kept interfaces do not hold the body: it can still move or turn freely with all of them at rest. Keep one "
        "more interface, or three nodes that do not lie on one line.");
  return held;
}

}  // namespace trunnion
