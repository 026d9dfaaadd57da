#pragma once
// reduction/interface_overlap.h -- kept interfaces that lie partly on the same faces. Neighbors that share a line of
// nodes are in order. Common faces are no mistake that could not be computed (two mean motions of which one takes in
// more of the surface), but mostly they are one of the input: the motion of one against the other meets only the faces
// that are not common, and is the stiffer the fewer these are.

#include "trunnion/reduction/held_interfaces.h"

namespace trunnion {

/// One sentence per pair that shares whole faces, with what to change. Pairs of rigid interfaces never come here: they
/// are refused.
std::vector<std::string> overlap_warnings(const FeModel& model, const HeldInterfaces& held);

}  // namespace trunnion
