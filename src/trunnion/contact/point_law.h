#pragma once
// contact/point_law.h -- which formula gives the coefficient e of F = e h^(3/2).

#include "trunnion/contact/hertz.h"

namespace trunnion {

struct PointLaw {
  enum class Kind { hertz, vilke, constant };
  Kind kind = Kind::hertz;
  double constant = 0;  ///< e [N/m^(3/2)], used by Kind::constant only
};

/// Throws InputError for a constant law without a positive coefficient.
PointStiffness point_stiffness(const PointLaw& law, const RelativeCurvature& curvature, double reduced_modulus);

}  // namespace trunnion
