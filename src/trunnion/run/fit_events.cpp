#include "trunnion/run/fit_events.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {

namespace {

/// Root of the parabola through three points k - 2, k - 1, k, as a way from point k - 1 in the direction of point k.
std::optional<double> root_after(const std::vector<double>& x, const std::vector<double>& y, std::size_t k) {
  const double width = x[k] - x[k - 1], slope = (y[k] - y[k - 1]) / width;
  const double before = (y[k - 1] - y[k - 2]) / (x[k - 1] - x[k - 2]), c = (slope - before) / (x[k] - x[k - 2]);
  // y = y_k-1 + b s + c s^2 with s = x - x_k-1
  const double b = slope - c * width, under_root = b * b - 4 * c * y[k - 1];
  if (under_root < 0) return std::nullopt;
  return -2 * y[k - 1] / (b + std::copysign(std::sqrt(under_root), b));
}

}  // namespace

std::optional<double> first_rise(const std::vector<double>& x, const std::vector<double>& y) {
  if (y.empty() || y[0] >= 0) return std::nullopt;
  std::size_t k = 1;
  while (k < y.size() && y[k] < 0) ++k;
  if (k == y.size()) return std::nullopt;
  const double width = x[k] - x[k - 1], line = x[k - 1] - y[k - 1] * width / (y[k] - y[k - 1]);
  if (k == 1) return line;
  const auto s = root_after(x, y, k);
  return s && *s / width >= 0 && *s / width <= 1 ? x[k - 1] + *s : line;
}

std::optional<double> next_rise(const std::vector<double>& x, const std::vector<double>& y, double limit) {
  const std::size_t n = y.size();
  if (n < 3 || y.back() >= 0) return std::nullopt;
  const auto s = root_after(x, y, n - 1);
  if (!s) return std::nullopt;
  const double at = x[n - 2] + *s, along = limit - x[n - 1];
  return (at - x[n - 1]) * along > 0 && (limit - at) * along >= 0 ? std::optional(at) : std::nullopt;
}

void add_fit_events(const StageInput& stage, const BuiltMechanism& built, const Axis& over, const TimeRecord& record,
                    MechanismResult& out) {
  const std::vector<FitElement> fits = fit_elements(built.mechanism);
  if (fits.empty() || record.t.size() < 2) return;
  Table table;
  table.section = stage.name;
  table.title = "Where fits open";
  table.detail = fmt::format("Over {}, between the positions of the sweep.", over.label);
  table.columns = {{"fit", "", true}, {"first point opens at", over.unit}, {"comes off at", over.unit}};
  for (const FitElement& fit : fits) {
    std::vector<Cell> row{{fit.name, {}}};
    bool any = false;
    for (const auto& [curve, name] : {std::pair{"max_gap", "opens_at"}, {"min_gap", "comes_off_at"}}) {
      const auto at = first_rise(record.t, record.find(fmt::format("fit.{}.{}", fit.name, curve))->values);
      row.push_back(at ? Cell{*at, {}} : Cell{});
      any = any || at;
      if (at) out.quantities.push_back({fmt::format("{}.{}.{}", stage.name, fit.name, name), at, ""});
    }
    if (any) table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) out.tables.push_back(std::move(table));
}

bool tell_of_opening(const StageInput& stage, const Axis& over, const VectorXd& tried, const TimeRecord& record,
                     MechanismRun& run, MechanismResult& out) {
  const auto next = static_cast<Index>(record.t.size());
  if (next == 0 || next >= tried.size()) return false;
  bool any = false;
  for (const FitElement& fit : fit_elements(run.built.mechanism)) {
    const auto ends = [&](const char* curve) {
      return next_rise(record.t, record.find(fmt::format("fit.{}.{}", fit.name, curve))->values, tried[next]);
    };
    const auto off = ends("min_gap");
    if (!off) continue;
    any = true;
    out.ended = fmt::format("the fit '{}' comes off at {} = {:.5g} {}", fit.name, over.label, *off, over.unit);
    out.record.warnings.push_back(
        fmt::format("{}: its gaps, followed beyond the last equilibrium at {:.5g} {}, reach zero there", out.ended,
                    record.t.back(), over.unit));
    out.quantities.push_back({fmt::format("{}.{}.comes_off_at", stage.name, fit.name), off, ""});
    if (const auto opens = ends("max_gap"))
      out.quantities.push_back({fmt::format("{}.{}.opens_at", stage.name, fit.name), opens, ""});
  }
  return any;
}

}  // namespace trunnion
