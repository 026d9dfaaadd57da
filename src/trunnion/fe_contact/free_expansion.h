#pragma once
// fe_contact/free_expansion.h -- parts of different temperature that fits join.
// A part of one material and one temperature that nothing holds expands free of stress,
//   u_free = alpha dT (x - c),    K u_free = f_thermal                              (theory/fe_contact.md, Eq. 1.5)
// With u = u_free + v the equilibrium of v has no thermal load: all that is left is the relative motion of the surfaces
// by free expansion, which counts like interference along the normal and like motion across it. Stress comes from v.
// c: the middle of the contact surfaces of the part; another one would only move the part as a whole.

#include <functional>
#include <vector>

#include "trunnion/fe_contact/contact_zone.h"

namespace trunnion {

/// Motion of the outer against the inner surface of each zone by free expansion [m]; an empty function where neither
/// part expands. `change`: temperature of each element above that of the drawn sizes [K]. Throws InputError where one
/// part would expand unevenly: that strains it, which a load case with temperatures on the full mesh covers.
std::vector<std::function<Vector3d(const Vector3d&)>> free_expansions(const FeModel& model, const VectorXd& change,
                                                                      const std::vector<ZoneInput>& zones);

}  // namespace trunnion
