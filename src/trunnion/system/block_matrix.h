#pragma once
// system/block_matrix.h -- a sparse matrix made of dense blocks: bodies and joints are the rows and columns of blocks.
// All columns of one block column share their rows, so a block is a strided view into the value array.

#include <utility>
#include <vector>

#include "trunnion/bodies/body.h"

namespace trunnion {

class BlockMatrix {
 public:
  BlockMatrix() = default;
  /// Sizes of the block rows (= columns), and the blocks that may be filled; (i, j) brings (j, i) along.
  BlockMatrix(const std::vector<Index>& sizes, std::vector<std::pair<Index, Index>> blocks);

  void set_zero() { matrix_.coeffs().setZero(); }
  MatrixOut block(Index i, Index j);                     ///< must be one of the blocks
  MatrixOut columns(Index j, Index first, Index count);  ///< all stored rows of some columns of block column j
  Index offset(Index i) const { return start_[i]; }      ///< first row of block row i
  Index num_blocks() const { return static_cast<Index>(start_.size()) - 1; }
  const SparseMatrix& matrix() const { return matrix_; }
  SparseMatrix& matrix() { return matrix_; }

 private:
  struct Entry {
    Index row, offset;  // block row, and where its rows begin within each column
  };
  std::vector<Index> start_;                 // first scalar row per block row, and the total
  std::vector<std::vector<Entry>> columns_;  // by block column, ascending block rows
  SparseMatrix matrix_;
};

}  // namespace trunnion
