#pragma once
// fe_contact/tightening.h -- fits that are joined by a force instead of a length: bolts and nuts.
//   N_i(d) = F_i,  N_i = sum over the points of fit i of A p (n . n_mean),  interference of fit i: as given + d_i
//                                                                              (theory/fe_contact.md, Eq. 2.7)
// d is the way by which a bolt is tightened. Broyden's method; every try begins with the parts apart, so that friction
// remembers one tightening only.

#include "trunnion/fe_contact/contact_statics.h"

namespace trunnion {

/// One of the fits has a clamp force.
bool any_clamped(const std::vector<Fit>& fits);

struct TighteningStep {
  double share;
  const VectorXd& load;
  int increments;
  const ContactOptions& options;
};

/// From `state`, where no interference acts yet. The interference that was found stands in statics.problem(). Throws
/// InputError where the surfaces of such a fit cannot carry a force (a bore around a shaft).
ContactReport tighten(const ContactStatics& statics, ContactState& state, const TighteningStep& step,
                      Observer& observer);

/// What a fit carries along its mean normal [N]; `traction`: one entry a point of the fit.
double clamp_force(const ContactZone& zone, const FitTraction* traction);

}  // namespace trunnion
