#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/forces/film_coefficients.h"
#include "trunnion/forces/flexible_film_force.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/bearing_curves.h"
#include "trunnion/run/film_warnings.h"
#include "trunnion/run/mechanism_stages.h"
#include "trunnion/system/assembly.h"
#include "trunnion/system/pair_terms.h"

namespace trunnion {
namespace {

constexpr double lost_limit = 1e-3;  // share of the oil that passed

std::vector<FilmInstant> film_instants(const FilmElement& film, const std::vector<Snapshot>& snapshots) {
  std::vector<FilmInstant> out;
  for (const Snapshot& s : snapshots)
    if (FilmFields f = film_fields(*film.film, s.history[film.slot]); f.known) out.push_back({s.t, std::move(f)});
  return out;
}

// Fields of all pictures for the results file: instants x nodes.
std::vector<NamedArray> film_arrays(const FilmGrid& grid, const std::vector<FilmInstant>& instants) {
  const auto rows = static_cast<Index>(instants.size());
  VectorXd time(rows);
  MatrixXd pressure(rows, grid.size()), gap = pressure, theta = pressure, contact = pressure;
  for (Index k = 0; k < rows; ++k) {
    const FilmInstant& at = instants[static_cast<std::size_t>(k)];
    time[k] = at.time;
    pressure.row(k) = at.fields.pressure.transpose();
    gap.row(k) = at.fields.gap.transpose();
    theta.row(k) = at.fields.theta.transpose();
    contact.row(k) = at.fields.contact.transpose();
  }
  return {{"time", "s", std::move(time)},
          {"angle", "rad", grid.along},
          {"across", "m", grid.across},
          {"pressure", "Pa", std::move(pressure)},
          {"thickness", "m", std::move(gap)},
          {"fill_ratio", "", std::move(theta)},
          {"asperity_pressure", "Pa", std::move(contact)}};
}

// The picture with the highest pressure, and the last one.
std::vector<const Snapshot*> shown_pictures(const FilmElement& film, const std::vector<Snapshot>& snapshots) {
  std::vector<const Snapshot*> known;
  std::vector<double> peak;
  for (const Snapshot& s : snapshots)
    if (const FilmFields f = film_fields(*film.film, s.history[film.slot]); f.known) {
      known.push_back(&s);
      peak.push_back(f.pressure.maxCoeff());
    }
  if (known.empty()) return {};
  const Snapshot* fullest = known[static_cast<std::size_t>(std::max_element(peak.begin(), peak.end()) - peak.begin())];
  if (fullest == known.back()) return {fullest};
  return {fullest, known.back()};
}

/// Coefficients of films, and of thrust films against tilts.
struct CoefficientTables {
  Table across, tilts;
};

// Stiffness and damping of one film in the axes of its housing marker, as rows of the tables and as quantities.
void add_row(const std::string& name, const std::string& suffix, FilmShape shape, const FilmCoefficients& c,
             CoefficientTables& tables, MechanismResult& out) {
  const std::string label = suffix.empty() ? name : name + ", faces yield";
  std::vector<Cell>& row = tables.across.rows.emplace_back();
  row.push_back({label, {}});
  const auto quantity = [&](const std::string& key, double value) {
    out.quantities.push_back({fmt::format("bearing.{}.{}{}", name, key, suffix), value, ""});
  };
  const bool journal = shape == FilmShape::journal;
  for (const auto& [letter, matrix] : {std::pair{"k", &c.stiffness}, {"c", &c.damping}})
    for (const auto& [axes, i, j] : {std::tuple{"xx", 0, 0}, {"xy", 0, 1}, {"yx", 1, 0}, {"yy", 1, 1}}) {
      row.push_back(journal ? Cell{(*matrix)(i, j), {}} : Cell{});
      if (journal) quantity(fmt::format("{}_{}", letter, axes), (*matrix)(i, j));
    }
  row.push_back(journal ? Cell{} : Cell{c.stiffness(2, 2), {}});
  row.push_back(journal ? Cell{} : Cell{c.damping(2, 2), {}});
  if (journal) return;
  constexpr std::array axes{"z", "tilt_x", "tilt_y"};
  for (const auto& [letter, title, matrix] :
       {std::tuple{"k", "stiffness", &c.stiffness}, {"c", "damping", &c.damping}}) {
    std::vector<Cell>& tilts = tables.tilts.rows.emplace_back();
    tilts.push_back({fmt::format("{}, {}", label, title), {}});
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j) {
        const double value = (*matrix)(2 + i, 2 + j);
        tilts.push_back({value, {}});
        const auto place = [&](Index k) { return axes[static_cast<std::size_t>(k)]; };
        quantity(i == 0 && j == 0 ? fmt::format("{}_zz", letter) : fmt::format("{}_{}_{}", letter, place(i), place(j)),
                 value);
      }
  }
}

// A film on flexible bodies: with the shape its faces have, and with faces that follow the pressure.
void add_flexible_rows(const MechanismRun& run, std::size_t f, const FlexibleFilmForce& law, Workspace& work,
                       CoefficientTables& tables, MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  const BodyForceElement& element = m.body_forces[f];
  Index modes = 0, at = 0;
  for (const Index b : element.bodies) modes += m.bodies[b].num_modes();
  MatrixXd stiffness = MatrixXd::Zero(modes, modes);
  for (const Index b : element.bodies) {
    const Index n = m.bodies[b].num_modes();
    if (n > 0) stiffness.block(at, at, n, n) = m.bodies[b].stiffness;
    at += n;
  }
  const FlexibleFilmCoefficients c = film_coefficients(law, run.state.t, motions_of(m, run.state, work, element),
                                                       run.state.history[m.marker_forces.size() + f], stiffness);
  add_row(element.name, "", law.data().shape, c.held, tables, out);
  add_row(element.name, "_yielding", law.data().shape, c.yielding, tables, out);
}

// How the force on the shaft answers small motions of it, at the end of a steady stage.
void add_coefficients(const StageInput& stage, const MechanismRun& run, MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  Workspace work(m);
  update_kinematics(m, run.state, work);
  CoefficientTables tables;
  Table& table = tables.across;
  table.section = tables.tilts.section = stage.name;
  tables.tilts.title = "Stiffness and damping of thrust films against tilts";
  tables.tilts.detail =
      "Change of force along z and of moments about x and y on the collar against its motion along z and its tilts "
      "about x and y, housing marker: N/m, N/rad, N m/m, N m/rad; damping those times s. Tilts stand still in space.";
  tables.tilts.columns = {{"bearing", "", true}};
  for (const char* of : {"force", "moment x", "moment y"})
    for (const char* by : {"z", "tilt x", "tilt y"})
      tables.tilts.columns.push_back({fmt::format("{} by {}", of, by), "", false});
  table.title = "Stiffness and damping of films";
  table.detail =
      "Change of the force on the shaft against small motions of it, in the axes of the housing marker; the film "
      "follows without delay. Journals: stiffness k and damping c across the axis; thrust bearings: along it. Faces of "
      "flexible bodies keep their shape, or yield: they follow the pressure without inertia, the limit of slow "
      "motions.";
  table.columns = {{"bearing", "", true},    {"k xx", "N/m", false},   {"k xy", "N/m", false},
                   {"k yx", "N/m", false},   {"k yy", "N/m", false},   {"c xx", "N s/m", false},
                   {"c xy", "N s/m", false}, {"c yx", "N s/m", false}, {"c yy", "N s/m", false},
                   {"k zz", "N/m", false},   {"c zz", "N s/m", false}};
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
    const MarkerForceElement& element = m.marker_forces[f];
    const auto* law = dynamic_cast<const FilmBearingForce*>(element.law.get());
    if (!law) continue;
    const FilmCoefficients c =
        film_coefficients(*law, run.state.t, pair_motion(work, element.I, element.J), run.state.history[f]);
    add_row(element.name, "", law->shape(), c, tables, out);
  }
  for (std::size_t f = 0; f < m.body_forces.size(); ++f)
    if (const auto* law = dynamic_cast<const FlexibleFilmForce*>(m.body_forces[f].law.get()))
      add_flexible_rows(run, f, *law, work, tables, out);
  for (Table* filled : {&tables.across, &tables.tilts})
    if (!filled->rows.empty()) out.tables.push_back(std::move(*filled));
}

/// The curve of extremes over all steps where the stage has one, else the recorded one.
const std::vector<double>& all_steps(const BearingCurves& curve, const char* extremes, const char* recorded) {
  return curve(curve.has(extremes) ? extremes : recorded);
}
double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double greatest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

// How far meshed faces lie off round or plane ones, undeformed.
void add_shapes(const FilmElement& film, MechanismResult& out) {
  if (!film.faces) return;
  for (const auto& [key, face] :
       {std::pair{"shaft_shape", film.faces->reversed ? &film.faces->surface_J : &film.faces->surface_I},
        {"housing_shape", film.faces->reversed ? &film.faces->surface_I : &film.faces->surface_J}})
    if (face->meshed())
      out.quantities.push_back({fmt::format("bearing.{}.{}", film.name, key), face->high - face->low, ""});
}

}  // namespace

void add_film_figures(const StageInput& stage, const MechanismRun& run, const TimeRecord& record,
                      MechanismResult& out) {
  const std::vector<FilmElement> films = film_elements(run.built.mechanism);
  if (films.empty() || record.t.empty() || record.snapshots.empty()) return;
  const bool over_time = stage.type == StageType::transient;
  Table table;
  table.section = stage.name;
  table.title = "Oil films";
  table.detail = over_time ? "Extremes over all steps, means over the stage. Oil not explained: growth of the film's "
                             "content less what flowed in, the most at any time, over all that passed."
                           : "At the end of the stage.";
  table.columns = {
      {"bearing", "", true},          {"peak force", "N", false},           {"smallest film", "m", false},
      {"peak pressure", "Pa", false}, {"oil through", "m^3/s", false},      {"power loss", "W", false},
      {"broken up, %", "", false},    {"carried by contact, %", "", false}, {"oil not explained, %", "", false}};
  for (const FilmElement& film : films) {
    const BearingCurves curve(record, film.name);
    std::vector<Cell>& row = table.rows.emplace_back();
    row.push_back({film.name, {}});
    row.push_back({greatest(all_steps(curve, "largest_force", "force")), {}});
    const auto mean = [&](const char* name) {
      return over_time && record.t.size() > 1 ? curve.mean(name) : curve(name).back();
    };
    put_figure(film.name, "min_film", least(all_steps(curve, "least_film", "min_film")), out, row);
    put_figure(film.name, "max_pressure", greatest(all_steps(curve, "largest_pressure", "max_pressure")), out, row);
    put_figure(film.name, "mean_flow", mean("flow"), out, row);
    put_figure(film.name, "mean_power_loss", mean("power_loss"), out, row);
    put_figure(film.name, "cavitated_percent", 100 * mean("cavitated"), out, row);
    put_figure(film.name, "contact_percent", 100 * curve.largest("contact_share"), out, row);
    const FilmFields last = film_fields(*film.film, record.snapshots.back().history[film.slot]);
    const double lost = last.passed > 0 ? last.most_unexplained / last.passed : 0;
    put_figure(film.name, "oil_unexplained_percent", 100 * lost, out, row);
    if (over_time)
      out.record.balances.push_back(
          {fmt::format("Oil in '{}', not explained over what passed", film.name), "all steps", lost, lost_limit, ""});
    for (const std::string& sentence :
         limit_warnings(film.film->film.oil,
                        {last.reynolds_number, greatest(all_steps(curve, "largest_oil_pressure", "max_oil_pressure"))}))
      out.record.warnings.push_back(fmt::format("bearing '{}': {}", film.name, sentence));
    add_shapes(film, out);
    if (film.faces)
      for (std::string& sentence : face_warnings(film, room_of(film, run.built.mechanism, record.snapshots.front().x)))
        out.record.warnings.push_back(std::move(sentence));
    for (std::string& sentence : film_warnings(film, last, over_time))
      out.record.warnings.push_back(std::move(sentence));
    for (const Snapshot* s : shown_pictures(film, record.snapshots)) {
      const std::string when = over_time ? fmt::format("'{}' at {:.4g} s", film.name, s->t)
                                         : fmt::format("'{}' after '{}'", film.name, stage.name);
      for (MatrixMap& map :
           film_maps(stage.name, when, film.film->film.grid, film_fields(*film.film, s->history[film.slot])))
        out.matrices.push_back(std::move(map));
    }
    const FilmGrid& grid = film.film->film.grid;
    const std::vector<FilmInstant> instants = film_instants(film, record.snapshots);
    if (over_time)
      for (MatrixMap& map : moving_film_maps(stage.name, film.name, grid, instants))
        out.matrices.push_back(std::move(map));
    out.arrays[fmt::format("films/{}/{}", link_name(stage.name), link_name(film.name))] = film_arrays(grid, instants);
  }
  out.tables.push_back(std::move(table));
  if (stage.type == StageType::steady) add_coefficients(stage, run, out);
}

}  // namespace trunnion
