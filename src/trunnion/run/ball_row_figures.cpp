#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "trunnion/math/amplitude_spectrum.h"
#include "trunnion/rolling/ball_pass.h"
#include "trunnion/run/bearing_curves.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {

namespace {

using std::numbers::pi;

VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

// Where a ball is on its way round, seen from the housing where that stands still or turns about its own axis.
std::vector<double> places_of(const RowOfBalls& row, std::size_t ball, const Mechanism& m, const TimeRecord& record) {
  const std::string name = "body." + m.bodies[row.balls[ball]].name;
  const Marker& housing = m.markers[row.housing];
  const Matrix3d axes = housing.body < 0 ? housing.A0 : Matrix3d(m.start[housing.body].A * housing.A0);
  const Vector3d origin =
      housing.body < 0 ? housing.p : Vector3d(m.start[housing.body].R + m.start[housing.body].A * housing.p);
  std::vector<double> out;
  const auto &x = record.find(name + ".x")->values, &y = record.find(name + ".y")->values,
             &z = record.find(name + ".z")->values;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Vector3d d = axes.transpose() * (Vector3d(x[k], y[k], z[k]) - origin);
    out.push_back(std::atan2(d.y(), d.x()));
  }
  return out;
}

// Largest and mean load of all balls that come by a place, inner and outer race.
void add_loads_over_place(const StageInput& stage, const RowOfBalls& row, const Mechanism& m, const TimeRecord& record,
                          MechanismResult& out) {
  constexpr Index bins = 72;
  Curve curve;
  curve.section = stage.name;
  curve.title = fmt::format("Loads of the balls of '{}' over their place", row.bearing);
  curve.detail = "Of all balls that came by, in steps of five degrees from x of the housing.";
  curve.x = {"place", "degree", false};
  curve.y = {"load", "N", false};
  for (const bool inner : {true, false}) {
    VectorXd sum = VectorXd::Zero(bins), count = VectorXd::Zero(bins), most = VectorXd::Zero(bins);
    const auto& contacts = inner ? row.inner : row.outer;
    for (std::size_t b = 0; b < row.balls.size(); ++b) {
      const std::vector<double> place = places_of(row, b, m, record);
      const auto& load = record.find("bearing." + m.marker_forces[contacts[b]].name + ".load")->values;
      for (std::size_t k = 0; k < load.size(); ++k) {
        const auto bin = std::clamp<Index>(static_cast<Index>((place[k] + pi) / (2 * pi) * bins), 0, bins - 1);
        sum[bin] += load[k];
        count[bin] += 1;
        most[bin] = std::max(most[bin], load[k]);
      }
    }
    std::vector<double> at, mean, largest;
    for (Index b = 0; b < bins; ++b) {
      if (count[b] == 0) continue;
      at.push_back((b + 0.5) * 360.0 / bins - 180);
      mean.push_back(sum[b] / count[b]);
      largest.push_back(most[b]);
    }
    const char* race = inner ? "inner race" : "outer race";
    curve.series.push_back({fmt::format("{}, mean", race), vector_of(at), vector_of(mean)});
    curve.series.push_back({fmt::format("{}, largest", race), vector_of(at), vector_of(largest)});
  }
  out.curves.push_back(std::move(curve));
}

struct Speeds {
  double inner = 0, outer = 0;  // [rad/s], means about the axis
};

Speeds speeds_of(const RowOfBalls& row, const Mechanism& m, const TimeRecord& record) {
  const auto speed = [&](Index marker) {
    const Marker& at = m.markers[marker];
    if (at.body < 0) return 0.0;
    const Vector3d axis = m.start[at.body].A * at.A0.col(2);
    double sum = 0;
    constexpr std::array names{".wx", ".wy", ".wz"};
    for (int k = 0; k < 3; ++k) {
      const auto& w = record.find("body." + m.bodies[at.body].name + names[static_cast<std::size_t>(k)])->values;
      sum += axis[k] * vector_of(w).mean();
    }
    return sum;
  };
  return {speed(row.shaft), speed(row.housing)};
}

void add_spectrum(const StageInput& stage, const RowOfBalls& row, const BearingCurves& curve, const BallPass& pass,
                  MechanismResult& out) {
  const std::vector<double>& t = curve.times();
  const double dt = (t.back() - t.front()) / static_cast<double>(t.size() - 1),
               top = 6 * std::max(pass.outer, pass.inner);
  Curve picture;
  picture.section = stage.name;
  picture.title = fmt::format("Spectrum of the motion of '{}' between its rings", row.bearing);
  picture.detail = fmt::format(
      "Rolling without slip: cage {:.4g} Hz, balls pass the outer race at {:.4g} Hz and the inner race at {:.4g} Hz, a "
      "ball turns at {:.4g} Hz. Hann window over the whole stage.",
      std::abs(pass.cage), pass.outer, pass.inner, pass.ball);
  picture.x = {"frequency", "Hz", false};
  picture.y = {"amplitude", "m", false};
  double highest = 0;
  for (const char* axis : {"x", "y", "z"}) {
    const AmplitudeSpectrum s = amplitude_spectrum(curve(axis), dt);
    const auto lines = std::min(s.amplitude.size(), static_cast<std::size_t>(top / s.step) + 1);
    if (lines < 8) return;
    VectorXd f(static_cast<Index>(lines)), a(static_cast<Index>(lines));
    for (Index k = 0; k < f.size(); ++k) {
      f[k] = s.step * static_cast<double>(k);
      a[k] = s.amplitude[static_cast<std::size_t>(k)];
    }
    if (a.maxCoeff() > 1e-3 * highest && a.maxCoeff() > 0) picture.series.push_back({axis, f, a});
    if (a.maxCoeff() > highest) {
      highest = a.maxCoeff();
      // The strongest line near the passing frequency says what the mechanism really does.
      const double near = peak_frequency(s, 0.9 * pass.outer, 1.1 * pass.outer);
      auto found = std::ranges::find_if(out.quantities, [&](const Quantity& q) {
        return q.name == fmt::format("bearing.{}.outer_pass_line", row.bearing);
      });
      if (found != out.quantities.end())
        found->value = near;
      else
        out.quantities.push_back({fmt::format("bearing.{}.outer_pass_line", row.bearing), near, ""});
    }
  }
  if (!picture.series.empty()) out.curves.push_back(std::move(picture));
}

}  // namespace

void add_ball_row_figures(const StageInput& stage, const BuiltMechanism& built, const TimeRecord& record,
                          MechanismResult& out) {
  if (built.ball_rows.empty() || record.t.size() < 2) return;
  const Mechanism& m = built.mechanism;
  Table table;
  table.section = stage.name;
  table.title = "Ball bearings, ball by ball";
  table.detail =
      "Every ball is a body with Hertzian contacts, friction and inertia; cage speed: mean over balls and time. Static "
      "safety after ISO 76, rating life after ISO 281 in revolutions, reference life after ISO/TS 16281 from the loads "
      "of the balls. Left out: the oil film between balls and races, bending of the rings under single balls, "
      "temperature.";
  table.columns = ball_bearing_columns();
  table.columns.push_back({"cage speed", "rad/s", false});
  table.columns.push_back({"rolling without slip", "rad/s", false});
  std::set<std::string> done;
  for (const RowOfBalls& row : built.ball_rows) {
    add_loads_over_place(stage, row, m, record, out);
    if (!done.insert(row.bearing).second) continue;
    const BearingCurves curve(record, row.bearing);
    const Speeds speed = speeds_of(row, m, record);
    const BallPass pass = ball_pass_frequencies(row.design, speed.inner, speed.outer);
    std::vector<Cell> cells{{row.bearing, {}}, {curve.largest("force"), {}}};
    put_figure(row.bearing, "peak_ball_load", curve.largest("ball_load"), out, cells);
    put_figure(row.bearing, "peak_pressure", curve.largest("pressure"), out, cells);
    if (row.ratings && curve.has("damage_rate"))
      put_lives(row.bearing, row.design, *row.ratings, curve, out, cells);
    else
      cells.resize(cells.size() + 3);
    put_figure(row.bearing, "mean_power_loss", curve.mean("power_loss"), out, cells);
    put_figure(row.bearing, "mean_cage_speed", curve.mean("cage_speed"), out, cells);
    cells.push_back({2 * pi * pass.cage, {}});
    table.rows.push_back(std::move(cells));
    for (const auto& [name, value] : {std::pair{"cage_frequency", std::abs(pass.cage)},
                                      {"outer_pass_frequency", pass.outer},
                                      {"inner_pass_frequency", pass.inner},
                                      {"ball_frequency", pass.ball}})
      out.quantities.push_back({fmt::format("bearing.{}.{}", row.bearing, name), value, ""});
    if (pass.outer > 0) add_spectrum(stage, row, curve, pass, out);
  }
  out.tables.push_back(std::move(table));
}

}  // namespace trunnion
