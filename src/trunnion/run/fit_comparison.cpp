#include "trunnion/run/fit_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double counts_from = 0.01;  // share of the largest pressure: below, relative errors say nothing

Cell seconds(const RunRecord& record, const std::string& quantity) {
  const Quantity* found = find_quantity(record, quantity);
  return found && found->value ? Cell{*found->value, {}} : Cell{};
}

// All fits of the body in one list.
PressureError error_of(const std::vector<StageFit>& full, const std::map<std::string, FitField>& reduced) {
  std::vector<double> p, reference;
  for (const StageFit& fit : full) {
    const auto same = reduced.find(fit.name);
    if (same == reduced.end() || same->second.pressure.size() != fit.field.pressure.size())
      throw SolveError(
          fmt::format("the reduced body has no fit '{}' with the same {} points", fit.name, fit.field.pressure.size()));
    p.insert(p.end(), same->second.pressure.begin(), same->second.pressure.end());
    reference.insert(reference.end(), fit.field.pressure.begin(), fit.field.pressure.end());
  }
  return pressure_error(Eigen::Map<VectorXd>(p.data(), static_cast<Index>(p.size())),
                        Eigen::Map<VectorXd>(reference.data(), static_cast<Index>(reference.size())));
}

void set_errors(const std::string& prefix, const PressureError& e, RunRecord& record) {
  for (const auto& [name, value] : {std::pair{"mean", e.mean}, {"max", e.max}, {"sd", e.deviation}, {"l2", e.l2}})
    set_quantity(record, fmt::format("{}{}_pressure_error_percent", prefix, name), 100 * value);
}

void set_reasons(const std::string& prefix, const std::string& reason, RunRecord& record) {
  for (const char* name : {"mean", "max", "sd", "l2"})
    set_missing(record, fmt::format("{}{}_pressure_error_percent", prefix, name), reason);
}

}  // namespace

PressureError pressure_error(const VectorXd& p, const VectorXd& reference) {
  PressureError e;
  const double limit = counts_from * reference.maxCoeff(), size = reference.norm();
  if (!(size > 0)) return e;
  e.l2 = (p - reference).norm() / size;
  Index count = 0;
  for (Index k = 0; k < p.size(); ++k) {
    if (!(reference[k] > limit)) continue;
    const double error = std::abs(p[k] - reference[k]) / reference[k];
    e.mean += error;
    e.deviation += error * error;
    e.max = std::max(e.max, error);
    ++count;
  }
  e.mean /= static_cast<double>(count);
  e.deviation = std::sqrt(std::max(0.0, e.deviation / static_cast<double>(count) - e.mean * e.mean));
  return e;
}

void compare_fits(const Model& model, const FinishedStages& finished, RunRecord& record) {
  Table table;
  table.section = "Statics";
  table.title = "Pressures of the reduced body against the full mesh";
  table.detail =
      "Relative errors at points above 1 % of the largest pressure; global: norm of all differences over the norm of "
      "all pressures. Times of solutions alone, without reduction, factorization and pictures.";
  table.columns = {{"step", "", true},       {"stage of the reduced body", "", true},
                   {"mean error, %", ""},    {"standard deviation, %", ""},
                   {"largest error, %", ""}, {"global error, %", ""},
                   {"full mesh", "s"},       {"reduced body", "s"}};
  for (const StageInput& stage : model.stages)
    for (const ContactStepInput& step : stage.steps) {
      if (step.compare.empty()) continue;
      const std::string prefix = fmt::format("{}.{}.", stage.name, step.name);
      const auto full = finished.fe.find(stage.name);
      const auto reduced = finished.fits.find(step.compare);
      const auto column = full == finished.fe.end()
                              ? std::vector<std::string>::const_iterator{}
                              : std::find(full->second.cases.begin(), full->second.cases.end(), step.name);
      if (full == finished.fe.end() || column == full->second.cases.end() || reduced == finished.fits.end()) {
        const std::string reason = fmt::format("{} has no equilibrium to compare",
                                               reduced == finished.fits.end() ? fmt::format("stage '{}'", step.compare)
                                                                              : fmt::format("step '{}'", step.name));
        set_reasons(prefix, reason, record);
        set_reasons("", reason, record);
        continue;
      }
      const auto c = static_cast<std::size_t>(column - full->second.cases.begin());
      const PressureError e = error_of(full->second.fits[c], reduced->second);
      set_errors(prefix, e, record);
      set_errors("", e, record);
      table.rows.push_back({{step.name, {}},
                            {step.compare, {}},
                            {100 * e.mean, {}},
                            {100 * e.deviation, {}},
                            {100 * e.max, {}},
                            {100 * e.l2, {}},
                            seconds(record, prefix + "wall_s"),
                            seconds(record, step.compare + ".solve_wall_s")});
    }
  if (!table.rows.empty()) record.tables.push_back(std::move(table));
}

}  // namespace trunnion
