#include "trunnion/run/sweep_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace trunnion {
namespace {

constexpr std::size_t kMostLevels = 12;  // more are a range
constexpr Index kSlices = 8;

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string label(const StudyColumn& column) {
  return column.unit.empty() ? spaced(column.name) : fmt::format("{} [{}]", spaced(column.name), column.unit);
}

/// Places where both have a number, x ascending.
std::vector<Index> sorted_pairs(const VectorXd& x, const VectorXd& y) {
  std::vector<Index> order;
  for (Index k = 0; k < x.size(); ++k)
    if (std::isfinite(x[k]) && std::isfinite(y[k])) order.push_back(k);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return x[a] < x[b]; });
  return order;
}

/// Ranks from 1; equal values share the mean of theirs.
VectorXd ranks(const VectorXd& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  VectorXd out(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t j = i;
    while (j < order.size() && values[order[j]] == values[order[i]]) ++j;
    for (std::size_t k = i; k < j; ++k) out[order[k]] = 0.5 * static_cast<double>(i + j + 1);
    i = j;
  }
  return out;
}

VectorXd gathered(const VectorXd& values, const std::vector<Index>& at) {
  VectorXd out(static_cast<Index>(at.size()));
  for (std::size_t k = 0; k < at.size(); ++k) out[static_cast<Index>(k)] = values[at[k]];
  return out;
}

}  // namespace

Series mean_over(const VectorXd& x, const VectorXd& y) {
  const std::vector<Index> order = sorted_pairs(x, y);
  std::map<double, std::pair<double, int>> levels;
  for (const Index k : order) {
    levels[x[k]].first += y[k];
    ++levels[x[k]].second;
  }
  Series mean{"mean", {}, {}};
  if (levels.size() <= kMostLevels) {
    mean.x.resize(static_cast<Index>(levels.size()));
    mean.y.resize(mean.x.size());
    Index i = 0;
    for (const auto& [level, sum] : levels) {
      mean.x[i] = level;
      mean.y[i++] = sum.first / sum.second;
    }
    return mean;
  }
  const auto n = static_cast<Index>(order.size());
  mean.x = mean.y = VectorXd::Zero(std::min(kSlices, n));
  for (Index s = 0; s < mean.x.size(); ++s) {
    const Index begin = s * n / mean.x.size(), end = (s + 1) * n / mean.x.size();
    for (Index i = begin; i < end; ++i) {
      mean.x[s] += x[order[static_cast<std::size_t>(i)]] / static_cast<double>(end - begin);
      mean.y[s] += y[order[static_cast<std::size_t>(i)]] / static_cast<double>(end - begin);
    }
  }
  return mean;
}

double rank_correlation(const VectorXd& x, const VectorXd& y) {
  const std::vector<Index> pairs = sorted_pairs(x, y);
  if (pairs.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  VectorXd a = ranks(gathered(x, pairs)), b = ranks(gathered(y, pairs));
  a.array() -= a.mean();
  b.array() -= b.mean();
  return a.dot(b) / (a.norm() * b.norm());
}

void add_effects(const std::vector<StudyColumn>& factors, const std::vector<StudyColumn>& quantities,
                 RunRecord& record) {
  if (factors.empty() || quantities.empty()) return;
  MatrixMap map;
  map.section = "Main effects";
  map.title = "Which value acts on which quantity";
  map.detail = "Rank correlation over all cases: 1 where the quantity always grows with the value, -1 where it falls";
  map.scale = FieldScale::signed_values;
  map.nan_label = "does not change";
  map.values.resize(static_cast<Index>(factors.size()), static_cast<Index>(quantities.size()));
  Table table;
  table.section = map.section;
  table.title = "Main effects";
  table.detail = "Largest less smallest of the means over a value, in the quantity's SI unit";
  table.columns = {{"value", "", true}};
  for (const StudyColumn& quantity : quantities) {
    map.column_names.push_back(spaced(quantity.name));
    table.columns.push_back({spaced(quantity.name), "", false});
  }
  for (std::size_t f = 0; f < factors.size(); ++f) {
    map.row_names.push_back(spaced(factors[f].name));
    table.rows.push_back({{spaced(factors[f].name), {}}});
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      map.values(static_cast<Index>(f), static_cast<Index>(q)) =
          rank_correlation(factors[f].values, quantities[q].values);
      Series mean = mean_over(factors[f].values, quantities[q].values);
      table.rows.back().push_back(mean.y.size() ? Cell{mean.y.maxCoeff() - mean.y.minCoeff(), {}} : Cell{});
      if (!mean.y.size()) continue;
      Curve curve;
      curve.section = map.section;
      curve.title = fmt::format("{} over {}", spaced(quantities[q].name), spaced(factors[f].name));
      curve.x = {label(factors[f]), "", false};
      curve.y = {spaced(quantities[q].name), "", false};
      // Cases as dots without a line: every other point is missing.
      const std::vector<Index> order = sorted_pairs(factors[f].values, quantities[q].values);
      Series dots{"cases", VectorXd(2 * static_cast<Index>(order.size())), {}, true, true};
      dots.y.setConstant(dots.x.size(), std::numeric_limits<double>::quiet_NaN());
      for (std::size_t k = 0; k < order.size(); ++k) {
        const auto i = static_cast<Index>(2 * k);
        dots.x[i] = dots.x[i + 1] = factors[f].values[order[k]];
        dots.y[i] = quantities[q].values[order[k]];
      }
      mean.markers = true;
      curve.series = {std::move(dots), std::move(mean)};
      record.curves.push_back(std::move(curve));
    }
  }
  record.matrices.push_back(std::move(map));
  record.tables.push_back(std::move(table));
}

}  // namespace trunnion
