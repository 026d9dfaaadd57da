#pragma once
// forces/bushing.h -- an elastic connection of two markers in all six directions.
//   U = 1/2 x' K x + sum_i u_i(x_i),  x = (d, phi),  phi = log R;   F = -dU/dd,  T = -J_r(phi)^-1 dU/dphi
//   damping -C (d', w)                                                              (theory/forces.md, Eq. 3.1 to 3.3)
// Derived from a potential, so that large turns do not create energy. Turns stay below one full turn.

#include <array>
#include <optional>

#include "trunnion/forces/spring_damper.h"

namespace trunnion {

class Bushing final : public MarkerForce {
 public:
  struct Data {
    Matrix6d stiffness = Matrix6d::Zero();          ///< symmetric [N/m, N, N m/rad]
    Matrix6d damping = Matrix6d::Zero();            ///< [N s/m, ...]
    Vector6d preload = Vector6d::Zero();            ///< (force, moment) on I at x = 0
    std::array<std::optional<ForceLaw>, 6> curves;  ///< in addition, by direction
  };
  Bushing(const std::string& name, Data data);  ///< throws InputError when K is not symmetric
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&, ForceReport& out) const override;

 private:
  Vector6d coordinates(const RelativeMotion& m) const;
  Vector6d gradient(const StepContext& at, const Vector6d& x) const;  ///< dU/dx
  Data data_;
};

}  // namespace trunnion
