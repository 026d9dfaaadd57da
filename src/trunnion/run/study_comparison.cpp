#include "trunnion/run/study_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/results/hdf5_file.h"

namespace trunnion {

namespace {

const ComparedCase* case_named(const std::vector<ComparedCase>& cases, const std::string& name) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const ComparedCase& c) { return c.name == name; });
  return found == cases.end() ? nullptr : &*found;
}

double rms(const VectorXd& difference) {
  return std::sqrt(difference.squaredNorm() / static_cast<double>(difference.size()));
}

double largest(const VectorXd& difference) { return difference.cwiseAbs().maxCoeff(); }

/// Samples of a curve one after the other.
struct Part {
  Index first = 0, count = 0;
};

Part inside(const VectorXd& x, const std::vector<double>& window) {
  const auto first = std::lower_bound(x.begin(), x.end(), window[0]) - x.begin(),
             end = std::upper_bound(x.begin(), x.end(), window[1]) - x.begin();
  return {first, std::max<Index>(end - first, 0)};
}

// One number of the table, and under its name in the summary.
void put(RunRecord& record, const std::string& name, std::optional<double> value, const std::string& reason,
         std::vector<Cell>& row) {
  if (value && std::isfinite(*value)) {
    set_quantity(record, name, *value);
    row.push_back({*value, {}});
  } else {
    set_missing(record, name, reason);
    row.emplace_back();
  }
}

using Size = double (*)(const VectorXd& difference);

// Deviations of all curves of a case, in percent of the reference's peak: the next cells of its row.
void put_curves(const ComparisonInput& in, const ComparedCase& one, const ComparedCase& reference, const Part& part,
                const std::string& name, Size size, RunRecord& record, std::vector<Cell>& row) {
  for (const auto& curve : in.curves) {
    const auto own = one.curves.find(curve.first), other = reference.curves.find(curve.first);
    std::optional<double> value;
    if (part.count > 0 && own != one.curves.end() && other != reference.curves.end() &&
        own->second.size() == other->second.size()) {
      const VectorXd difference = own->second - other->second;
      value = 100 * size(difference.segment(part.first, part.count)) / largest(other->second);
    }
    put(record, fmt::format("{}.{}.{}", name, one.name, curve.first), value,
        "the case or its reference did not record this curve", row);
  }
}

Table largest_deviation_table(const ComparisonInput& in, const ComparedCase& reference, bool first,
                              const std::vector<ComparedCase>& cases, RunRecord& record) {
  Table table;
  table.section = "Comparison";
  table.title = "Largest deviations from " + reference.name;
  table.detail = "Largest difference at any one instant in percent of the reference's peak.";
  table.columns = {{"case", "", true}};
  for (const auto& curve : in.curves) table.columns.push_back({curve.first, "", false});
  const std::string suffix = first ? "" : "_against_" + reference.name;
  for (const ComparedCase& one : cases) {
    std::vector<Cell> row{{one.name, {}}};
    put_curves(in, one, reference, {0, reference.angle.size()}, "peak_deviation_percent" + suffix, largest, record,
               row);
    if (one.name != reference.name) table.rows.push_back(std::move(row));
  }
  return table;
}

std::string words(const std::vector<double>& window) { return fmt::format("{:.4g} to {:.4g} s", window[0], window[1]); }

Table window_table(const ComparisonInput& in, const ComparedCase& reference, bool first,
                   const std::vector<ComparedCase>& cases, RunRecord& record) {
  Table table;
  table.section = "Comparison";
  table.title = fmt::format("Deviations from {}, {}", reference.name, words(in.window));
  table.detail = "RMS and largest difference of the curves there, in percent of the reference's peak over all time.";
  table.columns = {{"case", "", true}};
  for (const char* size : {"rms", "largest"})
    for (const auto& curve : in.curves) table.columns.push_back({fmt::format("{}, {}", curve.first, size), "", false});
  const std::string suffix = "_in_window" + (first ? "" : "_against_" + reference.name);
  const Part part = inside(reference.angle, in.window);
  for (const ComparedCase& one : cases) {
    std::vector<Cell> row{{one.name, {}}};
    put_curves(in, one, reference, part, "rms_deviation_percent" + suffix, rms, record, row);
    put_curves(in, one, reference, part, "peak_deviation_percent" + suffix, largest, record, row);
    if (one.name != reference.name) table.rows.push_back(std::move(row));
  }
  return table;
}

Table deviation_table(const ComparisonInput& in, const ComparedCase& reference, bool first,
                      const std::vector<ComparedCase>& cases, RunRecord& record) {
  Table table;
  table.section = "Comparison";
  table.title = "Deviations from " + reference.name;
  table.detail =
      "Curves: RMS of the difference in percent of the reference's peak. Numbers: difference in percent. Cost: CPU "
      "time of "
      "the stage over that of the reference.";
  table.columns = {{"case", "", true}};
  for (const auto& curve : in.curves) table.columns.push_back({curve.first, "", false});
  for (const std::string& quantity : in.quantities) table.columns.push_back({quantity, "", false});
  table.columns.push_back({"cost", "", false});
  const std::string suffix = first ? "" : "_against_" + reference.name;
  for (const ComparedCase& one : cases) {
    std::vector<Cell> row{{one.name, {}}};
    put_curves(in, one, reference, {0, reference.angle.size()}, "rms_deviation_percent" + suffix, rms, record, row);
    for (const std::string& quantity : in.quantities) {
      const auto own = one.quantities.find(quantity), other = reference.quantities.find(quantity);
      std::optional<double> value;
      if (own != one.quantities.end() && other != reference.quantities.end())
        value = 100 * (own->second - other->second) / std::abs(other->second);
      put(record, fmt::format("deviation_percent{}.{}.{}", suffix, one.name, quantity), value,
          "the case or its reference has no such quantity", row);
    }
    put(record, fmt::format("relative_cost{}.{}", suffix, one.name),
        reference.cpu_s > 0 && one.cpu_s > 0 ? std::optional(one.cpu_s / reference.cpu_s) : std::nullopt,
        "no time was taken", row);
    if (one.name != reference.name) table.rows.push_back(std::move(row));
  }
  return table;
}

/// The part of a curve in a window.
Series inside(const Series& all, const std::vector<double>& window) {
  const auto [first, count] = inside(all.x, window);
  Series part = all;
  part.x = all.x.segment(first, count);
  part.y = all.y.segment(first, count);
  return part;
}

// Cases over each other, and their differences from the reference.
void add_overlays(const std::string& curve, const ComparedCase& reference, const std::vector<ComparedCase>& cases,
                  const std::vector<double>& window, RunRecord& record) {
  const auto base = reference.curves.find(curve);
  if (base == reference.curves.end()) return;
  const std::string unit = reference.units.at(curve);
  Curve overlay, deviation;
  overlay.section = deviation.section = "Comparison";
  std::string label = curve;
  std::replace(label.begin(), label.end(), '_', ' ');
  overlay.title = label;
  deviation.title = fmt::format("{}: deviation from {}", label, reference.name);
  overlay.x = deviation.x = reference.over;
  overlay.y = {unit == "N" ? "force" : "value", unit, false};
  deviation.y = {"share of the peak, %", "", false};
  const double peak = largest(base->second);
  for (const ComparedCase& one : cases) {
    const auto own = one.curves.find(curve);
    if (own == one.curves.end() || own->second.size() != base->second.size()) continue;
    overlay.series.push_back({one.name, one.angle, own->second});
    overlay.series.back().reference = one.name == reference.name;
    if (one.name != reference.name)
      deviation.series.push_back({one.name, one.angle, 100 / peak * (own->second - base->second)});
  }
  if (overlay.series.size() < 2) return;
  record.curves.push_back(overlay);
  record.curves.push_back(std::move(deviation));
  if (window.empty()) return;
  overlay.title += ", " + words(window);
  for (Series& series : overlay.series) series = inside(series, window);
  record.curves.push_back(std::move(overlay));
}

}  // namespace

TableSchema<ComparisonInput> comparison_table() {
  using C = ComparisonInput;
  return TableSchema<C>("compare", "Compares the cases of a study with one of them.")
      .texts("against", &C::references, "Names of the cases that the others are compared with.")
      .required()
      .text("stage", &C::stage, "The stage whose curves and cost are compared.")
      .required()
      .named_texts("curves", &C::curves, "Names for the table, and the recorded curves they stand for.")
      .texts("quantities", &C::quantities, "Quantities whose differences are wanted too.")
      .list("window", Kind::time, &C::window, "Part of the time that is drawn and compared once more, from and to.", 2);
}

ComparedCase compared_case(const ComparisonInput& in, const std::string& name, const RunResult& result) {
  ComparedCase out;
  out.name = name;
  const std::string link = link_name(in.stage);
  auto group = result.arrays.find("cycle/" + link);
  if (group == result.arrays.end()) group = result.arrays.find("curves/" + link);
  if (group != result.arrays.end() && !group->second.empty()) {
    const NamedArray& over = group->second.front();
    out.angle = over.values.reshaped();
    out.over = {over.name, over.unit, false};
    for (const auto& [label, curve] : in.curves)
      for (const NamedArray& array : group->second)
        if (array.name == curve) {
          out.curves[label] = array.values.reshaped();
          out.units[label] = array.unit;
        }
  }
  for (const std::string& quantity : in.quantities)
    if (const Quantity* q = find_quantity(result.record, quantity); q && q->value) out.quantities[quantity] = *q->value;
  for (const StageRecord& stage : result.record.stages)
    if (stage.name == in.stage && stage.status == StageStatus::done) out.cpu_s = stage.cpu_s;
  return out;
}

void add_comparison(const ComparisonInput& in, const std::vector<ComparedCase>& cases, RunRecord& record) {
  const auto add = [&](Table table) {
    for (auto& column : table.columns)
      std::replace(column.name.begin(), column.name.end(), '_', ' ');  // lets them wrap
    record.tables.push_back(std::move(table));
  };
  for (const std::string& name : in.references) {
    const ComparedCase* reference = case_named(cases, name);
    if (!reference) {
      record.warnings.push_back(fmt::format("no comparison with '{}': that case has no results", name));
      continue;
    }
    const bool first = name == in.references.front();
    add(deviation_table(in, *reference, first, cases, record));
    add(largest_deviation_table(in, *reference, first, cases, record));
    if (!in.window.empty()) add(window_table(in, *reference, first, cases, record));
    if (first)
      for (const auto& curve : in.curves) add_overlays(curve.first, *reference, cases, in.window, record);
  }
}

}  // namespace trunnion
