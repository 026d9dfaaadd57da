#pragma once
// solvers/switches.h -- finds the instants where forces or motions switch within a step, and leads over those where
// accelerations jump (theory/solvers.md, section 7).

#include "trunnion/solvers/step_control.h"
#include "trunnion/system/force_reports.h"

namespace trunnion {

/// Whether any event value has another sign.
bool switched(const VectorXd& before, const VectorXd& after);

struct Switch {
  double t = 0;  ///< [s]
  EventSource source;
};

/// Where an event value first changes its sign between two states, on the interpolated motion.
Switch first_switch(const Mechanism& mechanism, const State& before, const State& after, const VectorXd& at_start,
                    const VectorXd& at_end, Workspace& work);

/// Moves a state that stands shortly before a jump at `t` to just past it, by its velocities and accelerations, and
/// gives it the accelerations that belong there. `events` are those of the state and become those past the jump.
void cross_jump(const Mechanism& mechanism, double t, State& state, VectorXd& events, Workspace& work);

/// Counts jumps that follow each other without any way in between: a law that pulls back each time it has switched.
class ChatterGuard {
 public:
  /// `shortest`: time between jumps that counts as none [s]
  explicit ChatterGuard(double shortest) : shortest_(shortest) {}
  /// Empty, or why the run cannot go on.
  std::string jumped(const Switch& at);
  /// The same for an integrator that gives up by itself at t: empty when there was no jump just before.
  std::string gave_up(double t) const;

 private:
  double shortest_;
  Switch last_{-1e300, {}};
  int count_ = 0;
};

}  // namespace trunnion
