#include "trunnion/reduction/interior_mass.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <optional>

#include "trunnion/base/error.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

/// Whether a coupling has a say in who moves with whom. A reference point that merely follows its patch has none, and
/// its rows may depend on those of others (one point for two neighbouring patches that have their own).
bool takes_part(const FeModel& model, const CouplingMap& c, const std::vector<NodeId>& held) {
  if (c.kind == CouplingKind::rigid || std::find(held.begin(), held.end(), c.reference) != held.end()) return true;
  for (const PointMass& mass : model.file->point_masses)
    if (mass.node == c.reference) return true;
  return std::any_of(model.couplings.begin(), model.couplings.end(), [&](const CouplingMap& other) {
    return std::find(other.nodes.begin(), other.nodes.end(), c.reference) != other.nodes.end();
  });
}

std::vector<CouplingMap> active_couplings(const FeModel& model, const std::vector<NodeId>& held) {
  std::vector<CouplingMap> active;
  for (const CouplingMap& c : model.couplings)
    if (takes_part(model, c, held)) active.push_back(c);
  return active;
}

/// The few motions w that steer nodes: six of each reference node, three of each held ordinary node.
struct Steering {
  MatrixXd follow;                      ///< dofs x w: how steered nodes follow
  std::vector<Index> held_column;       ///< columns of the held dofs, in their order
  std::vector<Index> reference_column;  ///< first column of each coupling's reference node
  std::vector<bool> steered;            ///< per node
};

Steering steering(const FeModel& model, const std::vector<CouplingMap>& couplings, const std::vector<NodeId>& held) {
  const Matrix3Xd& x = model.file->mesh.x;
  std::vector<Index> column(model.dofs.num_nodes, -1);
  Index count = 0;
  Steering s;
  s.steered.assign(model.dofs.num_nodes, false);
  for (const CouplingMap& c : couplings)
    if (column[c.reference.value] < 0) {
      column[c.reference.value] = count;
      count += 6;
    }
  for (const NodeId node : held)
    if (column[node.value] < 0) {
      column[node.value] = count;
      count += model.dofs.has_rotation(node) ? 6 : 3;
    }
  s.follow = MatrixXd::Zero(model.dofs.size, count);
  for (Index node = 0; node < model.dofs.num_nodes; ++node) {
    if (column[node] < 0) continue;
    const NodeId id{std::int32_t(node)};
    s.steered[node] = true;
    for (int axis = 0; axis < 3; ++axis) {
      s.follow(model.dofs.translation(id, axis), column[node] + axis) = 1;
      if (model.dofs.has_rotation(id)) s.follow(model.dofs.rotation_dof(id, axis), column[node] + 3 + axis) = 1;
    }
  }
  for (const CouplingMap& c : couplings) {
    const Index first = column[c.reference.value];
    s.reference_column.push_back(first);
    if (c.kind != CouplingKind::rigid) continue;
    for (const NodeId node : c.nodes) {
      s.steered[node.value] = true;
      const Vector3d arm = x.col(node.value) - x.col(c.reference.value);
      s.follow.block<3, 3>(3 * Index(node.value), first).setIdentity();
      s.follow.block<3, 3>(3 * Index(node.value), first + 3) = -skew(arm);
      if (model.dofs.has_rotation(node))
        s.follow.block<3, 3>(model.dofs.rotation_dof(node, 0), first + 3).setIdentity();
    }
  }
  for (const NodeId node : held)
    for (int i = 0; i < (model.dofs.has_rotation(node) ? 6 : 3); ++i) s.held_column.push_back(column[node.value] + i);
  return s;
}

SparseMatrix submatrix(const SparseMatrix& lower, const std::vector<Index>& place, Index size) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(lower.nonZeros());
  for (Index j = 0; j < lower.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(lower, j); it; ++it)
      if (place[it.row()] >= 0 && place[j] >= 0)
        entries.emplace_back(std::max(place[it.row()], place[j]), std::min(place[it.row()], place[j]), it.value());
  SparseMatrix part(size, size);
  part.setFromTriplets(entries.begin(), entries.end());
  return part;
}

/// The unknowns that nothing steers, and solves with their mass. Unknowns without mass (of nodes that are not part of
/// an element) move with nothing.
class FreeMass {
 public:
  FreeMass(const FeModel& model, const std::vector<bool>& steered) {
    const DofMap& dofs = model.dofs;
    place_.assign(dofs.size, -1);
    const VectorXd beyond = model.mass.extra_lower.diagonal();
    for (Index node = 0; node < dofs.num_nodes; ++node)
      if (const NodeId id{std::int32_t(node)}; !steered[node] && dofs.has_rotation(id))
        if (beyond.segment<3>(dofs.rotation_dof(id, 0)).maxCoeff() > 0) per_axis_ = false;
    // Without rotations the scalar mass acts on each axis alike: 3f x k is solved as f x 3k.
    const SparseMatrix whole = per_axis_ ? model.mass.scalar_lower : expanded_mass_lower(model);
    const VectorXd diagonal = whole.diagonal();
    std::vector<Index> place(whole.rows(), -1);
    Index count = 0;
    const auto take = [&](Index row) {
      if (diagonal[row] > 0) place[row] = count++;
    };
    for (Index node = 0; node < dofs.num_nodes; ++node) {
      if (steered[node]) continue;
      const NodeId id{std::int32_t(node)};
      if (per_axis_) {
        take(node);
        for (int axis = 0; axis < 3 && place[node] >= 0; ++axis) place_[3 * node + axis] = 3 * place[node] + axis;
        continue;
      }
      for (int c = 0; c < (dofs.has_rotation(id) ? 6 : 3); ++c) {
        const Index dof = c < 3 ? dofs.translation(id, c) : dofs.rotation_dof(id, c - 3);
        take(dof);
        place_[dof] = place[dof];
      }
    }
    size_ = per_axis_ ? 3 * count : count;
    factor_.emplace(submatrix(whole, place, count));
  }
  Index size() const { return size_; }
  Index place(Index dof) const { return place_[dof]; }  ///< among the free unknowns; negative: not one of them
  MatrixXd rows(const MatrixXd& full) const {
    MatrixXd out(size_, full.cols());
    for (Index dof = 0; dof < Index(place_.size()); ++dof)
      if (place_[dof] >= 0) out.row(place_[dof]) = full.row(dof);
    return out;
  }
  MatrixXd solve(const MatrixXd& rhs) const {
    if (!per_axis_) return factor_->solve(rhs);
    const Index f = size_ / 3;
    MatrixXd scalar(f, 3 * rhs.cols());
    for (Index k = 0; k < rhs.cols(); ++k) scalar.middleCols<3>(3 * k) = rhs.col(k).reshaped(3, f).transpose();
    const MatrixXd solved = factor_->solve(scalar);
    MatrixXd out(rhs.rows(), rhs.cols());
    for (Index k = 0; k < rhs.cols(); ++k) out.col(k) = solved.middleCols<3>(3 * k).transpose().reshaped();
    return out;
  }

 private:
  bool per_axis_ = true;
  Index size_ = 0;
  std::vector<Index> place_;
  std::optional<CholeskyFactor> factor_;
};

}  // namespace

MatrixXd condensed_mass(const FeModel& model, const std::vector<NodeId>& held) {
  const std::vector<CouplingMap> couplings = active_couplings(model, held);
  const Steering steer = steering(model, couplings, held);
  const Index w = steer.follow.cols();
  const FreeMass free(model, steer.steered);
  const MatrixXd mass_follow = mass_product(model, steer.follow);
  const MatrixXd coupling = free.rows(mass_follow);
  MatrixXd condensed = steer.follow.transpose() * mass_follow - coupling.transpose() * free.solve(coupling);

  // Averaged couplings: C u_free = D w, enforced by multipliers.
  Index rows = 0;
  for (const CouplingMap& c : couplings) rows += c.kind == CouplingKind::averaged ? 6 : 0;
  if (rows > 0) {
    MatrixXd constraint_t = MatrixXd::Zero(free.size(), rows), steered = MatrixXd::Zero(rows, w);
    Index row = 0;
    for (std::size_t i = 0; i < couplings.size(); ++i) {
      const CouplingMap& c = couplings[i];
      if (c.kind != CouplingKind::averaged) continue;
      steered.block<6, 6>(row, steer.reference_column[i]).setIdentity();
      for (std::size_t k = 0; k < c.nodes.size(); ++k) {
        const auto g = c.average.middleCols<3>(3 * Index(k));
        const Index node = c.nodes[k].value;
        if (const Index at = free.place(3 * node); at >= 0)
          constraint_t.block<3, 6>(at, row) += g.transpose();
        else
          steered.middleRows<6>(row) -= g * steer.follow.middleRows<3>(3 * node);
      }
      row += 6;
    }
    const MatrixXd solved = free.solve(constraint_t);
    const MatrixXd wanted = steered + solved.transpose() * coupling;
    condensed += wanted.transpose() * (constraint_t.transpose() * solved).ldlt().solve(wanted);
  }

  // What is steered but not held takes the motion of least energy.
  std::vector<Index> rest;
  for (Index i = 0; i < w; ++i)
    if (std::find(steer.held_column.begin(), steer.held_column.end(), i) == steer.held_column.end()) rest.push_back(i);
  MatrixXd kept = condensed(steer.held_column, steer.held_column);
  if (!rest.empty()) {
    const MatrixXd cross = condensed(rest, steer.held_column);
    kept -= cross.transpose() * MatrixXd(condensed(rest, rest)).ldlt().solve(cross);
  }
  return 0.5 * (kept + kept.transpose());
}

}  // namespace trunnion
