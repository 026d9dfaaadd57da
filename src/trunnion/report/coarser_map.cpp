#include "trunnion/report/coarser_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

constexpr double bytes_of_cell = 4.0 * 4 / 3;  // 32 bits in base64
constexpr Index short_side = 64;               // rows or columns that stay whole
constexpr Index fewest = 100 * 100;            // cells of a map that people look at

struct Blocks {
  Index rows = 1, columns = 1;  // cells of one block
};

Index count(Index size, Index block) { return (size + block - 1) / block; }

Blocks blocks_for(Index rows, Index columns, Index cells) {
  Blocks block;
  while (count(rows, block.rows) * count(columns, block.columns) > cells) {
    const bool tall = count(rows, block.rows) > short_side, wide = count(columns, block.columns) > short_side;
    if (tall || !wide) ++block.rows;
    if (wide || !tall) ++block.columns;
  }
  return block;
}

double worst_of(const MatrixMap& map, const Eigen::Ref<const MatrixXd>& cells) {
  const bool smallest = !map.class_limits.empty() || map.scale == FieldScale::small_is_bright;
  double worst = std::nan("");
  for (const double value : cells.reshaped()) {
    if (std::isnan(value)) continue;
    const bool worse = smallest ? value < worst : std::abs(value) > std::abs(worst);
    if (std::isnan(worst) || worse) worst = value;
  }
  return worst;
}

std::vector<std::string> firsts(const std::vector<std::string>& names, Index block) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < names.size(); k += std::size_t(block)) out.push_back(names[k]);
  return out;
}

VectorXd means(const VectorXd& places, Index block) {
  if (places.size() == 0) return places;
  VectorXd out(count(places.size(), block));
  for (Index k = 0; k < out.size(); ++k)
    out[k] = places.segment(k * block, std::min(block, places.size() - k * block)).mean();
  return out;
}

}  // namespace

MatrixMap coarser_map(const MatrixMap& map, Index cells) {
  if (map.values.size() <= cells) return map;
  const auto [high, wide] = blocks_for(map.values.rows(), map.values.cols(), cells);
  MatrixMap out = map;
  out.instants.clear();
  out.values.resize(count(map.values.rows(), high), count(map.values.cols(), wide));
  for (Index i = 0; i < out.values.rows(); ++i)
    for (Index j = 0; j < out.values.cols(); ++j)
      out.values(i, j) =
          worst_of(map, map.values.block(i * high, j * wide, std::min(high, map.values.rows() - i * high),
                                         std::min(wide, map.values.cols() - j * wide)));
  out.row_names = firsts(map.row_names, high);
  out.row_groups = firsts(map.row_groups, high);
  out.column_names = firsts(map.column_names, wide);
  out.column_groups = firsts(map.column_groups, wide);
  out.row_places = means(map.row_places, high);
  out.column_places = means(map.column_places, wide);
  if (map.marked) out.marked = {int((*map.marked)[0] / high), int((*map.marked)[1] / wide)};
  return out;
}

Index cells_that_fit(std::span<const MatrixMap> maps, std::size_t budget) {
  const auto bytes = [&](Index cells) {
    double sum = 0;
    for (const MatrixMap& map : maps) sum += bytes_of_cell * double(std::min(map.values.size(), cells));
    return sum;
  };
  Index cells = 0;
  for (const MatrixMap& map : maps) cells = std::max(cells, map.values.size());
  if (bytes(cells) <= double(budget)) return 0;
  while (cells > fewest && bytes(cells) > double(budget)) cells = std::max(fewest, cells * 9 / 10);
  return cells;
}

}  // namespace trunnion
