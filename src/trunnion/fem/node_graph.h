#pragma once
// fem/node_graph.h -- which nodes share an element: the pattern of every symmetric matrix of a mesh, computed once, and
// the element order in which threads can add to such a matrix without meeting.

#include <cstdint>
#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Lower triangle by columns: rows[first[b] .. first[b+1]) are the nodes a >= b that share an element with b,
/// ascending; the node itself comes first, also where no element uses it.
struct NodeGraph {
  std::vector<std::int64_t> first;
  std::vector<std::int32_t> rows;

  Index num_nodes() const { return Index(first.size()) - 1; }
  Index degree(Index b) const { return first[std::size_t(b) + 1] - first[std::size_t(b)]; }
  Index slot(Index a, Index b) const;  ///< position of row a >= b in column b, counted from 0
};
/// Beams are left out: they couple rotations too and are assembled apart.
NodeGraph node_graph(const Mesh& mesh, int threads);

/// Matrix of zeros with a block of dimension x dimension (lower triangle) for each pair of the graph, and empty
/// columns up to `size`.
SparseMatrix block_pattern(const NodeGraph& graph, int dimension, Index size);

/// Adds a block (column-major, leading dimension `stride`) to rows of node a and columns of node b <= a.
void add_block(SparseMatrix& lower, const NodeGraph& graph, int dimension, Index a, Index b, const double* block,
               Index stride);

/// Solid and plane elements in groups that share no node within a group: a group can be added by many threads at once,
/// and the sum in each entry comes out the same for any number of threads.
std::vector<std::vector<ElementId>> independent_groups(const Mesh& mesh);

}  // namespace trunnion
