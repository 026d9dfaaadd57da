#pragma once
// solvers/step_control.h -- what counts as a small error: metres for positions, radians for turns, and modal
// coordinates measured by the displacement they cause.

#include "trunnion/system/state.h"

namespace trunnion {

struct Tolerances {
  double position = 1e-7;  ///< absolute [m]
  double rotation = 1e-7;  ///< absolute [rad]
  double elastic = 1e-8;   ///< absolute, of the displacement of a mode [m]
  double relative = 1e-5;  ///< of the increment per step and of modal coordinates
  double resolution = 1;   ///< factor on what elements ask for
};

/// The finest resolution that an element on each body wants (MarkerForce::resolution) [m]; infinity where none does.
std::vector<double> finest_resolution(const Mechanism& mechanism);

/// 1 / allowed error of each velocity coordinate's position.
VectorXd error_weights(const Mechanism& mechanism, const State& state, const Tolerances& tolerances);

/// The same, where bodies carry elements that need finer positions (MarkerForce::resolution) finer there.
VectorXd fine_error_weights(const Mechanism& mechanism, const State& state, const Tolerances& tolerances);

/// sqrt(mean((weights .* e)^2)): 1 is just allowed.
double weighted_norm(const VectorXd& weights, const VectorXd& e);

/// The name of the coordinate with the largest weighted entry: "body 'rod', rotation y".
std::string worst_coordinate(const Mechanism& mechanism, const VectorXd& weights, const VectorXd& e);

}  // namespace trunnion
