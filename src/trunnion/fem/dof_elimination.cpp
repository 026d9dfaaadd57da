#include "trunnion/fem/dof_elimination.h"

#include <fmt/format.h>

#include <map>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

constexpr const char* component_name[] = {"x", "y", "z", "x rotation", "y rotation", "z rotation"};

VectorXd mass_diagonal(const FeModel& model) {
  const DofMap& dofs = model.dofs;
  VectorXd diagonal =
      model.mass.extra_lower.nonZeros() > 0 ? VectorXd(model.mass.extra_lower.diagonal()) : VectorXd::Zero(dofs.size);
  const VectorXd scalar = model.mass.scalar_lower.diagonal();
  for (Index node = 0; node < dofs.num_nodes; ++node)
    diagonal.segment(dofs.dimension * node, dofs.dimension).array() += scalar[node];
  return diagonal;
}

class Builder {
 public:
  Builder(const FeModel& model) : model_(model), dofs_(model.dofs) {
    out_.kind.assign(dofs_.size, DofRole::free);
    out_.index.assign(dofs_.size, -1);
  }

  DofElimination build(const std::vector<Support>& supports, const std::vector<NodeId>& held) {
    std::vector<char> is_held(dofs_.size, 0);
    for (const NodeId node : held)
      for (int c = 0; c < 6; ++c)
        if (const Index dof = dof_of(dofs_, node, c); dof >= 0) is_held[dof] = 1;
    tie_rigid_slaves(is_held);
    for (const Support& support : supports) apply(support, is_held);
    for (const NodeId node : held)
      for (int c = 0; c < 6; ++c)
        if (const Index dof = dof_of(dofs_, node, c); dof >= 0) {
          if (out_.kind[dof] == DofRole::given)
            throw InputError(
                fmt::format("interface at {}: that node is an interface already", describe_dof(model_, dof)));
          prescribe(dof, 0);
          ++out_.num_held;
        }
    average_references();
    leave_out_idle_dofs();
    stop_idle_spins();
    for (Index dof = 0; dof < dofs_.size; ++dof)
      if (out_.kind[dof] == DofRole::free) {
        out_.index[dof] = static_cast<std::int32_t>(out_.free_dof.size());
        out_.free_dof.push_back(dof);
      }
    return std::move(out_);
  }

 private:
  void prescribe(Index dof, double value) {
    out_.kind[dof] = DofRole::given;
    out_.index[dof] = static_cast<std::int32_t>(out_.given_dof.size());
    out_.given_dof.push_back(dof);
    out_.prescribed.push_back(value);
  }

  void follow(Index dof, DofRole kind, DofSum sum) {
    out_.kind[dof] = kind;
    out_.index[dof] = static_cast<std::int32_t>(out_.sums.size());
    out_.sums.push_back(std::move(sum));
  }

  void tie_rigid_slaves(const std::vector<char>& is_held) {
    for (const CouplingMap& coupling : model_.couplings) {
      if (coupling.kind != CouplingKind::rigid) continue;
      for (const NodeId slave : coupling.nodes) {
        if (slave == coupling.reference) continue;
        for (int c = 0; c < 6; ++c) {
          const Index dof = dof_of(dofs_, slave, c);
          if (dof < 0 || !coupling.dofs[c]) continue;
          if (is_held[dof])
            throw InputError(
                fmt::format("interface at {}: that node follows the rigid coupling '{}'. Make the "
                            "coupling's reference node the interface.",
                            describe_dof(model_, dof), coupling.name));
          DofSum sum = rigid_sum(model_, coupling, slave, c);
          if (out_.kind[dof] == DofRole::slave) {  // tied twice: the second tie stays as a condition
            sum.emplace_back(dof, -1);
            out_.rows.push_back({std::move(sum), 0, -1, false});
          } else {
            follow(dof, DofRole::slave, std::move(sum));
          }
        }
      }
    }
  }

  void apply(const Support& support, const std::vector<char>& is_held) {
    for (const NodeId node : supported_nodes(model_, support.nodes))
      for (int c = 0; c < 6; ++c) {
        const std::optional<double>& prescribed = support.component[c];
        if (!prescribed) continue;
        const double value = *prescribed;
        const Index dof = dof_of(dofs_, node, c);
        if (dof < 0) {
          if (value == 0 && c < 3) continue;  // z of a plane model
          throw InputError(
              fmt::format("support of '{}': component {} does not exist there. Only reference nodes of "
                          "couplings and beam nodes have rotations; couple the patch to a reference node "
                          "and support that.",
                          support.nodes, component_name[c]));
        }
        if (is_held[dof])
          throw InputError(
              fmt::format("support of '{}' at {}: that node is a kept interface, which moves freely. Remove "
                          "one of the two.",
                          support.nodes, describe_dof(model_, dof)));
        if (out_.kind[dof] == DofRole::slave) {
          out_.rows.push_back({{{dof, 1.0}}, value, dof, false});
        } else if (out_.kind[dof] == DofRole::free) {
          prescribe(dof, value);
        } else if (out_.prescribed[out_.index[dof]] != value) {
          throw InputError(fmt::format("support of '{}': {} is prescribed twice, as {} and as {}", support.nodes,
                                       describe_dof(model_, dof), out_.prescribed[out_.index[dof]], value));
        }
      }
  }

  /// A component of a reference node that nothing else touches is read off the patch; otherwise its average is a row.
  void average_references() {
    std::vector<char> leads(dofs_.num_nodes, 0);  // reference nodes of rigid couplings
    for (const CouplingMap& coupling : model_.couplings)
      if (coupling.kind == CouplingKind::rigid) leads[coupling.reference.value] = 1;
    for (const CouplingMap& coupling : model_.couplings) {
      if (coupling.kind != CouplingKind::averaged) continue;
      for (int c = 0; c < 6; ++c) {
        const Index dof = dof_of(dofs_, coupling.reference, c);
        if (dof < 0 || !coupling.dofs[c]) continue;
        DofSum sum;
        for (std::size_t k = 0; k < coupling.nodes.size(); ++k)
          for (int axis = 0; axis < dofs_.dimension; ++axis)
            if (const double weight = coupling.average(c, 3 * static_cast<Index>(k) + axis); weight != 0)
              sum.emplace_back(dofs_.translation(coupling.nodes[k], axis), weight);
        if (out_.kind[dof] == DofRole::free && stiffness_[dof] <= 0 && mass_[dof] <= 0 &&
            !leads[coupling.reference.value]) {
          follow(dof, DofRole::averaged, std::move(sum));
        } else {
          sum.emplace_back(dof, -1);
          out_.rows.push_back({std::move(sum), 0, -1, true});
        }
      }
    }
  }

  void leave_out_idle_dofs() {
    std::vector<char> used(dofs_.size, 0);
    for (const DofSum& sum : out_.sums)
      for (const auto& [dof, weight] : sum) used[dof] = 1;
    for (const DofRow& row : out_.rows)
      for (const auto& [dof, weight] : row.sum) used[dof] = 1;
    for (Index dof = 0; dof < dofs_.size; ++dof)
      if (out_.kind[dof] == DofRole::free && !used[dof] && stiffness_[dof] <= 0 && mass_[dof] <= 0)
        out_.kind[dof] = DofRole::left_out;
  }

  /// The reference node of a rigid coupling whose nodes lie on a line through it may spin about that line without
  /// moving anything. When nothing else holds that spin it is set to zero.
  void stop_idle_spins() {
    std::map<NodeId, Matrix3d> felt;  // sum of (motion of slaves per unit rotation)^2
    for (const CouplingMap& coupling : model_.couplings) {
      if (coupling.kind != CouplingKind::rigid || !dofs_.has_rotation(coupling.reference)) continue;
      Matrix3d& matrix = felt.try_emplace(coupling.reference, Matrix3d::Zero()).first->second;
      for (const NodeId slave : coupling.nodes)
        for (int c = 0; c < 6; ++c) {
          if (dof_of(dofs_, slave, c) < 0 || !coupling.dofs[c]) continue;
          Vector3d row = Vector3d::Zero();
          for (const auto& [dof, weight] : rigid_sum(model_, coupling, slave, c))
            if (const Index axis = dof - dofs_.rotation_dof(coupling.reference, 0); axis >= 0 && axis < 3)
              row[axis] = weight;
          matrix += row * row.transpose();
        }
    }
    for (const auto& [node, matrix] : felt) {
      const Index first = dofs_.rotation_dof(node, 0);
      bool idle = true;
      for (Index dof = first; dof < first + 3; ++dof)
        idle = idle && out_.kind[dof] == DofRole::free && stiffness_[dof] <= 0 && mass_[dof] <= 0;
      if (!idle) continue;
      const auto [felt_motion, axes] = symmetric_eigen(matrix);
      for (int k = 0; k < 3; ++k) {
        if (felt_motion[k] > 1e-12 * felt_motion[2]) continue;
        const Vector3d axis = axes.col(k);
        out_.rows.push_back({{{first, axis.x()}, {first + 1, axis.y()}, {first + 2, axis.z()}}, 0, -1, false});
      }
    }
  }

  const FeModel& model_;
  const DofMap& dofs_;
  const VectorXd stiffness_ = model_.stiffness_lower.diagonal(), mass_ = mass_diagonal(model_);
  DofElimination out_;
};

}  // namespace

Index dof_of(const DofMap& dofs, NodeId node, int component) {
  if (component < 3) return component < dofs.dimension ? dofs.translation(node, component) : -1;
  return dofs.has_rotation(node) ? dofs.rotation_dof(node, component - 3) : -1;
}

std::vector<NodeId> supported_nodes(const FeModel& model, const std::string& name) {
  for (const CouplingMap& coupling : model.couplings)
    if (coupling.name == name) return {coupling.reference};
  return nodes_named(model.file->mesh, name);
}

DofSum rigid_sum(const FeModel& model, const CouplingMap& coupling, NodeId slave, int component) {
  const DofMap& dofs = model.dofs;
  const NodeId reference = coupling.reference;
  if (component >= 3) return {{dofs.rotation_dof(reference, component - 3), 1.0}};
  DofSum sum{{dofs.translation(reference, component), 1.0}};
  if (!dofs.has_rotation(reference)) return sum;
  const Matrix3Xd& x = model.file->mesh.x;
  const Matrix3d lever = -skew(x.col(slave.value) - x.col(reference.value));  // theta x d = -skew(d) theta
  for (int axis = 0; axis < 3; ++axis)
    if (lever(component, axis) != 0) sum.emplace_back(dofs.rotation_dof(reference, axis), lever(component, axis));
  return sum;
}

DofElimination eliminate_dofs(const FeModel& model, const std::vector<Support>& supports,
                              const std::vector<NodeId>& held) {
  return Builder(model).build(supports, held);
}

std::string describe_dof(const FeModel& model, Index dof) {
  const DofMap& dofs = model.dofs;
  const auto label = [&](Index node) {
    const auto& labels = model.file->mesh.node_labels;
    return node < static_cast<Index>(labels.size()) ? labels[node] : node + 1;
  };
  if (dof < dofs.dimension * dofs.num_nodes)
    return fmt::format("node {}, {} displacement", label(dof / dofs.dimension), component_name[dof % dofs.dimension]);
  for (Index node = 0; node < dofs.num_nodes; ++node)
    if (const Index axis = dof - dofs.rotation[node]; dofs.rotation[node] >= 0 && axis >= 0 && axis < 3)
      return fmt::format("node {}, {}", label(node), component_name[3 + axis]);
  return fmt::format("unknown {}", dof);
}

}  // namespace trunnion
