#pragma once
// model/two_faces.h -- a thrust bearing with a film on either side as the two films that it is.
//   [[bearing]] NAME, faces = 2   ->   NAME 1 at `between`, NAME 2 at `other_side`,
//                                      channels "NAME axial force" = fz 1 - fz 2 and "NAME power loss"
// The second side looks the other way: its z is opposite, so that angles, grooves and inlets of pads are mirrored.

#include "trunnion/model/model.h"

namespace trunnion {

/// After names are resolved. Throws InputError where a name that it needs is taken.
void split_two_faced_bearings(Model& model);

}  // namespace trunnion
