#include "trunnion/fem/node_graph.h"

#include <omp.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// Elements at each node as positions (block, column), in compressed rows.
struct NodeElements {
  std::vector<std::int64_t> first;
  std::vector<ElementRef> elements;
};

NodeElements elements_at_nodes(const Mesh& mesh) {
  NodeElements at{std::vector<std::int64_t>(std::size_t(mesh.num_nodes()) + 1, 0), {}};
  const auto each = [&](const auto& visit) {
    for (int b = 0; b < int(mesh.blocks.size()); ++b) {
      const ElementBlock& block = mesh.blocks[std::size_t(b)];
      if (block.type == CellType::line2) continue;
      for (Index c = 0; c < block.nodes.cols(); ++c)
        for (Index k = 0; k < block.nodes.rows(); ++k) visit(std::size_t(block.nodes(k, c)), ElementRef{b, c});
    }
  };
  each([&](std::size_t node, ElementRef) { ++at.first[node + 1]; });
  std::partial_sum(at.first.begin(), at.first.end(), at.first.begin());
  at.elements.resize(std::size_t(at.first.back()));
  std::vector<std::int64_t> next(at.first.begin(), at.first.end() - 1);
  each([&](std::size_t node, ElementRef element) { at.elements[std::size_t(next[node]++)] = element; });
  return at;
}

}  // namespace

Index NodeGraph::slot(Index a, Index b) const {
  const auto begin = rows.begin() + first[std::size_t(b)], end = rows.begin() + first[std::size_t(b) + 1];
  const auto found = std::lower_bound(begin, end, std::int32_t(a));
  assert(found != end && *found == a);
  return found - begin;
}

NodeGraph node_graph(const Mesh& mesh, int threads) {
  const Index n = mesh.num_nodes();
  const NodeElements at = elements_at_nodes(mesh);
  NodeGraph graph;
  graph.first.assign(std::size_t(n) + 1, 0);
  std::vector<std::vector<std::int32_t>> parts(static_cast<std::size_t>(threads));  // rows of each thread's columns
#pragma omp parallel num_threads(threads)
  {
    const int t = omp_get_thread_num(), count = omp_get_num_threads();
    std::vector<std::int32_t>& own = parts[std::size_t(t)];
    std::vector<std::int32_t> last_seen(std::size_t(n), -1);  // marks neighbors of the current column
    for (Index b = n * t / count; b < n * (t + 1) / count; ++b) {
      const std::size_t begin = own.size();
      own.push_back(std::int32_t(b));
      last_seen[std::size_t(b)] = std::int32_t(b);
      for (auto k = at.first[std::size_t(b)]; k < at.first[std::size_t(b) + 1]; ++k) {
        const ElementRef e = at.elements[std::size_t(k)];
        for (const std::int32_t a : mesh.blocks[std::size_t(e.block)].nodes.col(e.column)) {
          if (a <= b || last_seen[std::size_t(a)] == b) continue;
          last_seen[std::size_t(a)] = std::int32_t(b);
          own.push_back(a);
        }
      }
      std::sort(own.begin() + std::ptrdiff_t(begin), own.end());
      graph.first[std::size_t(b) + 1] = std::int64_t(own.size() - begin);
    }
  }
  std::partial_sum(graph.first.begin(), graph.first.end(), graph.first.begin());
  graph.rows.reserve(std::size_t(graph.first.back()));
  for (auto& part : parts) {
    graph.rows.insert(graph.rows.end(), part.begin(), part.end());
    part = {};
  }
  return graph;
}

SparseMatrix block_pattern(const NodeGraph& graph, int dimension, Index size) {
  const Index n = graph.num_nodes(), d = dimension;
  const std::int64_t entries = d * d * graph.first.back() - n * (d * (d - 1) / 2);
  if (entries > std::numeric_limits<std::int32_t>::max())
    throw InputError(
        fmt::format("the stiffness matrix has {} entries in its lower half; at most {} are possible. Use a "
                    "coarser mesh",
                    entries, std::numeric_limits<std::int32_t>::max()));
  SparseMatrix lower(size, size);
  lower.resizeNonZeros(entries);
  std::int32_t *outer = lower.outerIndexPtr(), *inner = lower.innerIndexPtr();
#pragma omp parallel for schedule(static)
  for (Index b = 0; b < n; ++b) {
    const Index m = graph.degree(b);
    const std::int32_t* rows = graph.rows.data() + graph.first[std::size_t(b)];
    std::int64_t at = d * d * graph.first[std::size_t(b)] - b * (d * (d - 1) / 2);
    for (Index j = 0; j < d; ++j) {
      outer[d * b + j] = std::int32_t(at);
      for (Index i = j; i < d; ++i) inner[at++] = std::int32_t(d * b + i);
      for (Index k = 1; k < m; ++k)
        for (Index i = 0; i < d; ++i) inner[at++] = std::int32_t(d * rows[k] + i);
    }
  }
  for (Index column = d * n; column <= size; ++column) outer[column] = std::int32_t(entries);
  std::fill(lower.valuePtr(), lower.valuePtr() + entries, 0.0);
  return lower;
}

void add_block(SparseMatrix& lower, const NodeGraph& graph, int dimension, Index a, Index b, const double* block,
               Index stride) {
  const Index d = dimension, slot = graph.slot(a, b);
  const std::int32_t* outer = lower.outerIndexPtr();
  for (Index j = 0; j < d; ++j) {
    // Column d b + j begins with the rows i >= j of the node itself, then d rows for each further neighbor.
    double* values = lower.valuePtr() + outer[d * b + j] + d * slot - j;
    for (Index i = slot == 0 ? j : 0; i < d; ++i) values[i] += block[j * stride + i];
  }
}

std::vector<std::vector<ElementId>> independent_groups(const Mesh& mesh) {
  struct Element {
    const int* nodes;
    std::int32_t count, id;
  };
  std::vector<Element> remaining;
  std::int32_t id = 0;
  for (const ElementBlock& block : mesh.blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c, ++id)
      if (block.type != CellType::line2)
        remaining.push_back({block.nodes.col(c).data(), std::int32_t(block.nodes.rows()), id});

  std::vector<std::vector<ElementId>> groups;
  std::vector<std::int32_t> group_of_node(std::size_t(mesh.num_nodes()), -1);
  while (!remaining.empty()) {
    const auto group = std::int32_t(groups.size());
    auto& taken = groups.emplace_back();
    std::erase_if(remaining, [&](const Element& e) {
      for (int k = 0; k < e.count; ++k)
        if (group_of_node[std::size_t(e.nodes[k])] == group) return false;
      for (int k = 0; k < e.count; ++k) group_of_node[std::size_t(e.nodes[k])] = group;
      taken.push_back(ElementId{e.id});
      return true;
    });
  }
  return groups;
}

}  // namespace trunnion
