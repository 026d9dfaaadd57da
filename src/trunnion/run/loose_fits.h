#pragma once
// run/loose_fits.h -- fits that nothing presses together: allowed, since loads alone can close them, but said.
// A fit is tight where its interference exceeds its clearance at one point at least; a body is loose if all its fits
// are.

#include "trunnion/fe_contact/contact_statics.h"
#include "trunnion/reduction/reduced_body.h"
#include "trunnion/system/mechanism.h"

namespace trunnion {

/// A sentence where nothing presses the fits of a body together, else empty. A clamp force does press.
std::string loose_fits(const std::vector<Fit>& fits);
std::string loose_fits(const std::vector<FitRows>& fits);

/// One sentence for each body of a mechanism whose fits are loose.
std::vector<std::string> loose_fits(const Mechanism& mechanism);

}  // namespace trunnion
