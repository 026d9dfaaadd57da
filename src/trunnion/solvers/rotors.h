#pragma once
// solvers/rotors.h -- bodies that motions turn about axes at rest: shafts and what is fixed on them.
// The axis is the z axis of the marker of a driven angle that does not turn; bodies joined to the turning one belong to
// the same rotor as long as they turn with it.

#include <vector>

#include "trunnion/system/workspace.h"

namespace trunnion {

struct Rotor {
  Vector3d point = Vector3d::Zero(), axis = Vector3d::UnitZ();  ///< of rotation, world axes, at rest
  double speed = 0;                                             ///< about the axis [rad/s]
  Index turning_marker = -1, standing_marker = -1;              ///< of the driven angle
  std::vector<Index> bodies;                                    ///< that turn
  std::vector<Index>
      driven_with;  ///< where a motion drives the angle: bodies joined to the turning one, itself included
};

/// Rotors of a mechanism that moves with the velocities of `state`; `rest` is where its bodies are when nothing turns.
/// Empty where a driven body moves others that turn differently (a crank and its rod): no motion about one axis.
std::vector<Rotor> find_rotors(const Mechanism& mechanism, const State& state, const Configuration& rest);

/// Whether other bodies turn as well, or are carried around, such as the balls of a bearing.
bool others_turn(const Mechanism& mechanism, const State& state, const std::vector<Rotor>& rotors);

/// A body's axis of rotation in its own frame, as it was described: through `point` along `axis`, which has the sign of
/// the speed.
struct BodyAxis {
  Vector3d point, axis;
};
BodyAxis axis_of(const Mechanism& mechanism, const Rotor& rotor, Index body);

/// Whether a body's mass center is off the axis it turns about, or its principal axis leans: it pulls as it turns.
bool out_of_balance(const Mechanism& mechanism, const std::vector<Rotor>& rotors);

}  // namespace trunnion
