#include "trunnion/report/coarser_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

constexpr double bytes_of_cell = 4.0 * 4 / 3;         // 32 bits in base64
constexpr double bytes_of_moving_cell = 2.0 * 4 / 3;  // 16 bits in base64, at every instant
constexpr double bytes_of_instant = 160;              // its time, range and place in the page
constexpr Index short_side = 64;                      // rows or columns that stay whole
constexpr Index readable = 100 * 100;                 // cells of a map that people look at
constexpr Index smooth = 24;                          // instants that still look like a motion
constexpr Index recognizable = 20 * 36;               // cells in which the place of a pressure is seen
constexpr Index fewest_instants = 3, fewest_cells = 20 * 20;

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

MatrixXd worst_of_blocks(const MatrixMap& map, const MatrixXd& values, const Blocks& block) {
  MatrixXd out(count(values.rows(), block.rows), count(values.cols(), block.columns));
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j) {
      const Index row = i * block.rows, column = j * block.columns;
      out(i, j) = worst_of(map, values.block(row, column, std::min(block.rows, values.rows() - row),
                                             std::min(block.columns, values.cols() - column)));
    }
  return out;
}

/// Of all maps in a page.
double bytes_of(std::span<const MatrixMap> maps, const MapDetail& detail) {
  double sum = 0;
  for (const MatrixMap& map : maps) {
    const Index still = std::min(map.values.size(), detail.cells);
    const Index moving = std::min(still, detail.moving_cells);
    const double instants = double(std::min(Index(map.instants.size()), detail.instants));
    sum += bytes_of_cell * double(instants > 0 ? moving : still) +
           instants * (bytes_of_instant + bytes_of_moving_cell * double(moving));
  }
  return sum;
}

}  // namespace

MatrixMap coarser_map(const MatrixMap& map, const MapDetail& detail) {
  MatrixMap out = map;
  if (std::ssize(map.instants) > detail.instants) {
    out.instants.clear();
    const auto last = std::ssize(map.instants) - 1;
    for (Index k = 0; k < detail.instants; ++k)
      out.instants.push_back(map.instants[static_cast<std::size_t>(k * last / (detail.instants - 1))]);
  }
  const Index cells = map.instants.empty() ? detail.cells : std::min(detail.cells, detail.moving_cells);
  if (map.values.size() <= cells) return out;
  const Blocks block = blocks_for(map.values.rows(), map.values.cols(), cells);
  out.values = worst_of_blocks(map, map.values, block);
  for (MatrixMap::Instant& at : out.instants) at.values = worst_of_blocks(map, at.values, block);
  const auto [high, wide] = block;
  out.row_names = firsts(map.row_names, high);
  out.row_groups = firsts(map.row_groups, high);
  out.column_names = firsts(map.column_names, wide);
  out.column_groups = firsts(map.column_groups, wide);
  out.row_places = means(map.row_places, high);
  out.column_places = means(map.column_places, wide);
  if (map.marked) out.marked = {int((*map.marked)[0] / high), int((*map.marked)[1] / wide)};
  return out;
}

MapDetail map_detail_that_fits(std::span<const MatrixMap> maps, std::size_t budget) {
  MapDetail detail;
  // Steps down from the most that any map has, to `fewest` at least.
  const auto lower = [&](Index MapDetail::*part, Index most, Index fewest) {
    for (Index now = std::min(detail.*part, most); now > fewest && bytes_of(maps, detail) > double(budget);) {
      now = std::max(fewest, std::min(now - 1, now * 9 / 10));
      detail.*part = now;
    }
  };
  Index cells = 0, moving_cells = 0, instants = 0;
  for (const MatrixMap& map : maps) {
    cells = std::max(cells, map.values.size());
    if (!map.instants.empty()) moving_cells = std::max(moving_cells, map.values.size());
    instants = std::max(instants, Index(map.instants.size()));
  }
  lower(&MapDetail::instants, instants, smooth);
  lower(&MapDetail::cells, cells, readable);
  lower(&MapDetail::moving_cells, moving_cells, recognizable);
  lower(&MapDetail::instants, instants, fewest_instants);
  lower(&MapDetail::cells, cells, fewest_cells);
  return detail;
}

}  // namespace trunnion
