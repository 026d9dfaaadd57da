#pragma once
// run/gear_stage.h -- the stage mesh-cycle: gear pairs of a model, their compliance (once per pair), and the cycle.

#include <map>
#include <memory>

#include "trunnion/base/progress.h"
#include "trunnion/gears/mesh_cycle.h"
#include "trunnion/model/model.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

/// What gear stages of one run hand on.
struct GearRun {
  std::map<std::string, std::shared_ptr<const GearContact>> contacts;  ///< by name of the pair
  std::vector<Series> errors, torques;                                 ///< curves of earlier stages, for comparison
  bool named = false;  ///< a stage has given its quantities without its own name in front
};

/// Throws InputError at the place in the model file when gears cannot mesh; undercut and the like are warnings.
void check_gear_pairs(const Model& model, Observer& observer);

StageResult run_mesh_cycle(const Model& model, const StageInput& stage, GearRun& gears, Observer& observer);

/// Diagrams, tables, numbers and pictures of a cycle.
void add_cycle_curves(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, GearRun& gears,
                      StageResult& out);
void add_cycle_quantities(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, GearRun& gears,
                          StageResult& out);
void add_cycle_scene(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, StageResult& out);

}  // namespace trunnion
