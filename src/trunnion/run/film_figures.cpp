#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/bearing_curves.h"
#include "trunnion/run/film_pictures.h"
#include "trunnion/run/mechanism_stages.h"
#include "trunnion/system/assembly.h"
#include "trunnion/system/pair_terms.h"

namespace trunnion {
namespace {

constexpr double lost_limit = 1e-3;  // share of the oil that passed

// Fields of all pictures for the results file: instants x nodes.
std::vector<NamedArray> film_arrays(const FilmElement& film, const std::vector<Snapshot>& snapshots) {
  const FilmGrid& grid = film.film->film.grid;
  std::vector<FilmFields> fields;
  std::vector<double> times;
  for (const Snapshot& s : snapshots)
    if (FilmFields f = film_fields(*film.film, s.history[film.slot]); f.known) {
      fields.push_back(std::move(f));
      times.push_back(s.t);
    }
  const auto rows = static_cast<Index>(fields.size());
  MatrixXd pressure(rows, grid.size()), gap = pressure, theta = pressure;
  for (Index k = 0; k < rows; ++k) {
    pressure.row(k) = fields[static_cast<std::size_t>(k)].pressure.transpose();
    gap.row(k) = fields[static_cast<std::size_t>(k)].gap.transpose();
    theta.row(k) = fields[static_cast<std::size_t>(k)].theta.transpose();
  }
  return {{"time", "s", Eigen::Map<const VectorXd>(times.data(), rows)},
          {"angle", "rad", grid.along},
          {"across", "m", grid.across},
          {"pressure", "Pa", std::move(pressure)},
          {"thickness", "m", std::move(gap)},
          {"fill_ratio", "", std::move(theta)}};
}

// The picture with the highest pressure.
const Snapshot* fullest(const FilmElement& film, const std::vector<Snapshot>& snapshots) {
  const Snapshot* best = nullptr;
  double peak = -1e300;
  for (const Snapshot& s : snapshots) {
    const FilmFields f = film_fields(*film.film, s.history[film.slot]);
    if (f.known && f.pressure.maxCoeff() > peak) {
      peak = f.pressure.maxCoeff();
      best = &s;
    }
  }
  return best;
}

// How the force on the journal answers small motions of it, at the end of a steady stage.
void add_coefficients(const StageInput& stage, const MechanismRun& run, MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  Workspace work(m);
  update_kinematics(m, run.state, work);
  Table table;
  table.section = stage.name;
  table.title = "Stiffness and damping of films";
  table.detail =
      "Change of the force on the shaft against small motions of it, in the axes of the housing marker; the film "
      "follows "
      "without delay. Journals: stiffness k and damping c across the axis; thrust bearings: along it.";
  table.columns = {{"bearing", "", true},    {"k xx", "N/m", false},   {"k xy", "N/m", false},
                   {"k yx", "N/m", false},   {"k yy", "N/m", false},   {"c xx", "N s/m", false},
                   {"c xy", "N s/m", false}, {"c yx", "N s/m", false}, {"c yy", "N s/m", false},
                   {"k zz", "N/m", false},   {"c zz", "N s/m", false}};
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
    const MarkerForceElement& element = m.marker_forces[f];
    const auto* law = dynamic_cast<const FilmBearingForce*>(element.law.get());
    if (!law) continue;
    CacheSlot slot;
    const WrenchTangent t = law->linearize({.t = run.state.t, .kind = StageKind::steady},
                                           pair_motion(work, element.I, element.J), run.state.history[f], slot);
    std::vector<Cell>& row = table.rows.emplace_back();
    row.push_back({element.name, {}});
    const auto put = [&](const char* name, double value, bool shown) {
      row.push_back(shown ? Cell{value, {}} : Cell{});
      if (shown) out.quantities.push_back({fmt::format("bearing.{}.{}", element.name, name), value, ""});
    };
    const bool journal = law->shape() == FilmShape::journal;
    put("k_xx", -t.dx(0, 0), journal);
    put("k_xy", -t.dx(0, 1), journal);
    put("k_yx", -t.dx(1, 0), journal);
    put("k_yy", -t.dx(1, 1), journal);
    put("c_xx", -t.dv(0, 0), journal);
    put("c_xy", -t.dv(0, 1), journal);
    put("c_yx", -t.dv(1, 0), journal);
    put("c_yy", -t.dv(1, 1), journal);
    put("k_zz", -t.dx(2, 2), !journal);
    put("c_zz", -t.dv(2, 2), !journal);
  }
  if (!table.rows.empty()) out.tables.push_back(std::move(table));
}

double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

}  // namespace

void add_film_figures(const StageInput& stage, const MechanismRun& run, const TimeRecord& record,
                      MechanismResult& out) {
  const std::vector<FilmElement> films = film_elements(run.built.mechanism);
  if (films.empty() || record.t.empty() || record.snapshots.empty()) return;
  const bool over_time = stage.type == StageType::transient;
  Table table;
  table.section = stage.name;
  table.title = "Oil films";
  table.detail = over_time ? "Extremes and means over the stage. Oil not explained: of cells that break up or fill, "
                             "over all that passed."
                           : "At the end of the stage.";
  table.columns = {
      {"bearing", "", true},          {"peak force", "N", false},           {"smallest film", "m", false},
      {"peak pressure", "Pa", false}, {"oil through", "m^3/s", false},      {"power loss", "W", false},
      {"broken up, %", "", false},    {"carried by contact, %", "", false}, {"oil not explained, %", "", false}};
  for (const FilmElement& film : films) {
    const BearingCurves curve(record, film.name);
    std::vector<Cell>& row = table.rows.emplace_back();
    row.push_back({film.name, {}});
    row.push_back({curve.largest("force"), {}});
    const auto mean = [&](const char* name) {
      return over_time && record.t.size() > 1 ? curve.mean(name) : curve(name).back();
    };
    put_figure(film.name, "min_film", least(curve("min_film")), out, row);
    put_figure(film.name, "max_pressure", curve.largest("max_pressure"), out, row);
    put_figure(film.name, "mean_flow", mean("flow"), out, row);
    put_figure(film.name, "mean_power_loss", mean("power_loss"), out, row);
    put_figure(film.name, "cavitated_percent", 100 * mean("cavitated"), out, row);
    put_figure(film.name, "contact_percent", 100 * curve.largest("contact_share"), out, row);
    const FilmFields last = film_fields(*film.film, record.snapshots.back().history[film.slot]);
    const double lost = last.passed > 0 ? std::abs(last.unexplained) / last.passed : 0;
    put_figure(film.name, "oil_unexplained_percent", 100 * lost, out, row);
    if (over_time)
      out.record.balances.push_back(
          {fmt::format("Oil in '{}', not explained over what passed", film.name), "all steps", lost, lost_limit, ""});
    for (const std::string& sentence :
         limit_warnings(film.film->film.oil, {last.reynolds_number, curve.largest("max_pressure")}))
      out.record.warnings.push_back(fmt::format("bearing '{}': {}", film.name, sentence));
    if (const double share = curve.largest("contact_share"); share > 0 && film.film->asperities.none())
      out.record.warnings.push_back(fmt::format(
          "bearing '{}': the film was used up, the guard carried up to {:.2g} % of the load", film.name, 100 * share));
    if (const Snapshot* s = fullest(film, record.snapshots)) {
      const std::string when = over_time ? fmt::format("'{}' at {:.4g} s", film.name, s->t)
                                         : fmt::format("'{}' after '{}'", film.name, stage.name);
      for (MatrixMap& map :
           film_maps(stage.name, when, film.film->film.grid, film_fields(*film.film, s->history[film.slot])))
        out.matrices.push_back(std::move(map));
    }
    out.arrays[fmt::format("films/{}/{}", link_name(stage.name), link_name(film.name))] =
        film_arrays(film, record.snapshots);
  }
  out.tables.push_back(std::move(table));
  if (stage.type == StageType::steady) add_coefficients(stage, run, out);
}

}  // namespace trunnion
