#include "trunnion/contact/friction.h"

#include <cassert>

#include "trunnion/math/elliptic.h"

namespace trunnion {

FrictionForce friction_force(const FrictionLaw& law, double normal_force, const Vector3d& velocity) {
  assert(law.regularization > 0);
  const double speed = std::hypot(velocity.norm(), law.regularization);
  const Vector3d u = velocity / speed;
  const double strength = law.coefficient * normal_force;
  return {.value = -strength * u,
          .d_normal = -law.coefficient * u,
          .d_velocity = -strength / speed * (Matrix3d::Identity() - u * u.transpose())};
}

double spin_arm(double a, double b) {
  assert(a >= b && b > 0);
  return 0.375 * a * complete_elliptic((b / a) * (b / a)).E;
}

}  // namespace trunnion
