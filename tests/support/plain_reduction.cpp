#include "support/plain_reduction.h"

namespace trunnion::testing {

ReductionOptions plain_reduction(const std::string& name, Index modes, GeometricStiffness geometric) {
  ReductionOptions options;
  options.name = name;
  options.rule = SelectionRule::count;
  options.count = modes;
  options.damping = ModalDamping{0};
  options.geometric = geometric;
  options.quality.compute = false;
  options.certify = false;
  return options;
}

}  // namespace trunnion::testing
