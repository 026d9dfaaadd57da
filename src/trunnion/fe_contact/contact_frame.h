#pragma once
// fe_contact/contact_frame.h -- tangents of a contact zone that follow its shape.
//   N = sum_k A_k n_k n_k' has two equal eigenvalues on a surface of revolution; the third eigenvector is its axis a.
//   t2 = (a - (a . n) n)/|.|,  t1 = t2 x n                                     (theory/fe_contact.md, Eq. 1.4)
// So t2 runs along a shaft and t1 around it. Where a is normal to the surface (flat faces) t2 is the coordinate axis
// that lies flattest, projected.

#include "trunnion/fe_contact/contact_zone.h"

namespace trunnion {

/// Axis of the surface of revolution that fits the normals best; its largest component is positive.
Vector3d revolution_axis(const ContactZone& zone);

/// Fills t1 and t2 from normals and areas.
void set_tangents(ContactZone& zone);

}  // namespace trunnion
