#include "trunnion/run/compare_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

bool ascends(const VectorXd& x) {
  for (Index k = 1; k < x.size(); ++k)
    if (!(x[k] > x[k - 1])) return false;
  return x.size() > 1;
}

const Curve* find_curve(const RunRecord& record, const Curve& like) {
  const auto same = [&](const Curve& c) {
    return c.section == like.section && c.title == like.title && c.kind == like.kind && c.x.unit == like.x.unit &&
           c.y.unit == like.y.unit;
  };
  const auto at = std::find_if(record.curves.begin(), record.curves.end(), same);
  return at == record.curves.end() ? nullptr : &*at;
}

const Series* find_series(const Curve& curve, const std::string& name) {
  const auto at = std::ranges::find(curve.series, name, &Series::name);
  return at == curve.series.end() ? nullptr : &*at;
}

const MatrixMap* find_map(const RunRecord& record, const MatrixMap& like) {
  const auto same = [&](const MatrixMap& m) {
    return m.section == like.section && m.title == like.title && m.unit == like.unit;
  };
  const auto at = std::find_if(record.matrices.begin(), record.matrices.end(), same);
  return at == record.matrices.end() ? nullptr : &*at;
}

/// One map of all runs side by side, and what the others have more than the first where their cells are the same.
void lay_maps(const MatrixMap& own, const std::vector<ComparedRun>& runs, RunRecord& out) {
  const MatrixMap* reference = find_map(runs.front().record, own);
  for (const ComparedRun& run : runs) {
    const MatrixMap* map = find_map(run.record, own);
    if (!map) continue;
    MatrixMap& shown = out.matrices.emplace_back(*map);
    shown.title = fmt::format("{}: {}", run.name, map->title);
    const bool alike = reference && map != reference && map->values.rows() == reference->values.rows() &&
                       map->values.cols() == reference->values.cols() && map->row_names == reference->row_names &&
                       map->column_names == reference->column_names;
    if (!alike) continue;
    MatrixMap apart = *map;
    apart.title = fmt::format("{} less {}: {}", run.name, runs.front().name, map->title);
    apart.values = map->values - reference->values;
    apart.scale = FieldScale::signed_values;
    apart.class_limits.clear();
    apart.class_labels.clear();
    apart.marked.reset();
    out.matrices.push_back(std::move(apart));
  }
}

/// One diagram with those of all runs in it, and how far they are apart.
void overlay(const Curve& own, const std::vector<ComparedRun>& runs, RunRecord& out) {
  Curve together = own;
  together.series.clear();
  Curve apart = together;
  apart.title += ": deviation";
  apart.detail = fmt::format("Less {}, at the same {}", runs.front().name, own.x.label);
  apart.limit.reset();
  apart.y.log = false;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const Curve* curve = find_curve(runs[r].record, own);
    if (!curve) continue;
    for (const Series& series : curve->series) {
      Series& shown = together.series.emplace_back(series);
      shown.name = fmt::format("{} {}", series.name, runs[r].name);
      shown.reference = r == 0;
      const Curve* first = find_curve(runs.front().record, own);
      const Series* reference = first ? find_series(*first, series.name) : nullptr;
      if (r == 0 || !reference) continue;
      Series difference = deviation(*reference, series);
      if (difference.x.size() == 0) continue;
      difference.name = shown.name;
      apart.series.push_back(std::move(difference));
    }
  }
  out.curves.push_back(std::move(together));
  if (!apart.series.empty() && own.kind == CurveKind::cartesian) out.curves.push_back(std::move(apart));
}

Table quantity_table(const std::vector<ComparedRun>& runs) {
  Table table;
  table.section = "Quantities";
  table.title = "Numbers of all runs";
  table.detail = fmt::format("SI units; change against {}", runs.front().name);
  table.columns = {{"quantity", "", true}};
  for (const ComparedRun& run : runs) table.columns.push_back({run.name, "", false});
  for (std::size_t r = 1; r < runs.size(); ++r)
    table.columns.push_back({fmt::format("{} against {}, %", runs[r].name, runs.front().name), "", false});
  std::vector<std::string> names;
  for (const ComparedRun& run : runs)
    for (const Quantity& q : run.record.quantities)
      if (std::find(names.begin(), names.end(), q.name) == names.end()) names.push_back(q.name);
  for (const std::string& name : names) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.push_back({name, {}});
    const auto value = [&](const ComparedRun& run) {
      const Quantity* q = find_quantity(run.record, name);
      return q ? q->value : std::nullopt;
    };
    for (const ComparedRun& run : runs) {
      const auto own = value(run);
      row.push_back(own ? Cell{*own, {}} : Cell{});
    }
    const auto reference = value(runs.front());
    for (std::size_t r = 1; r < runs.size(); ++r) {
      const auto other = value(runs[r]);
      row.push_back(reference && other && *reference != 0 ? Cell{100 * (*other - *reference) / std::abs(*reference), {}}
                                                          : Cell{});
    }
  }
  return table;
}

Table input_table(const std::vector<ComparedRun>& runs) {
  Table table;
  table.section = "Quantities";
  table.title = "What was run";
  table.columns = {{"run", "", true}, {"model", "", true}, {"changed values", "", true}, {"date", "", true}};
  for (const ComparedRun& run : runs) {
    std::vector<std::string> changed;
    for (const auto& [key, value] : run.record.provenance.changed)
      changed.push_back(fmt::format("{} = {}", key, value));
    table.rows.push_back({{run.name, {}},
                          {run.record.model_name, {}},
                          {fmt::format("{}", fmt::join(changed, ", ")), {}},
                          {run.record.provenance.date, {}}});
  }
  return table;
}

}  // namespace

Series deviation(const Series& reference, const Series& other) {
  Series out{other.name, {}, {}};
  if (!ascends(reference.x) || !ascends(other.x)) return out;
  std::vector<double> x, y;
  Index at = 0;
  for (Index k = 0; k < other.x.size(); ++k) {
    if (other.x[k] < reference.x[0] || other.x[k] > reference.x[reference.x.size() - 1]) continue;
    while (at + 2 < reference.x.size() && reference.x[at + 1] < other.x[k]) ++at;
    const double share = (other.x[k] - reference.x[at]) / (reference.x[at + 1] - reference.x[at]);
    x.push_back(other.x[k]);
    y.push_back(other.y[k] - ((1 - share) * reference.y[at] + share * reference.y[at + 1]));
  }
  out.x = Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size()));
  out.y = Eigen::Map<const VectorXd>(y.data(), static_cast<Index>(y.size()));
  return out;
}

RunRecord compare_runs(const std::vector<ComparedRun>& runs) {
  if (runs.size() < 2) throw InputError("report: give the folders of at least two runs to compare");
  RunRecord out;
  std::vector<std::string> names;
  for (const ComparedRun& run : runs) {
    names.push_back(run.name);
    for (const StageRecord& stage : run.record.stages) {
      StageRecord& one = out.stages.emplace_back(stage);
      one.name = fmt::format("{}, {}", run.name, stage.name);
    }
    for (const Scene& scene : run.record.scenes) {
      Scene& one = out.scenes.emplace_back(scene);
      one.name = fmt::format("{} {}", run.name, scene.name);
      one.title = fmt::format("{}: {}", run.name, scene.title);
    }
  }
  const RunRecord& last = runs.back().record;
  out.model_name = fmt::format("{} against {}", names.back(), names.front());
  out.headline = fmt::format("{}: {} runs side by side.", last.model_name, runs.size());
  out.tables = {input_table(runs), quantity_table(runs)};
  // What the last run has, in its order, then what only earlier ones have.
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const auto later_has = [&](const auto& found) {
      return std::any_of(runs.rbegin(), run, [&](const ComparedRun& later) { return found(later.record) != nullptr; });
    };
    for (const Curve& curve : run->record.curves)
      if (!later_has([&](const RunRecord& record) { return find_curve(record, curve); })) overlay(curve, runs, out);
    for (const MatrixMap& map : run->record.matrices)
      if (!later_has([&](const RunRecord& record) { return find_map(record, map); })) lay_maps(map, runs, out);
  }
  return out;
}

}  // namespace trunnion
