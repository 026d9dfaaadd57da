#pragma once
// model/tables/stage.h -- [[stage]]: what is computed, in the order of the file.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class StageType {
  fe_static,
  fe_modes,
  equilibrium,
  steady,
  sweep,
  transient,
  modes,
  campbell,
  response,
  mesh_cycle,
  touch
};

enum class Integrator { generalized_alpha, ida };

/// Orders of a recorded curve over the speed of a run-up.
struct OrderInput {
  std::string signal;          ///< "measure.disc", "joint.main bearing.force"
  std::string angle;           ///< measure of the turning
  std::vector<double> orders;  ///< whose amplitude is drawn over speed
  double max_order = 10;       ///< of the spectra
  double revolutions = 8;      ///< per window
  double overlap = 0.75;       ///< of windows
  SourceLocation where;
};

/// Recorded curves averaged over the cycles of a machine.
struct CycleInput {
  std::string angle;  ///< measure of the turning
  double period = 0;  ///< one cycle [rad]
  int points = 720;   ///< on the mean cycle
  SourceLocation where;
};

/// What a stage of the mechanism needs to know.
struct MechanismStageInput {
  double duration = 0;              ///< transient, sweep [s]
  double step = 0;                  ///< transient: fixed step; 0 = adaptive [s]
  double max_step = 0;              ///< transient [s]; 0 = a hundredth of the duration
  std::vector<double> pictures_at;  ///< transient: instants of pictures and fields, from the stage's start [s]
  int samples = 500;                ///< transient: recorded instants; sweep: positions
  double accuracy = 1;              ///< transient: factor on all tolerances
  double damping = 0.7;             ///< transient: spectral radius at infinity of generalized-alpha
  Integrator integrator = Integrator::generalized_alpha;
  bool fixed_point = false;                         ///< transient: films and bodies in turn
  int max_order = 2;                                ///< transient with ida
  std::optional<std::vector<std::string>> motions;  ///< those that act; not given: all
  int load_steps = 1;                               ///< static, steady, sweep
  bool error_indicator = true;                      ///< static, steady, sweep, transient: of the pressures in fits
  double checkpoint_every = 10;                     ///< transient: wall time between checkpoints [s]
  std::vector<OrderInput> orders;                   ///< transient
  std::optional<CycleInput> cycle;                  ///< transient
  std::string motion;                               ///< campbell: the motion whose speed is varied; sweep: its value
  std::string parameter;                            ///< sweep: varied instead of a motion
  bool running = false;                             ///< sweep: at the speeds of its motions, not at rest
  std::optional<PhysicalQuantity> first, last;      ///< sweep of a motion or parameter
  std::vector<double> speeds;                       ///< campbell [rad/s]
  std::string load, at;                             ///< response: markers
  Vector3d direction = Vector3d::UnitX();           ///< response: of the force or torque
  std::optional<PhysicalQuantity> amplitude;        ///< response: of force or torque, or of the motion that shakes
  double from = 0, to = 0;                          ///< response [Hz]
};

/// A step of statics with fits.
struct ContactStepInput {
  std::string name;
  std::string load_case;  ///< empty: the load stays as it is
  std::string from;       ///< step whose end it starts from; empty: the one before
  int increments = 5;
  double share = 1;     ///< of the interference
  std::string compare;  ///< stage of the mechanism whose pressures are compared; empty: none
  SourceLocation where;
};

/// A gear pair under load over the cycle of one tooth.
struct MeshCycleInput {
  std::string gear_pair;  ///< empty: the only one
  double torque = 0;      ///< on the driven gear [N m]
  double friction = 0;
  int positions = 50;
  double misalignment = 0;  ///< of the axes in the plane of action: flanks open so much more at +z than at -z [m]
  double inclination = 0, skew = 0;            ///< of the axes over the face width, in their plane and square to it [m]
  std::vector<double> torques, misalignments;  ///< further cycles: every torque with every misalignment
  double driver_speed = 0;                     ///< for the dynamic factor; 0: none [rad/s]
  std::vector<double> inertias;                ///< of driver and driven gear [kg m^2]; empty: of their blanks
  double mesh_damping = 0.07;                  ///< damping ratio of the mesh
};

struct StageInput {
  std::string name;  ///< unique; the type when the file gives none
  StageType type = StageType::fe_static;
  std::string body;                     ///< empty: the only one
  std::vector<std::string> cases;       ///< fe-static; empty: all of the body
  std::vector<ContactStepInput> steps;  ///< fe-static of a body with fits
  int modes = 20;                       ///< fe-modes
  double band = 0;                      ///< fe-modes [Hz]; > 0: all modes below it
  bool supported = true;                ///< fe-modes: false leaves the supports out
  MechanismStageInput mechanism;
  MeshCycleInput gears;  ///< mesh-cycle
  std::string touch;     ///< touch; empty: the only one
  SourceLocation where;
};

bool is_mechanism_stage(StageType type);  ///< all but those below
bool is_fe_stage(StageType type);         ///< fe-static and fe-modes: of an unreduced body
std::string_view name(StageType type);
TableSchema<StageInput> stage_table();

}  // namespace trunnion
