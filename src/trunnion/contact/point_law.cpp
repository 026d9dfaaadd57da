#include "trunnion/contact/point_law.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/contact/vilke.h"

namespace trunnion {

PointStiffness point_stiffness(const PointLaw& law, const RelativeCurvature& curvature, double reduced_modulus) {
  switch (law.kind) {
    case PointLaw::Kind::hertz:
      return hertz_point(curvature, reduced_modulus).stiffness;
    case PointLaw::Kind::vilke:
      return vilke_point(curvature, reduced_modulus);
    case PointLaw::Kind::constant:
      break;
  }
  if (!(law.constant > 0))
    throw InputError(fmt::format("constant contact coefficient = {} N/m^1.5, must be > 0", law.constant));
  return {.e = law.constant};
}

}  // namespace trunnion
