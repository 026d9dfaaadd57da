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

/// What was found last. Cost estimate, factor and eigenvalue count of one model ask for the same pattern; its stiffness
/// and its scalar mass have different patterns but the same graph of nodes.
struct LastOrder {
  std::mutex busy;
  std::uint64_t pattern = 0, graph = 0;
  std::vector<std::int64_t> order, graph_order;
};

LastOrder& last_order() {
  static LastOrder last;
  return last;
}

}  // namespace

std::uint64_t pattern_fingerprint(const SparseMatrix& lower) {
  std::uint64_t sum = scramble(lower.cols());
  for (Index j = 0; j < lower.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(lower, j); entry; ++entry)
      sum = (sum ^ static_cast<std::uint64_t>(entry.row())) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(j);
  return scramble(sum);
}

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

/// Neighbours of each vertex with a higher number, as CHOLMOD takes them.
struct Graph {
  std::vector<std::int64_t> start{0}, neighbours;
  Index size() const { return static_cast<Index>(start.size()) - 1; }
};

/// One vertex per group that has neighbours; `vertex`: its number, negative for a group that stands alone.
Graph group_graph(const SparseMatrix& lower, const std::vector<std::int32_t>& group, Index groups,
                  std::vector<Index>& vertex) {
  std::vector<Index> representative(groups, -1);
  for (Index j = lower.cols() - 1; j >= 0; --j) representative[group[j]] = j;
  // Two groups are neighbours exactly when their representatives are.
  const auto is_representative = [&](Index j) { return representative[group[j]] == j; };
  std::vector<bool> connected(groups, false);
  for (Index g = 0; g < groups; ++g)
    for (SparseMatrix::InnerIterator entry(lower, representative[g]); entry; ++entry)
      if (is_representative(entry.row()) && group[entry.row()] != g)
        connected[g] = connected[group[entry.row()]] = true;
  vertex.assign(groups, -1);
  Index count = 0;
  for (Index g = 0; g < groups; ++g)
    if (connected[g]) vertex[g] = count++;
  Graph graph;
  graph.neighbours.reserve(lower.nonZeros() / 4);
  for (Index g = 0; g < groups; ++g) {
    if (vertex[g] < 0) continue;
    for (SparseMatrix::InnerIterator entry(lower, representative[g]); entry; ++entry)
      if (is_representative(entry.row()) && vertex[group[entry.row()]] >= 0)
        graph.neighbours.push_back(vertex[group[entry.row()]]);
    graph.start.push_back(static_cast<std::int64_t>(graph.neighbours.size()));
  }
  return graph;
}

std::uint64_t fingerprint_of(const Graph& graph) {
  std::uint64_t sum = scramble(static_cast<std::uint64_t>(graph.size()));
  for (const auto* list : {&graph.start, &graph.neighbours})
    for (const std::int64_t number : *list)
      sum = (sum ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15ULL + 1;
  return scramble(sum);
}

std::vector<std::int64_t> dissect(Graph& graph) {
  cholmod_common common;
  cholmod_l_start(&common);
  common.print = 0;
  cholmod_sparse view{};
  view.nrow = view.ncol = graph.size();
  view.nzmax = graph.neighbours.size();
  view.p = graph.start.data();
  view.i = graph.neighbours.data();
  view.stype = -1;
  view.itype = CHOLMOD_LONG;
  view.xtype = CHOLMOD_PATTERN;
  view.dtype = CHOLMOD_DOUBLE;
  view.packed = 1;
  std::vector<std::int64_t> order(graph.size());
  const int ordered = graph.size() == 0 || cholmod_l_metis(&view, nullptr, 0, 1, order.data(), &common);
  cholmod_l_finish(&common);
  if (!ordered) throw SolveError(fmt::format("nested dissection of {} unknowns ran out of memory", graph.size()));
  return order;
}

std::vector<std::int64_t> find_order(const SparseMatrix& lower, LastOrder& last) {
  const Index n = lower.cols();
  const std::vector<std::int32_t> group = indistinguishable_groups(lower);
  const Index groups = n == 0 ? 0 : *std::max_element(group.begin(), group.end()) + 1;
  std::vector<Index> vertex;
  Graph graph = group_graph(lower, group, groups, vertex);
  const std::uint64_t fingerprint = fingerprint_of(graph);
  if (last.graph != fingerprint || static_cast<Index>(last.graph_order.size()) != graph.size()) {
    last.graph_order = dissect(graph);
    last.graph = fingerprint;
  }

  // Groups that stand alone come last.
  std::vector<Index> vertex_position(graph.size()), position(groups), next(groups + 1, 0);
  for (Index k = 0; k < graph.size(); ++k) vertex_position[last.graph_order[k]] = k;
  Index alone = graph.size();
  for (Index g = 0; g < groups; ++g) position[g] = vertex[g] >= 0 ? vertex_position[vertex[g]] : alone++;
  for (Index j = 0; j < n; ++j) ++next[position[group[j]] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::int64_t> order(n);
  for (Index j = 0; j < n; ++j) order[next[position[group[j]]]++] = j;
  return order;
}

}  // namespace

std::vector<std::int64_t> nested_dissection(const SparseMatrix& lower) {
  const std::uint64_t pattern = pattern_fingerprint(lower);
  LastOrder& last = last_order();
  const std::lock_guard lock(last.busy);
  if (last.pattern != pattern || static_cast<Index>(last.order.size()) != lower.cols()) {
    last.order = find_order(lower, last);
    last.pattern = pattern;
  }
  return last.order;
}

}  // namespace trunnion
