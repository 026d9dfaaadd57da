#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "trunnion/forces/journal_bearing_force.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/cycle_grid.h"
#include "trunnion/run/last_cycles.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {

namespace {

using std::numbers::pi;

double value_at(const TimeColumn& column, const std::pair<std::size_t, double>& place) {
  return (1 - place.second) * column.values[place.first] + place.second * column.values[place.first + 1];
}

VectorXd mean_of(const TimeColumn& column, const CycleGrid& grid) {
  const Index points = grid.angle.size();
  VectorXd mean = VectorXd::Zero(points);
  for (Index c = 0; c < grid.cycles; ++c)
    for (Index p = 0; p < points; ++p) mean[p] += value_at(column, grid.place[c * points + p]);
  return mean / static_cast<double>(grid.cycles);
}

// RMS over the points of the spread between cycles.
double scatter_of(const TimeColumn& column, const CycleGrid& grid, const VectorXd& mean) {
  const Index points = grid.angle.size();
  double sum = 0;
  for (Index c = 0; c < grid.cycles; ++c)
    for (Index p = 0; p < points; ++p) sum += std::pow(value_at(column, grid.place[c * points + p]) - mean[p], 2);
  return std::sqrt(sum / static_cast<double>(grid.cycles * points));
}

bool is_averaged(const TimeColumn& column) {
  static const std::set<std::string> no_use{
      "Energy", "Position", "Orientation", "Modal coordinates", "Stored energy",
      "Work",   "Speed",    "Velocity",    "Angular velocity",  "Measured motions"};
  return !no_use.contains(column.group);
}

// Closed lines come back to their first point.
VectorXd closed(const VectorXd& values, double last) {
  VectorXd all(values.size() + 1);
  all << values, last;
  return all;
}
VectorXd closed(const VectorXd& values) { return closed(values, values[0]); }

Curve polar_load(const std::string& section, const std::string& who, const VectorXd& fx, const VectorXd& fy) {
  Curve curve;
  curve.section = section;
  curve.title = "Load of " + who;
  curve.detail = "Force on the shaft over one mean cycle, in the axes of the housing.";
  curve.kind = CurveKind::polar;
  curve.x = {"direction", "rad", false};
  curve.y = {"force", "N", false};
  VectorXd direction(fx.size()), size(fx.size());
  for (Index k = 0; k < fx.size(); ++k) {
    direction[k] = std::atan2(fy[k], fx[k]);
    size[k] = std::hypot(fx[k], fy[k]);
  }
  curve.series.push_back({who, closed(direction), closed(size)});
  return curve;
}

Curve orbit_of(const std::string& section, const std::string& who, double clearance, const VectorXd& ex,
               const VectorXd& ey) {
  Curve curve;
  curve.section = section;
  curve.title = "Orbit of the journal in " + who;
  curve.detail = "Center of the journal seen from its sleeve over one mean cycle; grey: the clearance.";
  curve.kind = CurveKind::orbit;
  curve.x = {"x", "m", false};
  curve.y = {"y", "m", false};
  const VectorXd turn = VectorXd::LinSpaced(181, 0, 2 * pi);
  Series circle{"clearance", clearance * turn.array().cos(), clearance * turn.array().sin()};
  circle.reference = true;
  curve.series.push_back({who, closed(ex), closed(ey)});
  curve.series.push_back(std::move(circle));
  return curve;
}

struct CycleDiagram {
  const char *title, *group, *label, *unit;
};
constexpr std::array diagrams{
    CycleDiagram{"Channels: forces over the mean cycle", "Channels", "force", "N"},
    CycleDiagram{"Channels: lengths over the mean cycle", "Channels", "length", "m"},
    CycleDiagram{"Bearing forces over the mean cycle", "Bearing forces", "force", "N"},
    CycleDiagram{"Smallest film thickness over the mean cycle", "Smallest film thickness", "film", "m"},
    CycleDiagram{"Largest ball loads over the mean cycle", "Largest ball loads", "load", "N"},
    CycleDiagram{"Joint forces over the mean cycle", "Joint forces", "force", "N"},
    CycleDiagram{"Largest von Mises stress over the mean cycle", "Stress", "stress", "Pa"},
    CycleDiagram{"Angular speeds over the mean cycle", "Measured speeds", "angular speed", "rad/s"}};

}  // namespace

void add_mean_cycle(const StageInput& stage, const MechanismRun& run, const TimeRecord& record, Observer& observer,
                    MechanismResult& out) {
  const CycleInput& in = *stage.mechanism.cycle;
  const TimeColumn* angle = record.find("measure." + in.angle);
  if (!angle) return;  // refused before the run; here only a stage that failed at once
  add_last_cycles(stage, record, out);
  const CycleGrid grid = cycle_grid(angle->values, in.period, in.points);
  if (grid.cycles == 0) {
    observer.warn(fmt::format("cycle: '{}' does not go through a whole cycle of {:.4g} degrees in stage '{}'", in.angle,
                              in.period * 180 / pi, stage.name));
    return;
  }
  const std::string section = stage.name + ": mean cycle";
  const Mechanism& m = run.built.mechanism;
  std::vector<NamedArray>& arrays = out.arrays["cycle/" + link_name(stage.name)];
  arrays.push_back({"angle", "rad", grid.angle});
  std::map<std::string, VectorXd> mean;
  double largest = 0, scatter = 0;  // of forces in bearings and joints
  std::string widest;
  for (const TimeColumn& column : record.columns) {
    if (!is_averaged(column)) continue;
    const VectorXd& values = mean[column.name] = mean_of(column, grid);
    arrays.push_back({column.name, column.unit, values});
    if (column.group != "Bearing forces" && column.group != "Joint forces") continue;
    largest = std::max(largest, values.cwiseAbs().maxCoeff());
    const double own = scatter_of(column, grid, values);
    if (own > scatter) widest = column.name;
    scatter = std::max(scatter, own);
  }
  if (largest > 0) scatter /= largest;
  const VectorXd x = closed(grid.angle, in.period);
  for (const CycleDiagram& diagram : diagrams) {
    Curve curve;
    curve.section = section;
    curve.title = diagram.title;
    curve.x = {"angle", "rad", false};
    curve.y = {diagram.label, diagram.unit, false};
    for (const TimeColumn& column : record.columns)
      if (column.group == diagram.group && column.unit == diagram.unit && peak(column) > 0)
        curve.series.push_back({column.name, x, closed(mean[column.name])});
    if (!curve.series.empty()) out.curves.push_back(std::move(curve));
  }
  for (const MarkerForceElement& force : m.marker_forces) {
    if (force.table != "bearing") continue;
    const std::string name = "bearing." + force.name;
    out.curves.push_back(polar_load(section, force.name, mean.at(name + ".fx"), mean.at(name + ".fy")));
    if (const auto* journal = dynamic_cast<const JournalBearingForce*>(force.law.get()))
      out.curves.push_back(orbit_of(section, force.name, journal->bearing().film.clearance, mean.at(name + ".ex"),
                                    mean.at(name + ".ey")));
  }
  out.quantities.push_back({"cycles_averaged", static_cast<double>(grid.cycles), ""});
  out.quantities.push_back({"cycle_scatter_percent", 100 * scatter, ""});
  observer.note(fmt::format("mean of {} cycles; they scatter by {:.2g} % of the largest force{}", grid.cycles,
                            100 * scatter, widest.empty() ? "" : ", most at " + widest));
}

}  // namespace trunnion
