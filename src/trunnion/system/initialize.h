#pragma once
// system/initialize.h -- a consistent start: positions assembled, velocities and accelerations that the joints allow.
//   positions:     min |dx|_M  such that C(x, t) = 0                (Gauss-Newton)        (theory/system.md, Eq. 2.1)
//   velocities:    v <- v - M^-1 C_x' (C_x M^-1 C_x')^-1 (C_x v + C_t)                    (2.2)
//   accelerations: [M C_x'; C_x 0] (a; lambda) = (Q; -bias)                               (2.3)

#include "trunnion/base/error.h"
#include "trunnion/base/progress.h"
#include "trunnion/system/assembly.h"

namespace trunnion {

struct InitializeReport {
  int iterations = 0;
  double moved = 0;                     ///< largest way a body's origin went during assembly [m]
  double turned = 0;                    ///< largest turn [rad]
  std::string moved_body, turned_body;  ///< who went and who turned furthest
  double velocity_change = 0;           ///< largest change of an entry of v
  double open = 0;                      ///< largest remaining |C| [m]
  std::vector<std::string> redundant;   ///< names of rows that follow from the others
  Index degrees_of_freedom = 0;         ///< velocities minus independent rows
};

/// "assembly moved 'rod' by 2 mm, ...": what initialize() changed of the described position; empty: nothing.
std::string assembly_sentence(const InitializeReport& report);

/// Sets what a stage changes: which motions act, and start values of held and speed-driven rows.
/// `driven` lists the motions that act, by joint; empty = all. `running`: whether the stage is one over time.
void start_rows(const Mechanism& mechanism, State& state, const std::vector<std::string>* driven = nullptr,
                bool running = true);

/// Holds the motions that act where their joints are, by the offsets of their rows, instead of where they ask for;
/// returns what was added per row. For solvers that bring motions up in steps; after start_rows. `turns`:
/// State::coordinate from before, which says on which turn an angle stood.
VectorXd hold_motions(const Mechanism& mechanism, State& state, const VectorXd& turns);

/// No position satisfies all joints: they contradict each other.
class OpenJoints : public SolveError {
 public:
  OpenJoints(Index widest, const std::string& message) : SolveError(message), joint(widest) {}
  Index joint;  ///< the one that stays open most
};

/// Assembles positions, finds redundant rows, makes velocities consistent and computes accelerations and reactions.
/// Throws OpenJoints naming the rows that stay open when no position satisfies all joints.
InitializeReport initialize(const Mechanism& mechanism, State& state, Observer& observer = silent_observer());

/// The first half of initialize(): positions and redundant rows. Velocities and accelerations stay as they are.
InitializeReport close_joints(const Mechanism& mechanism, State& state, Observer& observer = silent_observer());

/// The single steps of initialize(), for solvers that need them alone.
bool assemble_positions(const Mechanism& mechanism, State& state, Workspace& work, int& iterations);
/// `rates`: what C_x v + C_t shall be instead of zero.
void project_velocities(const Mechanism& mechanism, State& state, Workspace& work, const VectorXd* rates = nullptr);
void solve_accelerations(const Mechanism& mechanism, const StepContext& at, State& state, Workspace& work);

/// Takes over trial histories and unwrapped coordinates after an accepted step; adds up nothing else. Returns why an
/// element wants the run to end here, empty when none does.
std::string commit(const Mechanism& mechanism, const StepContext& at, State& state, Workspace& work);
/// The same with what the forces reported at hand; after update_kinematics of this state.
std::string commit(const Mechanism& mechanism, State& state, std::vector<ForceReport>& reports, const Workspace& work);

}  // namespace trunnion
