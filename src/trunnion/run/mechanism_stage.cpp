#include "trunnion/run/mechanism_stage.h"

#include <fmt/format.h>

#include "trunnion/run/loose_fits.h"
#include "trunnion/run/marker_places.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {

namespace {

constexpr double jump = 1e-6;  // way [m] or turn [rad] between two stages that a user should hear of

void start(const StageInput& stage, MechanismRun& run, Observer& observer) {
  const Mechanism& m = run.built.mechanism;
  if (!run.started) {
    run.state = initial_state(m);
    run.start = start_mechanism(run.built, run.state, stage, observer, &run.motion_lag);
    for (const Body& body : m.bodies)
      if (!body.warning.empty()) observer.warn(body.warning);
    for (const std::string& sentence : loose_fits(m)) observer.warn(sentence);
    for (const std::string& sentence : misplaced_bearings(m, run.state)) observer.warn(sentence);
    observer.note(fmt::format("{} degrees of freedom: {} velocities, {} constraint rows, {} of them redundant",
                              run.start.degrees_of_freedom, m.num_velocities, m.num_rows, run.start.redundant.size()));
    run.started = true;
    return;
  }
  // Motions come and go with the stage, held values start anew: what is redundant may change, and a motion that begins
  // elsewhere than the joint stands pulls it there.
  const std::vector<char> before = run.state.row_active;
  if (stage.type != StageType::transient && run.moving_rows) seat_balls(run.built, run.state);
  start_stage_rows(m, run.state, stage, run.motion_lag);
  InitializeReport closed;
  try {
    closed = close_joints(m, run.state);
  } catch (const OpenJoints& error) {
    throw InputError(run.built.joint_places[error.joint],
                     fmt::format("in stage '{}' ({}) {} Motions that act in a stage must agree with where the one "
                                 "before ended; its list 'motions' says which do.",
                                 stage.name, stage.where.text(), error.what()));
  }
  if (closed.moved > jump || closed.turned > jump)
    observer.warn(
        fmt::format("{}it does not begin where the one before ended: {}. A motion that gives a speed goes on "
                    "from where the joint is; one that gives an angle or way pulls it to its own value.",
                    stage_place(stage), assembly_sentence(closed)));
  if (before != run.state.row_active)
    observer.note(fmt::format("'{}' has {} degrees of freedom", stage.name, closed.degrees_of_freedom));
  run.start.degrees_of_freedom = closed.degrees_of_freedom;
}

}  // namespace

std::string stage_place(const StageInput& stage) {
  return fmt::format("{}: stage '{}': ", stage.where.text(), stage.name);
}

std::filesystem::path checkpoint_file(const std::filesystem::path& folder, const std::string& stage) {
  return folder / fmt::format("{}.h5", stage);
}

MechanismResult run_mechanism_stage(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan,
                                    Observer& observer) {
  MechanismResult out;
  start(stage, run, observer);
  run.failed = stage.name;  // until it has an answer
  run.state.stage = stage.name;
  if (stage.type != StageType::transient) run.moving_rows.reset();
  switch (stage.type) {
    case StageType::transient:
      run_time(stage, run, plan, observer, out);
      break;
    case StageType::equilibrium:
    case StageType::steady:
    case StageType::sweep:
      run_equilibrium(stage, run, observer, out);
      break;
    case StageType::modes:
      run_modes(stage, run, observer, out);
      break;
    case StageType::campbell:
      run_campbell(stage, run, observer, out);
      break;
    case StageType::response:
      run_response(stage, run, observer, out);
      break;
    case StageType::fe_static:
    case StageType::fe_modes:
    case StageType::mesh_cycle:
    case StageType::touch:
      break;
  }
  if (out.record.status == StageStatus::done) run.failed.clear();
  out.quantities.push_back({"degrees_of_freedom", static_cast<double>(run.start.degrees_of_freedom), ""});
  return out;
}

}  // namespace trunnion
