#include "trunnion/fem/rigid_parts.h"

#include <algorithm>
#include <numeric>

#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

/// Disjoint sets of nodes.
class Sets {
 public:
  explicit Sets(Index n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::int32_t find(std::int32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  void join(std::int32_t a, std::int32_t b) {
    const std::int32_t low = std::min(find(a), find(b)), high = std::max(find(a), find(b));
    parent_[high] = low;
  }

 private:
  std::vector<std::int32_t> parent_;
};

bool has_stiffness(CellType type, int model_dimension) {
  return type == CellType::line2 || dimension(type) == model_dimension;
}

/// Node of each dof.
std::vector<std::int32_t> node_of_dof(const DofMap& dofs) {
  std::vector<std::int32_t> node(dofs.size);
  for (Index n = 0; n < dofs.num_nodes; ++n) {
    for (int axis = 0; axis < dofs.dimension; ++axis) node[dofs.dimension * n + axis] = static_cast<std::int32_t>(n);
    if (!dofs.rotation.empty() && dofs.rotation[n] >= 0)
      for (int axis = 0; axis < 3; ++axis) node[dofs.rotation[n] + axis] = static_cast<std::int32_t>(n);
  }
  return node;
}

void name_after_element_sets(const Mesh& mesh, const std::vector<std::int32_t>& part_of_node,
                             std::vector<RigidPart>& parts) {
  for (const auto& [name, elements] : mesh.element_sets) {
    if (elements.empty()) continue;
    const auto part_of = [&](ElementId element) {
      const ElementRef ref = mesh.locate(element);
      return part_of_node[mesh.blocks[ref.block].nodes(0, ref.column)];
    };
    const std::int32_t part = part_of(elements.front());
    if (part < 0 || parts[part].num_elements != static_cast<Index>(elements.size())) continue;
    if (std::all_of(elements.begin(), elements.end(), [&](ElementId e) { return part_of(e) == part; }))
      parts[part].element_set = name;
  }
}

/// Rows of a tall matrix whose null space is sought, folded into a triangle whenever the buffer is full.
class RowStack {
 public:
  explicit RowStack(Index columns) : buffer_(3 * columns + 64, columns) {}

  /// An empty row, to be filled in place.
  auto next() {
    if (used_ == buffer_.rows()) fold();
    buffer_.row(used_).setZero();
    return buffer_.row(used_++);
  }

  MatrixXd null_space() {
    fold();
    return trunnion::null_space(buffer_.topRows(used_));
  }

 private:
  void fold() {
    if (used_ == 0) return;
    const MatrixXd triangle = triangle_of(buffer_.topRows(used_));
    used_ = triangle.rows();
    buffer_.topRows(used_) = triangle;
  }

  MatrixXd buffer_;
  Index used_ = 0;
};

}  // namespace

RigidParts rigid_parts(const FeModel& model, const DofElimination& elimination) {
  const Mesh& mesh = model.file->mesh;
  const DofMap& dofs = model.dofs;
  RigidParts out;
  out.motions = dofs.dimension == 2 ? 3 : 6;
  out.part_of_node.assign(dofs.num_nodes, -1);

  Sets sets(dofs.num_nodes);
  std::vector<char> moves(dofs.num_nodes, 0);
  for (const ElementBlock& block : mesh.blocks) {
    if (!has_stiffness(block.type, dofs.dimension)) continue;
    for (Index e = 0; e < block.nodes.cols(); ++e)
      for (Index k = 0; k < block.nodes.rows(); ++k) {
        moves[block.nodes(k, e)] = 1;
        sets.join(block.nodes(0, e), block.nodes(k, e));
      }
  }
  out.node_of_dof = node_of_dof(dofs);
  for (Index dof = 0; dof < dofs.size; ++dof)
    if (elimination.kind[dof] == DofRole::free || elimination.kind[dof] == DofRole::slave)
      moves[out.node_of_dof[dof]] = 1;

  for (std::int32_t n = 0; n < dofs.num_nodes; ++n) {
    if (!moves[n]) continue;
    const std::int32_t root = sets.find(n);
    if (root == n) {
      out.part_of_node[n] = static_cast<std::int32_t>(out.parts.size());
      out.parts.push_back({.first_node = NodeId{n}, .element_set = {}});
    }
    out.part_of_node[n] = out.part_of_node[root];
    RigidPart& part = out.parts[out.part_of_node[n]];
    part.center += mesh.x.col(n);
    ++part.num_nodes;
  }
  for (RigidPart& part : out.parts) {
    part.center /= static_cast<double>(part.num_nodes);
    if (part.num_nodes > 1) part.radius = 0;
  }
  for (Index n = 0; n < dofs.num_nodes; ++n)
    if (const std::int32_t p = out.part_of_node[n]; p >= 0 && out.parts[p].num_nodes > 1)
      out.parts[p].radius = std::max(out.parts[p].radius, (mesh.x.col(n) - out.parts[p].center).norm());
  for (const ElementBlock& block : mesh.blocks)
    if (has_stiffness(block.type, dofs.dimension))
      for (Index e = 0; e < block.nodes.cols(); ++e) ++out.parts[out.part_of_node[block.nodes(0, e)]].num_elements;
  name_after_element_sets(mesh, out.part_of_node, out.parts);
  return out;
}

Vector6d rigid_row(const FeModel& model, const RigidParts& parts, Index dof) {
  const DofMap& dofs = model.dofs;
  Vector6d row = Vector6d::Zero();
  const std::int32_t node = parts.node_of_dof[dof], p = parts.part_of_node[node];
  if (p < 0) return row;
  const RigidPart& part = parts.parts[p];
  if (dof >= dofs.dimension * dofs.num_nodes) {
    row[3 + dof - dofs.rotation[node]] = 1 / part.radius;
    return row;
  }
  const Index axis = dof - static_cast<Index>(dofs.dimension) * node;
  const Vector3d arm = (model.file->mesh.x.col(node) - part.center) / part.radius;
  row[axis] = 1;
  if (dofs.dimension == 2)
    row[2] = axis == 0 ? -arm.y() : arm.x();
  else
    row.tail<3>() = -skew(arm).row(axis).transpose();
  return row;
}

MatrixXd free_rigid_motions(const FeModel& model, const RigidParts& parts, const DofElimination& elimination) {
  const DofMap& dofs = model.dofs;
  const int motions = parts.motions;
  const Index columns = motions * static_cast<Index>(parts.parts.size());
  RowStack rows(columns);
  const auto add = [&](auto&& row, Index dof, double weight) {
    if (const std::int32_t part = parts.part_of_node[parts.node_of_dof[dof]]; part >= 0)
      row.segment(static_cast<Index>(motions) * part, motions) +=
          weight * rigid_row(model, parts, dof).head(motions).transpose();
  };

  for (Index dof = 0; dof < dofs.size; ++dof) {
    const DofRole kind = elimination.kind[dof];
    if (kind == DofRole::given) add(rows.next(), dof, 1);
    if (kind == DofRole::slave) {
      auto row = rows.next();
      add(row, dof, 1);
      for (const auto& [other, weight] : elimination.sums[elimination.index[dof]]) add(row, other, -weight);
    }
  }
  for (const NodeSpring& spring : model.file->springs) {
    const auto [stiffness, directions] = symmetric_eigen(spring.stiffness);
    for (int k = 0; k < 6; ++k) {
      if (stiffness[k] <= 1e-12 * stiffness[5]) continue;
      auto row = rows.next();
      for (int c = 0; c < 6; ++c) {
        const double weight = directions(c, k);
        if (const Index dof = dof_of(dofs, spring.a, c); dof >= 0) add(row, dof, -weight);
        if (!spring.b.valid()) continue;
        if (const Index dof = dof_of(dofs, spring.b, c); dof >= 0) add(row, dof, weight);
      }
    }
  }
  // A node on its own has no size: components that it does not have are not motions of it.
  for (std::size_t p = 0; p < parts.parts.size(); ++p) {
    if (parts.parts[p].num_nodes > 1) continue;
    for (int c = 0; c < motions; ++c) {
      const int component = dofs.dimension == 2 && c == 2 ? 5 : c;
      const Index dof = dof_of(dofs, parts.parts[p].first_node, component);
      if (dof < 0 || (elimination.kind[dof] != DofRole::free && elimination.kind[dof] != DofRole::slave))
        rows.next()[motions * static_cast<Index>(p) + c] = 1;
    }
  }
  return rows.null_space();
}

}  // namespace trunnion
