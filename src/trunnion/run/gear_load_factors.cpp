// Factors that designers put on load and stress, from the computed cycle and, at speed, from two gears that vibrate.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/gears/dynamic_factor.h"
#include "trunnion/gears/pitch_deviations.h"
#include "trunnion/run/gear_stage.h"

namespace trunnion {
namespace {

double density_of(const Model& model, const std::string& gear) {
  const auto input =
      std::find_if(model.gears.begin(), model.gears.end(), [&](const auto& g) { return g.gear.name == gear; });
  const double density = input->material->material.density;
  if (!(density > 0))
    throw InputError(fmt::format(
        "'driver_speed' asks for the dynamic factor, but the material of gear '{}' has no density; give it, "
        "or 'inertias' of both gears",
        gear));
  return density;
}

VibratingGears vibrating_gears(const Model& model, const StageInput& stage, const GearContact& c) {
  const MeshCycleInput& in = stage.gears;
  double driver = 0, driven = 0;  // of the pair: a ring that drives is its driven gear
  if (in.inertias.empty()) {
    const GearPair drawn = gears_of(model, gear_pair_named(model, in.gear_pair));  // `c` has the narrower face for both
    driver = blank_inertia(drawn.driver, density_of(model, drawn.driver.name));
    driven = blank_inertia(drawn.driven, density_of(model, drawn.driven.name));
  } else {
    driver = in.inertias[c.pair.ring_drives ? 1 : 0];
    driven = in.inertias[c.pair.ring_drives ? 0 : 1];
  }
  return {mesh_mass(c, driver, driven), in.torque / loaded_base(c), in.mesh_damping, c.mesh.base_pitch,
          sense_of_motion(c.pair)};
}

}  // namespace

double add_dynamic_factor(const Model& model, const StageInput& stage, const GearContact& c, const LawSource& source,
                          StageResult& out) {
  const VibratingGears gears = vibrating_gears(model, stage, c);
  const bool alike = pitches_until_repeat(source.pair) == 1;
  const MeshLawOptions options{
      .torque = stage.gears.torque, .positions = std::clamp(stage.gears.positions, 8, alike ? 48 : 24), .levels = 8};
  const LoadSurface law = full_law(source, options).surface;
  const double turn = 2 * std::numbers::pi / driving_gear(c.pair).teeth;  // a mesh cycle [rad]
  const double resonance = turn * mesh_resonance(law, gears), speed = stage.gears.driver_speed;
  constexpr Index n = 60;
  Series curve{"largest force", VectorXd::LinSpaced(n, 0.05, 1.6) * std::max(resonance, speed), VectorXd(n)};
  Series least{"smallest force", curve.x, VectorXd(n)};
  for (Index i = 0; i < n; ++i) {
    const DynamicFactor at = dynamic_factor(law, gears, curve.x[i] / turn);
    curve.y[i] = at.factor;
    least.y[i] = at.least;
  }
  const double factor = dynamic_factor(law, gears, speed / turn).factor;
  Curve diagram;
  diagram.section = stage.name;
  diagram.title = "Dynamic factor over speed";
  diagram.detail = fmt::format(
      "Force of the teeth over the static one, two gears alone on stiff shafts, damping ratio {:.3g}; resonance at "
      "{:.0f} rpm, asked for {:.0f} rpm.",
      stage.gears.mesh_damping, resonance * 30 / std::numbers::pi, speed * 30 / std::numbers::pi);
  diagram.x = {fmt::format("speed of '{}'", driving_gear(c.pair).name), "rad/s", false};
  diagram.y = {"factor", "", false};
  diagram.series = {std::move(curve), std::move(least)};
  out.curves.push_back(std::move(diagram));
  out.quantities.push_back({fmt::format("{}.resonance_speed", stage.name), resonance, ""});
  return factor;
}

void add_load_factors(const StageInput& stage, const GearContact& c, const MeshCycle& cycle, const LoadFactors& factors,
                      StageResult& out) {
  Table table;
  table.section = stage.name;
  table.title = "Load factors";
  table.detail =
      "Load sharing: largest share of one pair of teeth in the whole force. Face: largest over mean line load, both as "
      "means over the cycle. Dynamic: largest over static force at the speed given. Stresses of the cycle hold sharing "
      "and face already; the dynamic factor comes on top, on pressure with its root.";
  table.columns = {{"factor or stress", "", true}, {"driver", ""}, {"driven", ""}};
  const auto quantity = [&](const std::string& name, double value) {
    out.quantities.push_back({fmt::format("{}.{}", stage.name, name), value, ""});
  };
  const auto row = [&](const std::string& words, double one, double two) {
    table.rows.push_back({{words, {}}, {one, {}}, {two, {}}});
  };
  const auto factor = [&](const std::string& words, const std::string& name, double value) {
    row(words, value, value);
    quantity(name, value);
  };
  factor("load sharing", "load_sharing_factor", factors.sharing);
  factor("face", "face_load_factor", factors.face);
  if (factors.dynamic) factor("dynamic", "dynamic_factor", *factors.dynamic);
  const double dynamic = factors.dynamic.value_or(1);
  double root[2] = {0, 0}, pressure = 0;
  for (const MeshPosition& p : cycle.positions) {
    pressure = std::max(pressure, p.largest_pressure);
    for (const int gear : {0, 1})
      for (const double stress : p.root_stress[gear]) root[gear] = std::max(root[gear], stress);
  }
  const int driver = c.pair.ring_drives ? 1 : 0;
  row("root stress, MPa", 1e-6 * dynamic * root[driver], 1e-6 * dynamic * root[1 - driver]);
  row("largest pressure, MPa", 1e-6 * std::sqrt(dynamic) * pressure, 1e-6 * std::sqrt(dynamic) * pressure);
  if (factors.dynamic) {
    quantity("root_stress_driver_dynamic", dynamic * root[driver]);
    quantity("root_stress_driven_dynamic", dynamic * root[1 - driver]);
    quantity("largest_pressure_dynamic", std::sqrt(dynamic) * pressure);
  }
  out.tables.push_back(std::move(table));
}

}  // namespace trunnion
