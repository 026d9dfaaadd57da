#pragma once
// run/compare_bodies.h -- two reduced bodies side by side: `trunnion report A.h5 B.h5`, and what `trunnion info` says
// of one.

#include "trunnion/reduction/reduced_body.h"
#include "trunnion/results/run_record.h"

namespace trunnion {

/// B against A over the smaller of their bands, at the interfaces that both have. Throws InputError when there are
/// none.
RunRecord compare_bodies(const ReducedBody& a, const ReducedBody& b);

/// A page of text: counts, frequencies, interfaces, mass, quality.
std::string describe(const ReducedBody& body);

}  // namespace trunnion
