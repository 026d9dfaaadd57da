#include "trunnion/math/ordering.h"

#include <cholmod.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// A well-mixed 64-bit number for each row (the finaliser of the splitmix generator).
std::uint64_t scramble(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::uint64_t fingerprint_of(const SparseMatrix& lower) {
  std::uint64_t sum = scramble(lower.cols());
  for (Index j = 0; j < lower.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(lower, j); entry; ++entry)
      sum = (sum ^ static_cast<std::uint64_t>(entry.row())) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(j);
  return scramble(sum);
}

/// The last order that was found: cost estimate, factor and eigenvalue count of one model ask for the same pattern.
struct LastOrder {
  std::mutex busy;
  std::uint64_t fingerprint = 0;
  std::vector<std::int64_t> order;
};

LastOrder& last_order() {
  static LastOrder last;
  return last;
}

}  // namespace

std::vector<std::int32_t> indistinguishable_groups(const SparseMatrix& lower) {
  const Index n = lower.cols();
  // The sum of scrambled neighbour numbers is a fingerprint of the neighbourhood. A chance collision would only make
  // the order a little worse.
  std::vector<std::uint64_t> fingerprint(n);
  for (Index j = 0; j < n; ++j) fingerprint[j] = scramble(j);
  for (Index j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator entry(lower, j); entry; ++entry) {
      if (entry.row() == j) continue;
      fingerprint[j] += scramble(entry.row());
      fingerprint[entry.row()] += scramble(j);
    }
  std::vector<std::int32_t> rows(n), group(n);
  std::iota(rows.begin(), rows.end(), 0);
  std::sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) {
    return fingerprint[a] != fingerprint[b] ? fingerprint[a] < fingerprint[b] : a < b;
  });
  // Number the groups by their first row, so that the graph keeps the mesh's locality.
  std::vector<std::int32_t> first(n);
  for (Index k = 0; k < n; ++k)
    first[rows[k]] = k > 0 && fingerprint[rows[k]] == fingerprint[rows[k - 1]] ? first[rows[k - 1]] : rows[k];
  std::int32_t count = 0;
  for (Index j = 0; j < n; ++j) group[j] = first[j] == j ? count++ : group[first[j]];
  return group;
}

namespace {

std::vector<std::int64_t> find_order(const SparseMatrix& lower) {
  const Index n = lower.cols();
  const std::vector<std::int32_t> group = indistinguishable_groups(lower);
  const Index groups = n == 0 ? 0 : *std::max_element(group.begin(), group.end()) + 1;
  std::vector<Index> representative(groups, -1);
  for (Index j = n - 1; j >= 0; --j) representative[group[j]] = j;

  // Two groups are neighbours exactly when their representatives are.
  const auto is_representative = [&](Index j) { return representative[group[j]] == j; };
  std::vector<std::int64_t> start(groups + 1, 0), neighbours;
  neighbours.reserve(lower.nonZeros() / 4);
  for (Index g = 0; g < groups; ++g) {
    for (SparseMatrix::InnerIterator entry(lower, representative[g]); entry; ++entry)
      if (is_representative(entry.row())) neighbours.push_back(group[entry.row()]);
    start[g + 1] = static_cast<std::int64_t>(neighbours.size());
  }

  cholmod_common common;
  cholmod_l_start(&common);
  common.print = 0;
  cholmod_sparse graph{};
  graph.nrow = graph.ncol = groups;
  graph.nzmax = neighbours.size();
  graph.p = start.data();
  graph.i = neighbours.data();
  graph.stype = -1;
  graph.itype = CHOLMOD_LONG;
  graph.xtype = CHOLMOD_PATTERN;
  graph.dtype = CHOLMOD_DOUBLE;
  graph.packed = 1;
  std::vector<std::int64_t> group_order(groups);
  const int ordered = groups == 0 || cholmod_l_metis(&graph, nullptr, 0, 1, group_order.data(), &common);
  cholmod_l_finish(&common);
  if (!ordered) throw SolveError(fmt::format("nested dissection of {} unknowns ran out of memory", n));

  std::vector<std::int64_t> position(groups), next(groups + 1, 0), order(n);
  for (Index k = 0; k < groups; ++k) position[group_order[k]] = k;
  for (Index j = 0; j < n; ++j) ++next[position[group[j]] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (Index j = 0; j < n; ++j) order[next[position[group[j]]]++] = j;
  return order;
}

}  // namespace

std::vector<std::int64_t> nested_dissection(const SparseMatrix& lower) {
  const std::uint64_t fingerprint = fingerprint_of(lower);
  LastOrder& last = last_order();
  const std::lock_guard lock(last.busy);
  if (last.fingerprint != fingerprint || static_cast<Index>(last.order.size()) != lower.cols()) {
    last.order = find_order(lower);
    last.fingerprint = fingerprint;
  }
  return last.order;
}

}  // namespace trunnion
