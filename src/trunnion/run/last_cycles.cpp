#include "trunnion/run/last_cycles.h"

#include <fmt/format.h>

namespace trunnion {
namespace {

bool is_drawn(const TimeColumn& column) {
  return (column.group == "Measured motions" && column.unit == "m") ||
         (column.group == "Bearing force components" && column.name.ends_with(".fz"));
}

VectorXd values_of(const TimeColumn& column, const CycleGrid& grid, Index cycle) {
  const Index points = grid.angle.size();
  VectorXd values(points);
  for (Index p = 0; p < points; ++p) {
    const auto [k, share] = grid.place[static_cast<std::size_t>(cycle * points + p)];
    values[p] = (1 - share) * column.values[k] + share * column.values[k + 1];
  }
  return values;
}

}  // namespace

void add_last_cycles(const StageInput& stage, const TimeRecord& record, MechanismResult& out) {
  const CycleInput& in = *stage.mechanism.cycle;
  const TimeColumn* angle = record.find("measure." + in.angle);
  if (!angle) return;
  const CycleGrid grid = cycle_grid(angle->values, in.period, in.points, missing_of_a_cycle);
  if (grid.cycles < 2) return;
  for (const TimeColumn& column : record.columns) {
    if (!is_drawn(column)) continue;
    Curve curve;
    curve.section = stage.name + ": last two cycles";
    curve.title = column.name + " in the last two cycles";
    curve.x = {"angle", "rad", false};
    curve.y = {column.name, column.unit, false};
    for (const Index back : {2, 1})
      curve.series.push_back(
          {fmt::format("cycle {}", grid.cycles - back + 1), grid.angle, values_of(column, grid, grid.cycles - back)});
    out.curves.push_back(std::move(curve));
  }
}

}  // namespace trunnion
