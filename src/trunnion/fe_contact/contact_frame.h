#pragma once
// fe_contact/contact_frame.h -- tangents of a contact zone that follow its shape.
//   t2 = (a - (a . n) n)/|.|,  t1 = t2 x n,   a: axis of the surface (contact/fit_axis.h)   (theory/fe_contact.md,
//   Eq. 1.4)
// So t2 runs along a shaft and t1 around it. Where a is normal to the surface (flat faces) t2 is the coordinate axis
// that lies flattest, projected.

#include "trunnion/fe_contact/contact_zone.h"

namespace trunnion {

/// Fills t1 and t2 from positions, normals and areas.
void set_tangents(ContactZone& zone);

}  // namespace trunnion
