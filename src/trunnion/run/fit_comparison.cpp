#include "trunnion/run/fit_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/base/units.h"
#include "trunnion/model/compared_place.h"

namespace trunnion {
namespace {

constexpr double counts_from = 0.01;  // share of the largest pressure: below, relative errors say nothing
constexpr double same_place = 1e-6;   // of a sweep's range

Cell seconds(const RunRecord& record, const std::string& quantity) {
  const Quantity* found = find_quantity(record, quantity);
  return found && found->value ? Cell{*found->value, {}} : Cell{};
}

/// The position of a stage that a step is compared with.
struct Compared {
  std::size_t position = 0;
  std::string missing;  ///< why there is none; empty: there is
};

Compared compared_position(const ComparedPlace& place, const FinishedStages& finished) {
  const auto stage = finished.fits.find(place.stage);
  if (stage == finished.fits.end()) return {0, fmt::format("stage '{}' has no equilibrium to compare", place.stage)};
  const FitStates& states = stage->second.begin()->second;
  if (!place.at) return {states.at.size() - 1, ""};
  if (!(place.at->dimension == parse_unit(states.unit).dimension))
    return {0, fmt::format("compare names a position in {}, but positions of '{}' are in {}", text(place.at->dimension),
                           place.stage, states.unit)};
  const double wanted = place.at->value,
               near = same_place * std::max(std::abs(states.at.back() - states.at.front()), std::abs(wanted));
  std::size_t k = 0;
  while (k < states.at.size() && std::abs(states.at[k] - wanted) > near) ++k;
  if (k < states.at.size()) return {k, ""};
  const auto ended = finished.ended.find(place.stage);
  return {0, fmt::format("'{}' has no position at {:g} {}, its {} positions lie from {:g} to {:g} {}{}", place.stage,
                         wanted, states.unit, states.at.size(), states.at.front(), states.at.back(), states.unit,
                         ended == finished.ended.end() ? "" : ": " + ended->second)};
}

// All fits of the body in one list.
PressureError error_of(const std::vector<StageFit>& full, const std::map<std::string, FitStates>& reduced,
                       std::size_t position) {
  std::vector<double> p, reference;
  for (const StageFit& fit : full) {
    const auto same = reduced.find(fit.name);
    if (same == reduced.end() || same->second.fields[position].pressure.size() != fit.field.pressure.size())
      throw SolveError(
          fmt::format("the reduced body has no fit '{}' with the same {} points", fit.name, fit.field.pressure.size()));
    const VectorXd& here = same->second.fields[position].pressure;
    p.insert(p.end(), here.begin(), here.end());
    reference.insert(reference.end(), fit.field.pressure.begin(), fit.field.pressure.end());
  }
  return pressure_error(Eigen::Map<VectorXd>(p.data(), static_cast<Index>(p.size())),
                        Eigen::Map<VectorXd>(reference.data(), static_cast<Index>(reference.size())));
}

/// Sliding areas over all of the area, of the reduced body and of the full mesh.
std::pair<double, double> sliding_shares(const std::vector<StageFit>& full,
                                         const std::map<std::string, FitStates>& reduced, std::size_t position) {
  double area = 0, of_reduced = 0, of_full = 0;
  for (const StageFit& fit : full) {
    const double size = fit.area.sum();
    area += size;
    of_reduced += size * shares_of(reduced.at(fit.name).fields[position], fit.area).sliding;
    of_full += size * shares_of(fit.field, fit.area).sliding;
  }
  return {of_reduced / area, of_full / area};
}

/// Maps of the reduced body behind those of the full mesh that show the same.
void add_maps(const StageInput& stage, const ContactStepInput& step, const std::map<std::string, FitStates>& reduced,
              std::size_t position, RunRecord& record) {
  const std::string full_mesh = "full mesh", reduced_body = "reduced body";
  for (const auto& [name, states] : reduced) {
    const std::string after =
        fmt::format("{}after step '{}', ", reduced.size() > 1 ? fmt::format("'{}' ", name) : "", step.name);
    for (MatrixMap& map :
         unrolled_maps(stage.name, after + reduced_body, surface_of(states.fit), states.fields[position])) {
      const std::string beside = map.title.substr(0, map.title.size() - reduced_body.size()) + full_mesh;
      auto place = std::find_if(record.matrices.begin(), record.matrices.end(), [&](const MatrixMap& other) {
        return other.section == stage.name && other.title == beside;
      });
      if (place != record.matrices.end()) ++place;
      record.matrices.insert(place, std::move(map));
    }
  }
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

std::map<std::string, std::vector<NamedArray>> compare_fits(const Model& model, const FinishedStages& finished,
                                                            RunRecord& record) {
  std::map<std::string, std::vector<NamedArray>> arrays;
  Table table;
  table.section = "Statics";
  table.title = "Pressures of the reduced body against the full mesh";
  table.detail =
      "Relative errors at points above 1 % of the largest pressure; global: norm of all differences over the norm of "
      "all pressures. Times of solutions alone, without reduction, factorization and pictures.";
  table.columns = {{"step", "", true},       {"stage of the reduced body", "", true},
                   {"mean error, %", ""},    {"standard deviation, %", ""},
                   {"largest error, %", ""}, {"global error, %", ""},
                   {"sliding area, %", ""},  {"of the full mesh, %", ""},
                   {"full mesh", "s"},       {"reduced body", "s"}};
  for (const StageInput& stage : model.stages)
    for (const ContactStepInput& step : stage.steps) {
      if (step.compare.empty()) continue;
      const std::string prefix = fmt::format("{}.{}.", stage.name, step.name);
      const auto full = finished.fe.find(stage.name);
      const auto column = full == finished.fe.end()
                              ? std::vector<std::string>::const_iterator{}
                              : std::find(full->second.cases.begin(), full->second.cases.end(), step.name);
      const ComparedPlace place = compared_place(model, step.compare);
      Compared at = compared_position(place, finished);
      if (full == finished.fe.end() || column == full->second.cases.end())
        at.missing = fmt::format("step '{}' has no equilibrium to compare", step.name);
      if (!at.missing.empty()) {
        set_reasons(prefix, at.missing, record);
        set_reasons("", at.missing, record);
        continue;
      }
      const std::map<std::string, FitStates>& reduced = finished.fits.at(place.stage);
      const auto c = static_cast<std::size_t>(column - full->second.cases.begin());
      const PressureError e = error_of(full->second.fits[c], reduced, at.position);
      const auto [sliding, sliding_full] = sliding_shares(full->second.fits[c], reduced, at.position);
      if (place.at) {
        add_maps(stage, step, reduced, at.position, record);
        for (const auto& [name, states] : reduced)
          arrays[fmt::format("fits/{}/{}/{}", place.stage, step.name, name)] =
              point_arrays(surface_of(states.fit), states.fields[at.position]);
      }
      set_errors(prefix, e, record);
      set_errors("", e, record);
      table.rows.push_back({{step.name, {}},
                            {step.compare, {}},
                            {100 * e.mean, {}},
                            {100 * e.deviation, {}},
                            {100 * e.max, {}},
                            {100 * e.l2, {}},
                            {100 * sliding, {}},
                            {100 * sliding_full, {}},
                            seconds(record, prefix + "wall_s"),
                            place.at ? Cell{} : seconds(record, place.stage + ".solve_wall_s")});
    }
  if (!table.rows.empty()) record.tables.push_back(std::move(table));
  return arrays;
}

}  // namespace trunnion
