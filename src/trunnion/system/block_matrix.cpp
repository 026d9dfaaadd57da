#include "trunnion/system/block_matrix.h"

#include <algorithm>
#include <cassert>

namespace trunnion {

BlockMatrix::BlockMatrix(const std::vector<Index>& sizes, std::vector<std::pair<Index, Index>> blocks) {
  const Index n = static_cast<Index>(sizes.size());
  start_.assign(1, 0);
  for (const Index size : sizes) start_.push_back(start_.back() + size);
  columns_.resize(sizes.size());
  const std::size_t given = blocks.size();
  for (std::size_t b = 0; b < given; ++b) blocks.emplace_back(blocks[b].second, blocks[b].first);
  for (Index i = 0; i < n; ++i) blocks.emplace_back(i, i);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::vector<Index> height(sizes.size(), 0);
  for (const auto& [i, j] : blocks) {
    columns_[j].push_back({i, height[j]});
    height[j] += sizes[i];
  }
  Index entries = 0;
  for (Index j = 0; j < n; ++j) entries += height[j] * sizes[j];
  matrix_.resize(start_.back(), start_.back());
  matrix_.resizeNonZeros(entries);
  std::int32_t* outer = matrix_.outerIndexPtr();
  std::int32_t* inner = matrix_.innerIndexPtr();
  Index k = 0;
  for (Index j = 0; j < n; ++j)
    for (Index c = 0; c < sizes[j]; ++c) {
      outer[start_[j] + c] = static_cast<std::int32_t>(k);
      for (const Entry& e : columns_[j])
        for (Index r = 0; r < sizes[e.row]; ++r) inner[k++] = static_cast<std::int32_t>(start_[e.row] + r);
    }
  outer[start_.back()] = static_cast<std::int32_t>(k);
  set_zero();
}

MatrixOut BlockMatrix::block(Index i, Index j) {
  const auto& column = columns_[j];
  const auto entry =
      std::lower_bound(column.begin(), column.end(), i, [](const Entry& e, Index row) { return e.row < row; });
  assert(entry != column.end() && entry->row == i);
  const Index first = matrix_.outerIndexPtr()[start_[j]];
  const Index height = start_[j + 1] > start_[j] ? matrix_.outerIndexPtr()[start_[j] + 1] - first : 1;
  return Eigen::Map<MatrixXd, 0, Eigen::OuterStride<>>(matrix_.valuePtr() + first + entry->offset,
                                                       start_[i + 1] - start_[i], start_[j + 1] - start_[j],
                                                       Eigen::OuterStride<>(height));
}

MatrixOut BlockMatrix::columns(Index j, Index first, Index count) {
  const Index begin = matrix_.outerIndexPtr()[start_[j] + first];
  const Index height = matrix_.outerIndexPtr()[start_[j] + first + 1] - begin;
  return Eigen::Map<MatrixXd, 0, Eigen::OuterStride<>>(matrix_.valuePtr() + begin, height, count,
                                                       Eigen::OuterStride<>(height));
}

}  // namespace trunnion
