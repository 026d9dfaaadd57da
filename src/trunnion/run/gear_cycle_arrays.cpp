// A mesh cycle as arrays of the results file, and the orders of its transmission error.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/gear_stage.h"

namespace trunnion {
namespace {

constexpr int most_order = 12;  // of the mesh frequency

/// What presses at each position, all tooth pairs and layers: one row per point.
std::vector<NamedArray> pressed_points(const GearContact& c, const MeshCycle& cycle) {
  std::vector<std::pair<const MeshPosition*, const LoadedPoint*>> rows;
  for (const MeshPosition& position : cycle.positions)
    for (const LoadedPoint& point : position.points)
      if (point.force > 0) rows.emplace_back(&position, &point);
  const auto column = [&](const std::string& name, const std::string& unit, auto value) {
    VectorXd values(Index(rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) values[Index(k)] = value(*rows[k].first, *rows[k].second);
    return NamedArray{name, unit, values};
  };
  using P = MeshPosition;
  using L = LoadedPoint;
  const int driver = c.pair.ring_drives ? 1 : 0;
  return {column("position, base pitches past the pitch point", "",
                 [&](const P& p, const L&) { return passed_pitches(c, p); }),
          column("tooth_pair", "", [](const P&, const L& point) { return double(point.place.tooth_pair); }),
          column("along_tangent", "m", [](const P&, const L& point) { return point.place.tau; }),
          column("across_face", "m", [](const P&, const L& point) { return point.pair.one.x.z(); }),
          column("radius_driver", "m", [&](const P&, const L& point) { return point.place.radius[driver]; }),
          column("radius_driven", "m", [&](const P&, const L& point) { return point.place.radius[1 - driver]; }),
          column("pressure", "Pa", [](const P&, const L& point) { return point.pressure; }),
          column("force", "N", [](const P&, const L& point) { return point.force; })};
}

}  // namespace

double passed_pitches(const GearContact& c, const MeshPosition& position) {
  return sense_of_motion(c.pair) * (position.s / c.mesh.base_pitch + position.cycle);
}

double sliding_of(const GearContact& c, double s) {
  const double ratio = double(c.pair.driver.teeth) / c.pair.driven.teeth;
  return s * (1 + c.mesh.driven_sign * ratio) * (c.pair.ring_drives ? -1 / ratio : 1);
}

ErrorOrders error_orders(const MeshCycle& cycle) {
  const auto n = Index(cycle.positions.size());
  const Index most = cycle.whole ? std::min<Index>(n / 2, Index{most_order} * cycle.pitches) : 0;
  ErrorOrders out{VectorXd(most), VectorXd(most)};
  VectorXd cosine(n), sine(n);
  for (Index i = 0; i < n; ++i) {
    const double phase = 2 * std::numbers::pi * double(i) / double(n);
    cosine[i] = std::cos(phase);
    sine[i] = std::sin(phase);
  }
  for (Index k = 1; k <= most; ++k) {
    double re = 0, im = 0;
    for (Index i = 0; i < n; ++i) {
      const double value = cycle.positions[std::size_t(i)].transmission_error;
      re += value * cosine[k * i % n];
      im += value * sine[k * i % n];
    }
    out.order[k - 1] = double(k) / cycle.pitches;
    out.amplitude[k - 1] = (2 * k == n ? 1.0 : 2.0) / double(n) * std::hypot(re, im);
  }
  return out;
}

void add_cycle_arrays(const StageInput& stage, const GearContact& c, const MeshCycle& cycle, StageResult& out) {
  const auto column = [&](const std::string& name, const std::string& unit, auto value) {
    VectorXd values(Index(cycle.positions.size()));
    for (std::size_t i = 0; i < cycle.positions.size(); ++i) values[Index(i)] = value(cycle.positions[i]);
    return NamedArray{name, unit, values};
  };
  using P = MeshPosition;
  std::vector<NamedArray>& arrays = out.arrays["curves/" + link_name(stage.name)];
  arrays = {column("position, base pitches past the pitch point", "", [&](const P& p) { return passed_pitches(c, p); }),
            column("transmission_error", "rad", [](const P& p) { return p.transmission_error; }),
            column("unloaded_error", "rad", [](const P& p) { return p.unloaded_error; }),
            column("input_torque", "N m", [](const P& p) { return p.input_torque; }),
            column("normal_force", "N", [](const P& p) { return p.normal_force; }),
            column("stiffness", "N m/rad", [](const P& p) { return p.stiffness; }),
            column("largest_pressure", "Pa", [](const P& p) { return p.largest_pressure; }),
            column("friction_loss", "N m", [](const P& p) { return p.friction_power; })};
  const int driver = c.pair.ring_drives ? 1 : 0;
  for (int j = -c.driver->reach; j <= c.driver->reach; ++j) {
    const auto at = std::size_t(Index{j} + c.driver->reach);
    arrays.push_back(column(fmt::format("tooth_force.{}", j), "N", [&](const P& p) { return p.tooth_force[at]; }));
    arrays.push_back(
        column(fmt::format("root_stress_driver.{}", j), "Pa", [&](const P& p) { return p.root_stress[driver][at]; }));
    arrays.push_back(column(fmt::format("root_stress_driven.{}", j), "Pa",
                            [&](const P& p) { return p.root_stress[1 - driver][at]; }));
    arrays.push_back(column(fmt::format("sliding.{}", j), "m",
                            [&](const P& p) { return sliding_of(c, p.s + j * c.mesh.base_pitch); }));
  }
  out.arrays["pressures/" + link_name(stage.name)] = pressed_points(c, cycle);
  if (const ErrorOrders orders = error_orders(cycle); orders.order.size() > 0)
    out.arrays[fmt::format("orders/{}/transmission_error", link_name(stage.name))] = {
        {"order of the mesh frequency", "", orders.order}, {"amplitude", "rad", orders.amplitude}};
}

}  // namespace trunnion
