#pragma once
// run/gear_stage.h -- the stage mesh-cycle: a gear pair over the cycle of a tooth.

#include <optional>

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
/// The same as arrays of the results file: over the positions, orders of the transmission error, pressures.
void add_cycle_arrays(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, StageResult& out);

/// How far tooth pair 0 of the start has come past its pitch point, in base pitches.
double passed_pitches(const GearContact& contact, const MeshPosition& position);
/// Speed of the driver's flank over the driven one along the common tangent, per unit speed of the driving gear, where
/// a pair stands at s [m/rad]:  s (1 + k z_1/z_2) of a pinion that drives.
double sliding_of(const GearContact& contact, double s);

/// Amplitudes of the transmission error over multiples of the mesh frequency, 1/pitches apart.
struct ErrorOrders {
  VectorXd order, amplitude;  ///< [rad]
};
/// Empty where the cycle does not end as it began.
ErrorOrders error_orders(const MeshCycle& cycle);

void add_cycle_quantities(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, GearRun& gears,
                          StageResult& out);
/// Factors that designers put on load and stress: sharing, across the face, dynamic where a speed is given.
struct LoadFactors {
  double sharing = 1, face = 1;
  std::optional<double> dynamic;
};
void add_load_factors(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle,
                      const LoadFactors& factors, StageResult& out);
/// Dynamic factor at the speed of the stage; its curve over the speed goes to the report.
double add_dynamic_factor(const Model& model, const StageInput& stage, const GearContact& contact,
                          const LawSource& source, StageResult& out);
/// Contact pattern, line loads and load factors of a cycle in three dimensions.
void add_face_figures(const StageInput& stage, const FaceContact& contact, const MeshCycle& cycle, StageResult& out);
void add_face_scene(const StageInput& stage, const FaceContact& contact, const MeshCycle& cycle, StageResult& out);
/// Cycles over torque and misalignment.
struct CycleCase {
  double torque = 0, misalignment = 0;
  MeshCycle cycle;
  double face_factor = 0;  ///< 0 in the plane
  double load_center = 0;  ///< across the face [m]
};
void add_case_figures(const StageInput& stage, const GearContact& contact, const std::vector<CycleCase>& cases,
                      StageResult& out);
/// Positions of a cycle that are drawn, evenly chosen: fewer of gears with many nodes.
std::vector<const MeshPosition*> pictured(const MeshCycle& cycle, Index nodes);
/// A scene that runs over the cycle, without bodies yet.
Scene empty_cycle_scene(const StageInput& stage, const GearContact& contact,
                        const std::vector<const MeshPosition*>& shown);
/// What each pair of teeth does to the driven gear.
void add_tooth_arrows(const std::vector<const MeshPosition*>& shown, Scene& scene);
void add_cycle_scene(const StageInput& stage, const GearContact& contact, const MeshCycle& cycle, StageResult& out);

}  // namespace trunnion
