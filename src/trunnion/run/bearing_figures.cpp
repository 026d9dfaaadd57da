#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/forces/ball_bearing_force.h"
#include "trunnion/forces/journal_bearing_force.h"
#include "trunnion/lubrication/fit_error.h"
#include "trunnion/run/bearing_curves.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {

namespace {

/// Equivalent load of a history: cubic mean.
double mean_equivalent_load(const BallBearing& bearing, const LoadRatings& ratings, const BearingCurves& curve) {
  const auto &fx = curve("fx"), &fy = curve("fy"), &fz = curve("fz");
  const double cubes = curve.integral([&](std::size_t k) {
    return std::pow(dynamic_equivalent_load(bearing, ratings, std::hypot(fx[k], fy[k]), std::abs(fz[k])), 3);
  });
  return std::cbrt(cubes / curve.duration());
}

double largest_static_load(const BallBearing& bearing, const BearingCurves& curve) {
  const auto &fx = curve("fx"), &fy = curve("fy"), &fz = curve("fz");
  double largest = 0;
  for (std::size_t k = 0; k < fx.size(); ++k)
    largest = std::max(largest, static_equivalent_load(bearing, std::hypot(fx[k], fy[k]), std::abs(fz[k])));
  return largest;
}

std::vector<Cell> ball_row(const std::string& name, const BallBearingForce& force, const BearingCurves& curve,
                           MechanismResult& out) {
  std::vector<Cell> row{{name, {}}, {curve.largest("force"), {}}};
  put_figure(name, "peak_ball_load", curve.largest("ball_load"), out, row);
  put_figure(name, "peak_pressure", curve.largest("pressure"), out, row);
  const std::optional<LoadRatings>& ratings = force.ratings();
  if (!ratings) {
    row.resize(8);
    return row;
  }
  put_lives(name, force.data().bearing, *ratings, curve, out, row);
  put_figure(name, "mean_power_loss", curve.mean("power_loss"), out, row);
  return row;
}

std::vector<Cell> journal_row(const std::string& name, const JournalBearingForce& force, const BearingCurves& curve,
                              MechanismResult& out) {
  const auto &film = curve("min_film"), &contact = curve("contact_force");
  std::vector<Cell> row{{name, {}}, {curve.largest("force"), {}}};
  const double thinnest = *std::min_element(film.begin(), film.end()), ratio = curve.largest("eccentricity");
  put_figure(name, "min_film", thinnest, out, row);
  put_figure(name, "peak_eccentricity", ratio, out, row);
  put_figure(name, "mean_power_loss", curve.mean("power_loss"), out, row);
  const double share = curve.integral([&](std::size_t k) { return contact[k] > 0 ? 1.0 : 0.0; }) / curve.duration();
  put_figure(name, "contact_percent", 100 * share, out, row);
  if (share > 0)
    out.record.warnings.push_back(
        fmt::format("bearing '{}': the film was used up during {:.2g} % of the time and a contact carried up to {:.4g} "
                    "N; films this "
                    "thin are beyond the method",
                    name, 100 * share, curve.largest("contact_force")));
  const JournalFilm& data = force.bearing().film;
  if (data.form != JournalFilm::Form::finite || data.extent != JournalFilm::Extent::ruptured) {
    row.emplace_back();
    return row;
  }
  const double shape = data.length / (2 * data.radius), error = film_fit_error(shape, ratio);
  const bool known = film_fit_error_known(shape, ratio);
  out.quantities.push_back({fmt::format("bearing.{}.fit_error_percent", name), 100 * error, ""});
  row.push_back({fmt::format("{}{:.0f} %", known ? "" : "over ", 100 * error), {}});
  return row;
}

}  // namespace

std::vector<Column> ball_bearing_columns() {
  return {{"bearing", "", true},
          {"peak force", "N", false},
          {"peak ball load", "N", false},
          {"peak pressure", "Pa", false},
          {"static safety", "", false},
          {"rating life", "", false},
          {"reference life, h", "", false},
          {"power loss", "W", false}};
}

void put_figure(const std::string& bearing, const char* what, double value, MechanismResult& out,
                std::vector<Cell>& row) {
  row.push_back({value, {}});
  Quantity quantity{fmt::format("bearing.{}.{}", bearing, what), value, ""};
  if (!std::isfinite(value)) {
    row.back() = {std::string("unlimited"), {}};
    quantity.value.reset();
    quantity.reason = "unlimited: the bearing carried no load or did not turn";
  }
  out.quantities.push_back(std::move(quantity));
}

void put_lives(const std::string& bearing, const BallBearing& design, const LoadRatings& ratings,
               const BearingCurves& curve, MechanismResult& out, std::vector<Cell>& row) {
  constexpr double forever = std::numeric_limits<double>::infinity();
  const double load = largest_static_load(design, curve);
  put_figure(bearing, "static_safety", load > 0 ? ratings.static_ / load : forever, out, row);
  const auto& rate = curve("damage_rate");
  const double damage = curve.integral([&](std::size_t k) { return rate[k]; });
  const double P = mean_equivalent_load(design, ratings, curve);
  put_figure(bearing, "rating_life", P > 0 ? rating_life(ratings.dynamic, P) : forever, out, row);
  put_figure(bearing, "reference_life_hours", damage > 0 ? curve.duration() / damage / 3600 : forever, out, row);
}

void add_bearing_figures(const StageInput& stage, const Mechanism& m, const TimeRecord& record, MechanismResult& out) {
  if (record.t.size() < 2) return;
  Table balls, journals;
  balls.section = journals.section = stage.name;
  balls.title = "Ball bearings";
  balls.detail =
      "Static safety after ISO 76, rating life after ISO 281 in revolutions, reference life after ISO/TS 16281 from "
      "the "
      "load of every ball over the whole stage; 90 % reliability, without factors for lubrication. In five "
      "coordinates: "
      "mass, centrifugal force and friction of balls and the cage are left out; fidelity = \"ball-by-ball\" has them.";
  balls.columns = ball_bearing_columns();
  journals.title = "Journal bearings";
  journals.detail =
      "Error of the fit: largest deviation of the closed film formula from a solved Reynolds film at the largest "
      "eccentricity.";
  journals.columns = {{"bearing", "", true},         {"peak force", "N", false},
                      {"smallest film", "m", false}, {"peak eccentricity", "", false},
                      {"power loss", "W", false},    {"time in contact, %", "", false},
                      {"error of the fit", "", true}};
  for (const MarkerForceElement& force : m.marker_forces) {
    const BearingCurves curve(record, force.name);
    if (const auto* ball = dynamic_cast<const BallBearingForce*>(force.law.get()))
      balls.rows.push_back(ball_row(force.name, *ball, curve, out));
    else if (const auto* journal = dynamic_cast<const JournalBearingForce*>(force.law.get()))
      journals.rows.push_back(journal_row(force.name, *journal, curve, out));
  }
  for (Table* table : {&balls, &journals})
    if (!table->rows.empty()) out.tables.push_back(std::move(*table));
}

}  // namespace trunnion
