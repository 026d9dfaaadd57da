#pragma once
// forces/radial_spring.h -- a journal in a bore with clearance, as a spring in the plane across J's z axis.
//   e = |(d_x, d_y)|,  s = e - clearance;   F = -(k s + c b(s) s') (d_x, d_y)/e  for s > 0, else 0
//   b(s) grows smoothly from 0 to 1 over `damping_depth`, so that the force begins without a jump (Eq. 4.1, forces.md)
// With zero clearance it is -k (d_x, d_y): no singularity at the center.

#include "trunnion/forces/force.h"

namespace trunnion {

class RadialSpring final : public MarkerForce {
 public:
  struct Data {
    double stiffness = 0;         ///< [N/m]
    double clearance = 0;         ///< radial [m]
    double damping = 0;           ///< [N s/m]
    double damping_depth = 1e-6;  ///< [m]
  };
  explicit RadialSpring(Data data) : data_(data) {}
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&, ForceReport& out) const override;

 private:
  Data data_;
};

}  // namespace trunnion
