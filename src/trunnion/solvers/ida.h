#pragma once
// solvers/ida.h -- second integrator: SUNDIALS IDA (variable-order BDF) on the stabilised index-2 equations.
//   x' = v + C_x' mu,  M v' + C_x' lambda = Q,  C_x v + C_t = 0,  C = 0           (theory/solvers.md, Eq. 4.1 to 4.4)
// Rotations are unit quaternions inside. For smooth problems and as cross-check of generalized-alpha: it keeps no
// histories within a step and starts at order 1 after every event; events are located by its root finding. Orders above
// 2 are not stable on lightly damped vibration; take 2 for flexible bodies.

#include "trunnion/solvers/transient.h"

namespace trunnion {

struct IdaOptions {
  double end = 0;          ///< [s]
  double relative = 1e-8;  ///< tolerance
  Tolerances absolute{1e-9, 1e-9, 1e-10, 0};
  int max_order = 5;
  double max_step = 0;  ///< 0 = no limit [s]
  long max_steps = 1000000;
  double output_step = 0;                                           ///< [s]
  double output_origin = std::numeric_limits<double>::quiet_NaN();  ///< as in TransientOptions
  bool resume = false;                                              ///< as in TransientOptions
  std::vector<double> picture_times;                                ///< as in TransientOptions [s]
};

/// Same contract as run_transient.
TransientReport run_ida(const Mechanism& mechanism, State& state, const IdaOptions& options,
                        const TransientCallbacks& callbacks = {}, Observer& observer = silent_observer());

}  // namespace trunnion
