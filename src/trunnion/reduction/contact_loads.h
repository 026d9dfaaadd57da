#pragma once
// reduction/contact_loads.h -- the loads behind contact modes, for a solver elsewhere.
//   f_c = B' A P_c,   Phi_c = S(f_c)                                                   (theory/reduction.md, Eq. 14.6)
// With the kept interfaces at rest their answers are the contact modes that reduce() makes itself.

#include "trunnion/reduction/reduce.h"

namespace trunnion {

struct ContactLoads {
  MatrixXd forces;                 ///< full space x loads [N]
  std::vector<std::string> names;  ///< "contact 1", ..., "tangential 1", ..., "shrink"
};

/// Pressures and shear stresses are scaled to a largest value of 1 MPa; the last load is the contact of the shrunk
/// state as it is. Finds that state and the fixed-interface modes, which the patterns are made from, on the full mesh.
/// Empty for a body without fits.
ContactLoads contact_mode_loads(const FeModel& model, const ReductionOptions& options,
                                Observer& observer = silent_observer());

}  // namespace trunnion
