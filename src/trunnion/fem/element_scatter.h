#pragma once
// fem/element_scatter.h -- adds dense element matrices to a symmetric sparse one.

#include "trunnion/fem/node_graph.h"
#include "trunnion/fem/solid_element.h"

namespace trunnion {

/// Adds the lower half of a dense element matrix (column-major, dim x dim blocks per node pair) to a sparse one with
/// the pattern of block_pattern().
inline void scatter(const GatheredElement& element, const double* dense, int dim, const NodeGraph& graph,
                    SparseMatrix& lower) {
  const Index stride = dim * element.count;
  for (int b = 0; b < element.count; ++b)
    for (int a = 0; a < element.count; ++a)
      if (element.nodes[a] >= element.nodes[b])
        add_block(lower, graph, dim, element.nodes[a], element.nodes[b], dense + dim * b * stride + dim * a, stride);
}

}  // namespace trunnion
