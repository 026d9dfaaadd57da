#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "trunnion/base/error.h"
#include "trunnion/fem/constrained_system.h"
#include "trunnion/fem/dof_elimination.h"
#include "trunnion/fem/rigid_parts.h"
#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

using Triplets = std::vector<Eigen::Triplet<double, std::int32_t>>;

/// Follows slaves and averages down to free unknowns and given motions.
class Resolver {
 public:
  Resolver(const FeModel& model, const DofElimination& elimination) : model_(model), elimination_(elimination) {}

  void resolve(std::int32_t row, Index dof, double weight, Triplets& free, Triplets& given, int depth = 0) const {
    if (depth > 16)
      throw InputError(fmt::format("couplings lead in a circle at {}: a reference node depends on itself",
                                   describe_dof(model_, dof)));
    switch (elimination_.kind[dof]) {
      case DofRole::free:
        free.emplace_back(row, elimination_.index[dof], weight);
        break;
      case DofRole::given:
        given.emplace_back(row, elimination_.index[dof], weight);
        break;
      case DofRole::slave:
      case DofRole::averaged:
        for (const auto& [other, factor] : elimination_.sums[elimination_.index[dof]])
          resolve(row, other, weight * factor, free, given, depth + 1);
        break;
      case DofRole::left_out:
        break;
    }
  }

 private:
  const FeModel& model_;
  const DofElimination& elimination_;
};

/// A row written in free unknowns, with what it demands of them: value minus the part of the given motions.
struct ResolvedRow {
  std::map<Index, double> free, given;
};

/// Of rows that may repeat each other (supports on a rigid patch, nodes tied twice) keeps an independent set, and
/// checks that the others say the same. Rows of averages are left alone.
std::vector<DofRow> independent_rows(const FeModel& model, const DofElimination& elimination,
                                     const Resolver& resolver) {
  std::vector<DofRow> kept;
  std::vector<const DofRow*> candidates;
  for (const DofRow& row : elimination.rows)
    if (row.of_average)
      kept.push_back(row);
    else
      candidates.push_back(&row);
  if (candidates.empty()) return kept;

  std::map<Index, Index> column;  // free unknowns that occur
  const Index first_held = static_cast<Index>(elimination.given_dof.size()) - elimination.num_held;
  std::vector<ResolvedRow> resolved(candidates.size());
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    Triplets free, given;
    for (const auto& [dof, weight] : candidates[k]->sum) resolver.resolve(0, dof, weight, free, given);
    for (const auto& entry : free) {
      resolved[k].free[entry.col()] += entry.value();
      column.try_emplace(entry.col(), static_cast<Index>(column.size()));
    }
    for (const auto& entry : given) resolved[k].given[entry.col()] += entry.value();
  }
  const Index rows = static_cast<Index>(candidates.size());
  MatrixXd transposed = MatrixXd::Zero(static_cast<Index>(column.size()), rows);
  MatrixXd demand = MatrixXd::Zero(rows, 1 + elimination.num_held);
  for (Index k = 0; k < rows; ++k) {
    for (const auto& [unknown, weight] : resolved[k].free) transposed(column[unknown], k) = weight;
    demand(k, 0) = candidates[k]->value;
    for (const auto& [motion, weight] : resolved[k].given) {
      demand(k, 0) -= weight * elimination.prescribed[motion];
      if (motion >= first_held) demand(k, 1 + motion - first_held) = -weight;
    }
  }
  const std::vector<Index> independent = independent_columns(transposed);
  for (const Index row : independent) kept.push_back(*candidates[row]);
  // The others are combinations of the kept ones: so must be what they demand.
  const MatrixXd combination = least_squares(transposed(Eigen::all, independent), transposed);
  const MatrixXd contradiction = demand - combination.transpose() * demand(independent, Eigen::all);
  Index worst = 0;
  if (contradiction.cwiseAbs().rowwise().maxCoeff().maxCoeff(&worst) >
      1e-9 * std::max(1e-3, demand.cwiseAbs().maxCoeff())) {
    const DofRow& row = *candidates[worst];
    throw InputError(
        fmt::format("{}: the support or coupling there contradicts another one that moves the same rigid "
                    "patch. Remove one of them.",
                    describe_dof(model, row.support_dof >= 0 ? row.support_dof : row.sum.front().first)));
  }
  return kept;
}

}  // namespace

std::shared_ptr<const ConstrainedSystem> constrain(const FeModel& model, const std::vector<Support>& supports,
                                                   const std::vector<NodeId>& held) {
  DofElimination elimination = eliminate_dofs(model, supports, held);
  const Resolver resolver(model, elimination);
  auto system = std::make_shared<ConstrainedSystem>();
  system->model = &model;

  const Index size = model.dofs.size, unknowns = static_cast<Index>(elimination.free_dof.size());
  const Index motions = static_cast<Index>(elimination.given_dof.size());
  Triplets free, given;
  free.reserve(size);
  for (Index dof = 0; dof < size; ++dof) {
    resolver.resolve(static_cast<std::int32_t>(dof), dof, 1, free, given);
    if (elimination.kind[dof] == DofRole::left_out) system->without_stiffness.push_back(dof);
  }
  system->expand.resize(size, unknowns);
  system->expand.setFromTriplets(free.begin(), free.end());
  system->given.resize(size, motions);
  system->given.setFromTriplets(given.begin(), given.end());

  const std::vector<DofRow> rows = independent_rows(model, elimination, resolver);
  Triplets entries;
  system->row_value.resize(static_cast<Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (const auto& [dof, weight] : rows[k].sum)
      entries.emplace_back(static_cast<std::int32_t>(dof), static_cast<std::int32_t>(k), weight);
    system->row_value[static_cast<Index>(k)] = rows[k].value;
    system->row_dof.push_back(rows[k].support_dof);
  }
  system->rows.resize(size, static_cast<Index>(rows.size()));
  system->rows.setFromTriplets(entries.begin(), entries.end());

  RigidParts parts = rigid_parts(model, elimination);
  system->null_motion = free_rigid_motions(model, parts, elimination);
  system->null_space.resize(unknowns, system->null_motion.cols());
  for (Index k = 0; k < unknowns; ++k) {
    const Index dof = elimination.free_dof[k];
    const Index first = static_cast<Index>(parts.motions) * parts.part_of_node[parts.node_of_dof[dof]];
    system->null_space.row(k).noalias() = rigid_row(model, parts, dof).head(parts.motions).transpose() *
                                          system->null_motion.middleRows(first, parts.motions);
  }
  system->parts = std::move(parts.parts);
  system->free_dof = std::move(elimination.free_dof);
  system->given_dof = std::move(elimination.given_dof);
  system->prescribed = Eigen::Map<const VectorXd>(elimination.prescribed.data(), motions);
  system->num_held = elimination.num_held;
  return system;
}

std::vector<Index> determinate_unknowns(const MatrixXd& null_space) {
  MatrixXd left = null_space;
  std::vector<Index> pinned;
  for (Index k = 0; k < null_space.cols(); ++k) {
    Index row = 0;
    const double largest = left.rowwise().squaredNorm().maxCoeff(&row);
    assert(largest > 0);
    pinned.push_back(row);
    const VectorXd direction = left.row(row).transpose() / std::sqrt(largest);
    left -= (left * direction).eval() * direction.transpose();
  }
  return pinned;
}

}  // namespace trunnion
