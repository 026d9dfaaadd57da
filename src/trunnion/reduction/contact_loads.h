#pragma once
// reduction/contact_loads.h -- the loads behind contact modes, for a solver elsewhere.
//   f_c = B' A P_c,   Phi_c = S(f_c)                                                   (theory/reduction.md, Eq. 14.6)
// With the kept interfaces at rest their answers are the contact modes that reduce() makes itself.

#include "trunnion/reduction/contact_modes.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

struct ContactLoads {
  MatrixXd forces;                 ///< full space x loads [N]
  std::vector<std::string> names;  ///< "contact 1", ..., "tangential 1", ..., "enriched 1", ..., "shrink"
};

/// Reduces the body and tells the loads behind its contact modes, enrichment included. Pressures and shear stresses are
/// scaled to a largest value of 1 MPa; the last load is the contact of the shrunk state as it is. No loads for a body
/// without fits.
ReducedBody reduce(const FeModel& model, const ReductionOptions& options, ContactLoads& loads,
                   Observer& observer = silent_observer());

/// The loads alone, without what only judges the body.
ContactLoads contact_mode_loads(const FeModel& model, ReductionOptions options, Observer& observer = silent_observer());

/// Those of given modes, about the shrunk state of the fits.
ContactLoads loads_of(const PreparedFits& fits, const ContactModes& modes);

}  // namespace trunnion
