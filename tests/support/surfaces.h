#pragma once
// support/surfaces.h -- one contact surface of every kind, about 1 to 3 cm in size.

#include <string>
#include <vector>

#include "trunnion/contact/contact_regions.h"

namespace trunnion::testing {

struct NamedSurface {
  std::string name;
  Surface surface;
};

Surface formula_surface(const std::string& text, double reach);
std::vector<NamedSurface> every_surface();

/// Where b, turned by R, overlaps a by so much near one of the samples of a (or at the origin of a plane).
SurfacePose touching_pose(const FacingPair& pair, const Matrix3d& R, double overlap);

}  // namespace trunnion::testing
