#pragma once
// system/state.h -- where the mechanism is: all that a checkpoint holds and one stage hands to the next.

#include "trunnion/system/mechanism.h"

namespace trunnion {

struct Configuration {
  std::vector<Vector3d> R;  ///< frame origins [m]
  std::vector<Matrix3d> A;  ///< frame axes
  VectorXd q;               ///< modal coordinates of all bodies
};

/// Balances of a run in time since its stage began; a restart goes on with them.
struct BalanceBook {
  double start = 0;         ///< energy at the start plus what had left before, minus what had come [J]
  double largest = 0;       ///< energy that was there at once [J]
  double flowed = 0;        ///< energy that came or left, all added up [J]
  double worst = 0;         ///< largest unexplained energy [J]
  double opening = 0;       ///< largest violation of a joint [m]
  double opening_rate = 0;  ///< of its rate [m/s]
  double steps = 0, rejected = 0, iterations = 0, factorizations = 0, events = 0;  ///< counts
};

struct State {
  double t = 0;  ///< [s]
  Configuration x;
  VectorXd v, a, a_aux;          ///< rates, accelerations, auxiliary accelerations of the integrator
  VectorXd jerk;                 ///< estimate of a' [per s]: carries a_aux over a change of step
  VectorXd lambda;               ///< one multiplier per constraint row
  std::vector<History> history;  ///< per force: marker forces, body forces, measured loads
  VectorXd coordinate;           ///< per constraint term, then per measure: last accepted value, counts full turns
  VectorXd row_offset;           ///< per row: start value of held and speed-driven rows
  std::vector<char> row_active;  ///< per row: 0 = switched off by the stage, or redundant
  double supplied_work = 0, dissipated_work = 0;  ///< since the start of the run [J]
  VectorXd element_work;                          ///< supplied less dissipated, by forces, joints, bodies [J]
  BalanceBook book;
  double step = 0;           ///< the integrator's next step; 0 = not chosen yet [s]
  double previous_step = 0;  ///< [s]
  std::string stage;
};

/// The accepted steps around an interpolated state.
struct Neighbors {
  const State& before;
  const State& after;
};

/// The state the mechanism was described in: all rows active, no accelerations, not yet assembled.
State initial_state(const Mechanism& mechanism);

/// out = base moved by dx along (dR, dtheta, dq) of each body.
void move(const Mechanism& mechanism, const Configuration& base, const VectorXd& dx, Configuration& out);

/// The increment that moves `from` to `to`: move(from, difference) = to.
VectorXd difference(const Mechanism& mechanism, const Configuration& from, const Configuration& to);

BodyPose pose_of(const Mechanism& mechanism, const Configuration& x, Index body);

}  // namespace trunnion
