#include "trunnion/run/gear_stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/run/error_place.h"

namespace trunnion {
namespace {

const GearInput& gear_named(const Model& model, const std::string& name) {
  return *std::find_if(model.gears.begin(), model.gears.end(), [&](const auto& g) { return g.gear.name == name; });
}

const GearPairInput& pair_named(const Model& model, const std::string& name) {
  return *std::find_if(model.gear_pairs.begin(), model.gear_pairs.end(), [&](const auto& p) { return p.name == name; });
}

GearPair checked_pair(const Model& model, const GearPairInput& input, Observer& observer) {
  return at_place_of(input.where, fmt::format("gear_pair '{}'", input.name), [&] {
    const GearPair pair = gear_pair_of(input, gear_named(model, input.driver), gear_named(model, input.driven));
    const GearMeshGeometry mesh = gear_mesh_geometry(pair.driver, pair.driven, pair.center_distance);
    if (pair.driver.helix_angle != 0)
      throw InputError("mesh-cycle is a plane computation and takes spur gears only; helix_angle must be 0");
    for (const std::string& warning : mesh.warnings)
      observer.warn(fmt::format("gear_pair '{}': {}", input.name, warning));
    return pair;
  });
}

const GearContact& contact_of(const Model& model, const std::string& name, GearRun& gears, Observer& observer) {
  std::shared_ptr<const GearContact>& contact = gears.contacts[name];
  if (contact) return *contact;
  const GearPairInput& input = pair_named(model, name);
  const GearPair pair = checked_pair(model, input, observer);
  observer.begin("compliance", name);
  contact = at_place_of(input.where, fmt::format("gear_pair '{}'", name), [&] {
    return std::make_shared<const GearContact>(gear_contact(pair, mesh_sizes(input, pair)));
  });
  const FlankCompliance& one = *contact->driver;
  observer.end(fmt::format("{} nodes, {} on each flank{}", one.grid.mesh.num_nodes(), one.nodes_per_flank,
                           contact->driver == contact->driven
                               ? ", both gears alike"
                               : fmt::format("; {} nodes", contact->driven->grid.mesh.num_nodes())));
  return *contact;
}

}  // namespace

void check_gear_pairs(const Model& model, Observer& observer) {
  for (const GearPairInput& input : model.gear_pairs) checked_pair(model, input, observer);
}

StageResult run_mesh_cycle(const Model& model, const StageInput& stage, GearRun& gears, Observer& observer) {
  const GearContact& contact = contact_of(model, stage.gears.gear_pair, gears, observer);
  check_cancelled(observer);
  observer.begin("mesh-cycle", stage.name);
  const GearLoad load{stage.gears.torque, stage.gears.friction};
  const MeshCycle cycle = solve_cycle(contact, load, stage.gears.positions, {}, [&](int done, int of) {
    check_cancelled(observer);
    observer.advance(double(done) / of);
  });
  StageResult out;
  out.record.steps = stage.gears.positions;
  long solves = 0;
  double open = 0;
  for (const MeshPosition& position : cycle.positions) {
    solves += position.steps;
    open = std::max(open, position.torque_error);
  }
  out.record.iterations = solves;
  out.record.balances.push_back({"Contact forces carry the torque", "all positions", open, 1e-8, ""});
  if (!gears.named) add_cycle_scene(stage, contact, cycle, out);  // one picture is enough: others look alike
  add_cycle_curves(stage, contact, cycle, gears, out);
  add_cycle_quantities(stage, contact, cycle, gears, out);
  observer.end(fmt::format("{} positions, {} linear solves", stage.gears.positions, solves));
  return out;
}

}  // namespace trunnion
