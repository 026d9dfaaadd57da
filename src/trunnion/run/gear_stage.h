#pragma once
// run/gear_stage.h -- the stage mesh-cycle: a gear pair over the cycle of a tooth.

#include "trunnion/run/gear_contacts.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

/// What gear stages of one run hand on.
struct GearRun {
  GearStore store;
  std::vector<Series> errors, torques;  ///< curves of earlier stages, for comparison
  bool named = false;                   ///< a stage has given its quantities without its own name in front
};

StageResult run_mesh_cycle(const Model& model, const StageInput& stage, GearRun& gears, Observer& observer);

/// Diagrams, tables, numbers and pictures of a cycle.
void add_cycle_curves(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, GearRun& gears,
                      StageResult& out);
void add_cycle_quantities(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, GearRun& gears,
                          StageResult& out);
void add_cycle_scene(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, StageResult& out);

}  // namespace trunnion
