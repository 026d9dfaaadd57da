#include "trunnion/reduction/given_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

/// Rigid motion of the patch about the reference node, 3n x 6.
MatrixXd rigid_patch(const FeModel& model, const CouplingMap& coupling) {
  const Matrix3Xd& x = model.file->mesh.x;
  MatrixXd rigid(3 * Index(coupling.nodes.size()), 6);
  for (Index i = 0; i < Index(coupling.nodes.size()); ++i)
    rigid.middleRows<3>(3 * i) << Matrix3d::Identity(),
        -skew(x.col(coupling.nodes[i].value) - x.col(coupling.reference.value));
  return rigid;
}

void complete(const FeModel& model, const CouplingMap& coupling, MatrixXd& shapes) {
  MatrixXd patch(3 * Index(coupling.nodes.size()), shapes.cols());
  for (Index i = 0; i < Index(coupling.nodes.size()); ++i)
    patch.middleRows<3>(3 * i) = shapes.middleRows<3>(3 * Index(coupling.nodes[i].value));
  const bool rigid = coupling.kind == CouplingKind::rigid;
  const MatrixXd follow = rigid_patch(model, coupling);
  const MatrixXd motion = rigid ? least_squares(follow, patch) : MatrixXd(coupling.average * patch);
  shapes.middleRows<3>(3 * Index(coupling.reference.value)) = motion.topRows<3>();
  shapes.middleRows<3>(model.dofs.rotation_dof(coupling.reference, 0)) = motion.bottomRows<3>();
  if (!rigid) return;
  const MatrixXd exact = follow * motion;
  for (Index i = 0; i < Index(coupling.nodes.size()); ++i)
    shapes.middleRows<3>(3 * Index(coupling.nodes[i].value)) = exact.middleRows<3>(3 * i);
}

/// Nodes of beams and springs turn on their own; points of couplings turn with their patches.
void add_turns(const FeModel& model, const NodalResponses& responses, MatrixXd& shapes) {
  const Mesh& mesh = model.file->mesh;
  const std::int64_t last = *std::max_element(mesh.node_labels.begin(), mesh.node_labels.end());
  std::set<NodeId> points;
  for (const CouplingMap& coupling : model.couplings) points.insert(coupling.reference);
  for (std::int32_t n = 0; n < model.dofs.num_nodes; ++n) {
    const NodeId node{n};
    if (!model.dofs.has_rotation(node) || points.contains(node)) continue;
    for (std::size_t c = 0; c < responses.cases.size(); ++c) {
      const bool punched = !responses.turns.empty();
      const auto& from = punched ? responses.turns[c] : responses.cases[c];
      const auto found = from.find(punched ? mesh.node_labels[std::size_t(n)] : turn_label(last, node));
      if (found == from.end())
        throw InputError(fmt::format(
            "load case {} of the responses has no rotation of node {}, where a beam or spring ends. Of a "
            "body with beams or springs name the table that the exported deck has CalculiX print (.dat), or "
            "a punch file of Nastran (.pch).",
            c + 1, mesh.node_labels[std::size_t(n)]));
      // Turns are written in rad, whatever the unit of length.
      shapes.col(Index(c)).segment<3>(model.dofs.rotation_dof(node, 0)) = found->second;
    }
  }
}

}  // namespace

MatrixXd given_shapes(const FeModel& model, const NodalResponses& responses, double length_unit) {
  const Mesh& mesh = model.file->mesh;
  std::vector<bool> in_element(mesh.num_nodes(), false);
  for (const ElementBlock& block : mesh.blocks)
    for (const int node : block.nodes.reshaped()) in_element[node] = true;
  MatrixXd shapes = MatrixXd::Zero(model.dofs.size, Index(responses.cases.size()));
  for (Index c = 0; c < shapes.cols(); ++c)
    for (Index node = 0; node < mesh.num_nodes(); ++node) {
      const auto found = responses.cases[c].find(mesh.node_labels[node]);
      if (found != responses.cases[c].end())
        shapes.col(c).segment<3>(3 * node) = length_unit * found->second;
      else if (in_element[node])
        throw InputError(
            fmt::format("load case {} of the responses has no displacement of node {}. They must come from the same "
                        "mesh, and be written for all nodes.",
                        c + 1, mesh.node_labels[node]));
    }
  add_turns(model, responses, shapes);
  for (const CouplingMap& coupling : model.couplings) complete(model, coupling, shapes);
  return shapes;
}

}  // namespace trunnion
