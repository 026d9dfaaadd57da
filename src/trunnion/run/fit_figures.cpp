#include <fmt/format.h>

#include <algorithm>

#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {
namespace {

/// What the table of fits shows of a recorded curve, as the stage ends.
struct Figure {
  const char *output, *label, *unit;
  double factor = 1;
};
constexpr Figure figures[] = {{"mean_pressure", "mean pressure", "Pa"},      {"min_pressure", "least pressure", "Pa"},
                              {"max_pressure", "largest pressure", "Pa"},    {"open_share", "open area, %", "", 100},
                              {"sliding_share", "sliding area, %", "", 100}, {"torque", "torque", "N m"},
                              {"slip_work", "work of sliding", "J"}};

constexpr std::size_t most_frames = 40;  ///< of the surface rolled out
constexpr std::size_t most_judged = 16;  ///< states whose error is estimated

/// Some of all, evenly spread, the last one among them.
std::vector<Snapshot> evenly(const std::vector<Snapshot>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<Snapshot> some;
  for (std::size_t k = 0; k < most; ++k) some.push_back(all[k * (all.size() - 1) / (most - 1)]);
  return some;
}

/// All instants that were asked for; else some of those that were recorded.
std::vector<Snapshot> wanted(const StageInput& stage, const TimeRecord& record, std::size_t most) {
  return stage.mechanism.pictures_at.empty() ? evenly(record.snapshots, most) : record.snapshots;
}

}  // namespace

void add_fit_figures(const StageInput& stage, const BuiltMechanism& built, const Axis& over, const TimeRecord& record,
                     MechanismResult& out) {
  const std::vector<FitElement> fits = fit_elements(built.mechanism);
  if (fits.empty() || record.t.empty() || record.snapshots.empty()) return;
  Table table;
  table.section = stage.name;
  table.title = "Fits";
  table.detail = "At the end of the stage. Sliding: on the limit of friction; torque: about the axis of the fit.";
  table.columns = {{"fit", "", true}};
  for (const Figure& figure : figures) table.columns.push_back({figure.label, figure.unit});
  for (const FitElement& fit : fits) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.push_back({fit.name, {}});
    out.quantities.push_back({fmt::format("{}.{}.interference", stage.name, fit.name),
                              fit.force->interference().dot(fit.force->fit().area) / fit.force->fit().area.sum(), ""});
    for (const Figure& figure : figures) {
      const double value = record.find(fmt::format("fit.{}.{}", fit.name, figure.output))->values.back();
      row.push_back({figure.factor * value, {}});
      out.quantities.push_back({fmt::format("{}.{}.{}", stage.name, fit.name, figure.output), value, ""});
    }
    FitField field = field_at(built.mechanism, fit, record.snapshots.back());
    const double duration = record.snapshots.back().t - record.snapshots.front().t;
    if (stage.type == StageType::transient && duration > 0)  // where a joint wears and frets
      field.power = (field.work - field_at(built.mechanism, fit, record.snapshots.front()).work) / duration;
    const std::string title =
        fits.size() > 1 ? fmt::format("'{}' after '{}'", fit.name, stage.name) : fmt::format("after '{}'", stage.name);
    const FitSurface surface = surface_of(fit);
    if (record.snapshots.size() > 1) {
      UnrolledScene rolled(stage.name, fit.name, surface, over);
      MeanPower power;
      for (const Snapshot& snapshot : wanted(stage, record, most_frames)) {
        FitField at = field_at(built.mechanism, fit, snapshot, out.fits);
        if (stage.type == StageType::transient) power.add(snapshot.t, at);
        rolled.add_frame(snapshot.t, at);
      }
      out.scenes.insert(out.scenes.begin(), rolled.scene());  // pages open with the last one
    }
    for (MatrixMap& map : unrolled_maps(stage.name, title, surface, field)) out.matrices.push_back(std::move(map));
    out.arrays[fmt::format("fits/{}/{}", link_name(stage.name), link_name(fit.name))] = point_arrays(surface, field);
    if (!out.fits.contains(fit.name)) out.fits[fit.name] = {fit, "s", {record.t.back()}, {field}};
  }
  out.tables.push_back(std::move(table));
  if (stage.mechanism.error_indicator) out.fit_states = wanted(stage, record, most_judged);
}

}  // namespace trunnion
