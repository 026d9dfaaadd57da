#pragma once
// fe_contact/no_equilibrium.h -- in words: why the contact cannot carry the load.

#include <string>

#include "trunnion/fe_contact/contact_newton.h"

namespace trunnion {

/// What friction can hold at given pressures.
struct FrictionCapacity {
  double force = 0;   ///< sum of mu p A [N]
  double moment = 0;  ///< sum of mu p A r about the axis of the surface [N m]
};
FrictionCapacity friction_capacity(const Fit& fit, const FitTraction* traction);  ///< one entry a point of the fit

/// `last`: the try that failed; `reached`: share of the step up to the last equilibrium.
std::string why_no_equilibrium(const std::vector<Fit>& fits, const FitPoints& points, const EquilibriumFound& last,
                               double reached);

}  // namespace trunnion
