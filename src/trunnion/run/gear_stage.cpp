#include "trunnion/run/gear_stage.h"

#include <fmt/format.h>

#include <algorithm>
namespace trunnion {

StageResult run_mesh_cycle(const Model& model, const StageInput& stage, GearRun& gears, Observer& observer) {
  const GearPairInput& pair = gear_pair_named(model, stage.gears.gear_pair);
  if (gears_of(model, pair).driver.helix_angle != 0)
    throw InputError(stage.where,
                     fmt::format("stage '{}': mesh-cycle is a plane computation and takes spur gears only; "
                                 "helix_angle must be 0",
                                 stage.name));
  const std::shared_ptr<const GearContact> kept = contact_of(model, pair, gears.store, observer);
  const GearContact& contact = *kept;
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
