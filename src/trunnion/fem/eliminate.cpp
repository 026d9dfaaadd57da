#include "trunnion/fem/constrained_system.h"

namespace trunnion {
namespace {

using Triplets = std::vector<Eigen::Triplet<double, std::int32_t>>;

/// Adds the entry A(i, j), and its twin A(j, i), to T^T A T.
void spread_entry(const RowSparse& T, Index i, Index j, double value, Triplets& lower) {
  for (RowSparse::InnerIterator a(T, i); a; ++a)
    for (RowSparse::InnerIterator b(T, j); b; ++b) {
      if (i == j && a.col() < b.col()) continue;  // a diagonal entry is its own twin
      const double product = a.value() * value * b.value();
      lower.emplace_back(std::max(a.col(), b.col()), std::min(a.col(), b.col()),
                         i != j && a.col() == b.col() ? 2 * product : product);
    }
}

}  // namespace

SparseMatrix eliminate(const ConstrainedSystem& system, const SparseMatrix& full_lower,
                       const std::vector<Index>& pinned) {
  const RowSparse& T = system.expand;
  const Index unknowns = T.cols();
  std::vector<std::int32_t> own(T.rows(), -1);  // dof -> unknown, for dofs that are unknowns themselves
  for (Index p = 0; p < unknowns; ++p) own[system.free_dof[p]] = static_cast<std::int32_t>(p);
  std::vector<char> is_pinned(unknowns, 0);
  for (const Index p : pinned) is_pinned[p] = 1;

  // Unknowns keep the order of their dofs, so entries between two of them are copied column by column. Entries that
  // touch a slave spread over the unknowns it follows.
  SparseMatrix out(unknowns, unknowns);
  out.resizeNonZeros(full_lower.nonZeros() + static_cast<Index>(pinned.size()));
  Index at = 0;
  const auto put = [&](Index row, double value) {
    out.innerIndexPtr()[at] = static_cast<std::int32_t>(row);
    out.valuePtr()[at++] = value;
  };
  Triplets spread;
  for (Index j = 0; j < full_lower.cols(); ++j) {
    const std::int32_t p = own[j];
    if (p >= 0) out.outerIndexPtr()[p] = static_cast<std::int32_t>(at);
    if (p >= 0 && is_pinned[p]) put(p, 1);
    for (SparseMatrix::InnerIterator entry(full_lower, j); entry; ++entry) {
      const std::int32_t q = own[entry.row()];
      if (p < 0 || q < 0) {
        // A reference node has a place on the diagonal but no stiffness: its patch must not fill up with zeros.
        if (entry.value() != 0) spread_entry(T, entry.row(), j, entry.value(), spread);
      } else if (!is_pinned[p] && !is_pinned[q])
        put(q, entry.value());
    }
  }
  out.outerIndexPtr()[unknowns] = static_cast<std::int32_t>(at);
  out.resizeNonZeros(at);

  std::erase_if(spread, [&](const auto& entry) { return is_pinned[entry.row()] || is_pinned[entry.col()]; });
  if (spread.empty()) return out;
  SparseMatrix added(unknowns, unknowns);
  added.setFromTriplets(spread.begin(), spread.end());
  return out + added;
}

FactorCost estimate_cost(const ConstrainedSystem& system) {
  return estimate_cholesky(eliminate(system, system.model->stiffness_lower, determinate_unknowns(system.null_space)));
}

}  // namespace trunnion
