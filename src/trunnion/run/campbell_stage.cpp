#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "trunnion/run/mechanism_stages.h"
#include "trunnion/solvers/modes.h"

namespace trunnion {

namespace {

constexpr double at_rest = 1e-3;  // frequency of a rigid motion [Hz]

/// One mode over all speeds.
struct Line {
  std::string name;    ///< "forward 1"
  VectorXd frequency;  ///< by speed, from the ground [Hz]; not a number where there is none
  std::vector<Whirl> whirl;
};

const char* name_of(Whirl whirl) {
  return whirl == Whirl::forward ? "forward" : (whirl == Whirl::backward ? "backward" : "in a plane");
}

// A line is named by the way it whirls where it does; bearings of two stiffnesses may turn it around on its way.
const char* kind_of(const Line& line) {
  const auto has = [&](Whirl whirl) { return std::ranges::find(line.whirl, whirl) != line.whirl.end(); };
  if (has(Whirl::forward) && has(Whirl::backward)) return "mixed";
  return has(Whirl::forward) ? "forward" : (has(Whirl::backward) ? "backward" : "other");
}

double highest_of(const Line& line) {
  double highest = 0;
  for (const double f : line.frequency) highest = std::fmax(highest, f);
  return highest;
}

double first_of(const Line& line) {
  for (const double f : line.frequency)
    if (!std::isnan(f)) return f;
  return 0;
}

std::vector<Line> lines_of(const std::vector<CampbellPoint>& points) {
  std::map<Index, Line> found;
  const auto count = static_cast<Index>(points.size());
  for (Index p = 0; p < count; ++p)
    for (const ComplexMode& mode : points[static_cast<std::size_t>(p)].modes) {
      Line& line = found[mode.line];
      if (line.whirl.empty()) {
        line.frequency = VectorXd::Constant(count, std::nan(""));
        line.whirl.assign(points.size(), Whirl::none);
      }
      line.frequency[p] = mode.fixed_frequency;
      line.whirl[static_cast<std::size_t>(p)] = mode.whirl;
    }
  std::multimap<double, Line> by_frequency;  // lines of one frequency keep their order
  for (auto& [index, line] : found) {
    const double first = first_of(line);
    if (highest_of(line) > at_rest) by_frequency.emplace(first, std::move(line));
  }
  std::vector<Line> lines;
  for (auto& [first, line] : by_frequency) lines.push_back(std::move(line));
  return lines;
}

// The lowest of each kind, with their names. Far above the whirl modes, torsion, axial modes and those that hardly move
// the interfaces would only squeeze the diagram.
std::vector<Line> lowest_lines(const std::vector<Line>& all, int most) {
  std::vector<Line> chosen;
  double highest = 0;
  for (const std::string kind : {"backward", "forward", "mixed", "other"}) {
    int rank = 0;
    for (const Line& line : all) {
      if (kind != kind_of(line) || rank == most) continue;
      const bool pure = kind == "backward" || kind == "forward";
      if (!pure && highest > 0 && first_of(line) > highest) break;
      chosen.push_back(line);
      chosen.back().name = fmt::format("{} {}", kind, ++rank);
      if (pure) highest = std::max(highest, highest_of(line));
    }
  }
  return chosen;
}

Table frequency_table(const StageInput& stage, const VectorXd& speeds, const std::vector<Line>& lines) {
  Table table;
  table.section = stage.name;
  table.title = "Frequencies by speed, as seen from the ground";
  table.columns = {{"mode", "", true}};
  for (const double speed : speeds) table.columns.push_back({fmt::format("at {:.6g} rad/s", speed), "Hz", false});
  for (const Line& line : lines) {
    auto& row = table.rows.emplace_back();
    row.push_back({line.name, {}});
    for (const double f : line.frequency) row.push_back(std::isnan(f) ? Cell{} : Cell{f, {}});
  }
  return table;
}

/// Where a line meets the speed itself, straight between the speeds computed: unbalance drives forward whirl there.
void add_critical_speeds(const StageInput& stage, const VectorXd& speeds, const std::vector<Line>& lines,
                         MechanismResult& out) {
  Table table;
  table.section = stage.name;
  table.title = "Critical speeds";
  table.detail = "Where the turning shaft meets its own frequency; unbalance excites the forward ones.";
  table.columns = {{"mode", "", true}, {"speed", "rad/s", false}, {"frequency", "Hz", false}};
  for (const Line& line : lines) {
    const VectorXd gap = line.frequency - speeds / (2 * std::numbers::pi);
    for (Index p = 0; p + 1 < gap.size(); ++p) {
      if (std::isnan(gap[p]) || std::isnan(gap[p + 1]) || (gap[p] > 0) == (gap[p + 1] > 0)) continue;
      const double share = gap[p] / (gap[p] - gap[p + 1]), speed = speeds[p] + share * (speeds[p + 1] - speeds[p]);
      table.rows.push_back({{line.name, {}}, {speed, {}}, {speed / (2 * std::numbers::pi), {}}});
      out.quantities.push_back({fmt::format("critical_speed.{}", table.rows.size()), speed, ""});
    }
  }
  if (!table.rows.empty()) out.tables.push_back(std::move(table));
}

/// Where the orbit of a line turns around: between bearings' two stiffnesses forward whirl becomes backward.
void add_turning_points(const StageInput& stage, const VectorXd& speeds, const std::vector<Line>& lines,
                        MechanismResult& out) {
  Table table;
  table.section = stage.name;
  table.title = "Changes of whirl";
  table.detail = "Lines whose orbits turn around between two speeds.";
  table.columns = {{"mode", "", true}, {"from", "rad/s", false}, {"to", "rad/s", false}, {"whirl", "", true}};
  for (const Line& line : lines)
    for (std::size_t p = 0; p + 1 < line.whirl.size(); ++p) {
      const Whirl here = line.whirl[p], next = line.whirl[p + 1];
      if (here == Whirl::none || next == Whirl::none || here == next) continue;
      const auto k = static_cast<Index>(p);
      table.rows.push_back({{line.name, {}},
                            {speeds[k], {}},
                            {speeds[k + 1], {}},
                            {fmt::format("{} to {}", name_of(here), name_of(next)), {}}});
    }
  if (!table.rows.empty()) out.tables.push_back(std::move(table));
}

}  // namespace

void run_campbell(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out) {
  const MechanismStageInput& in = stage.mechanism;
  const VectorXd speeds = Eigen::Map<const VectorXd>(in.speeds.data(), static_cast<Index>(in.speeds.size()));
  constexpr int kinds = 3;  // backward, forward, other: so many of the lowest modes may be wanted
  const auto points = campbell(run.built.mechanism, run.state, in.motion, speeds, kinds * stage.modes, observer);
  const auto doubtful = std::find_if(points.begin(), points.end(), [](const auto& p) { return !p.caution.empty(); });
  if (doubtful != points.end())
    observer.warn(fmt::format("{}from {:.4g} rad/s on, {}", stage_place(stage), doubtful->speed, doubtful->caution));
  const std::vector<Line> lines = lowest_lines(lines_of(points), stage.modes);
  Curve curve;
  curve.section = stage.name;
  curve.title = "Campbell diagram";
  curve.detail = "Frequencies as seen from the ground; the dashed line is the speed itself.";
  curve.x = {"speed", "rad/s", false};
  curve.y = {"frequency", "Hz", false};
  for (const Line& line : lines) {
    std::string name = line.name;
    std::ranges::replace(name, ' ', '_');
    for (Index p = 0; p < speeds.size(); ++p)
      if (!std::isnan(line.frequency[p]))
        out.quantities.push_back({fmt::format("campbell.{}.{}", p + 1, name), line.frequency[p], ""});
    curve.series.push_back({line.name, speeds, line.frequency, false, true});
  }
  add_critical_speeds(stage, speeds, lines, out);
  add_turning_points(stage, speeds, lines, out);
  out.tables.push_back(frequency_table(stage, speeds, lines));
  curve.series.push_back({"speed", speeds, speeds / (2 * std::numbers::pi), true, false});
  out.curves.push_back(curve);
  observer.end(fmt::format("{} speeds", speeds.size()));
}

}  // namespace trunnion
