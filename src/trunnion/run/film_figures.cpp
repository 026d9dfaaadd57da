#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/forces/film_coefficients.h"
#include "trunnion/forces/flexible_film_force.h"
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
  MatrixXd pressure(rows, grid.size()), gap = pressure, theta = pressure, contact = pressure;
  for (Index k = 0; k < rows; ++k) {
    pressure.row(k) = fields[static_cast<std::size_t>(k)].pressure.transpose();
    gap.row(k) = fields[static_cast<std::size_t>(k)].gap.transpose();
    theta.row(k) = fields[static_cast<std::size_t>(k)].theta.transpose();
    contact.row(k) = fields[static_cast<std::size_t>(k)].contact.transpose();
  }
  return {{"time", "s", Eigen::Map<const VectorXd>(times.data(), rows)},
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

// Stiffness and damping of one film in the axes of its housing marker, as a row of the table and as quantities.
void add_row(const std::string& name, const std::string& suffix, FilmShape shape, const Matrix3d& k, const Matrix3d& c,
             Table& table, MechanismResult& out) {
  std::vector<Cell>& row = table.rows.emplace_back();
  row.push_back({suffix.empty() ? name : name + ", faces yield", {}});
  const auto put = [&](const char* key, double value, bool shown) {
    row.push_back(shown ? Cell{value, {}} : Cell{});
    if (shown) out.quantities.push_back({fmt::format("bearing.{}.{}{}", name, key, suffix), value, ""});
  };
  const bool journal = shape == FilmShape::journal;
  put("k_xx", k(0, 0), journal);
  put("k_xy", k(0, 1), journal);
  put("k_yx", k(1, 0), journal);
  put("k_yy", k(1, 1), journal);
  put("c_xx", c(0, 0), journal);
  put("c_xy", c(0, 1), journal);
  put("c_yx", c(1, 0), journal);
  put("c_yy", c(1, 1), journal);
  put("k_zz", k(2, 2), !journal);
  put("c_zz", c(2, 2), !journal);
}

// A film on flexible bodies: with the shape its faces have, and with faces that follow the pressure.
void add_flexible_rows(const MechanismRun& run, Index f, const FlexibleFilmForce& law, Workspace& work, Table& table,
                       MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  const BodyForceElement& element = m.body_forces[f];
  std::vector<Index> modes;
  Index size = 0, moving = -1;
  for (std::size_t b = 0; b < element.bodies.size(); ++b) {
    const Body& body = m.bodies[element.bodies[b]];
    const auto place = static_cast<Index>(b);
    if (place == law.data().body_I || (law.data().body_I < 0 && place == law.data().body_J)) moving = size;
    for (Index k = 0; k < body.num_modes(); ++k) modes.push_back(size + 6 + k);
    size += body.size();
  }
  MatrixXd stiffness = MatrixXd::Zero(static_cast<Index>(modes.size()), static_cast<Index>(modes.size()));
  Index at = 0;
  for (const Index b : element.bodies) {
    const Index n = m.bodies[b].num_modes();
    if (n > 0) stiffness.block(at, at, n, n) = m.bodies[b].stiffness;
    at += n;
  }
  BodyTangent tangent{MatrixXd::Zero(size, size), MatrixXd::Zero(size, size)};
  CacheSlot slot;
  law.linearize({.t = run.state.t, .kind = StageKind::steady}, motions_of(m, run.state, work, element),
                run.state.history[m.marker_forces.size() + static_cast<std::size_t>(f)], slot, tangent);
  const Marker& J = law.data().J;
  Matrix3d A = J.A0;
  if (J.body >= 0) {
    MarkerKinematics kinematics;
    update_marker(J, work.poses[J.body], VectorXd::Zero(m.bodies[J.body].size()), kinematics);
    A = kinematics.motion.R;
  }
  const FilmCoefficients held = held_coefficients(tangent, moving),
                         yielding = yielding_coefficients(tangent, moving, modes, stiffness);
  add_row(element.name, "", law.data().shape, A.transpose() * held.stiffness * A, A.transpose() * held.damping * A,
          table, out);
  add_row(element.name, "_yielding", law.data().shape, A.transpose() * yielding.stiffness * A,
          A.transpose() * yielding.damping * A, table, out);
}

// How the force on the shaft answers small motions of it, at the end of a steady stage.
void add_coefficients(const StageInput& stage, const MechanismRun& run, MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  Workspace work(m);
  update_kinematics(m, run.state, work);
  Table table;
  table.section = stage.name;
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
    CacheSlot slot;
    const WrenchTangent t = law->linearize({.t = run.state.t, .kind = StageKind::steady},
                                           pair_motion(work, element.I, element.J), run.state.history[f], slot);
    add_row(element.name, "", law->shape(), -t.dx.topLeftCorner<3, 3>(), -t.dv.topLeftCorner<3, 3>(), table, out);
  }
  for (std::size_t f = 0; f < m.body_forces.size(); ++f)
    if (const auto* law = dynamic_cast<const FlexibleFilmForce*>(m.body_forces[f].law.get()))
      add_flexible_rows(run, static_cast<Index>(f), *law, work, table, out);
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
         limit_warnings(film.film->film.oil, {last.reynolds_number, curve.largest("max_oil_pressure")}))
      out.record.warnings.push_back(fmt::format("bearing '{}': {}", film.name, sentence));
    if (const double share = curve.largest("contact_share"); share > 0 && film.film->asperities.none())
      out.record.warnings.push_back(fmt::format(
          "bearing '{}': the film was used up, the guard carried up to {:.2g} % of the load", film.name, 100 * share));
    for (const Snapshot* s : shown_pictures(film, record.snapshots)) {
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
