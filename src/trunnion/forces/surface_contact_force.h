#pragma once
// forces/surface_contact_force.h -- point contact of two smooth bodies: surface B in the axes of marker I, surface A in
// those of marker J. Every place where they overlap carries N = e(P, Q) h^(3/2) with damping, friction, rolling
// resistance and spin (point_touch.h), at half the overlap                                  (theory/forces.md, Eq. 8.2)
// The places come from contact/contact_regions.h; the derivatives of h, m and the curvatures by the pose are exact.
// e changes as the contact point wanders: what U = 2/5 e h^(5/2) gains by that, the normal force alone does not supply.
// It is of the order h times curvature and reported as supplied power, so that energies balance.

#include "trunnion/contact/contact_regions.h"
#include "trunnion/contact/differential_tracking.h"
#include "trunnion/forces/force.h"
#include "trunnion/forces/point_touch.h"

namespace trunnion {

class SurfaceContactForce final : public MarkerForce {
 public:
  struct Data {
    std::string name;
    Surface surface_i, surface_j;
    TouchLaw law;
    /// The deepest place is also followed by its differential equations, from accepted step to accepted step.
    bool cross_check = false;
    DifferentialOptions differential;
  };
  explicit SurfaceContactForce(Data data);  ///< throws InputError
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot& slot) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot& slot) const override;
  void report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot& slot,
              ForceReport& out) const override;
  History initial_history() const override;
  double resolution() const override;

  /// Throws InputError when the surfaces conform where they face each other in this pose.
  void check_pose(const RelativeMotion& m) const;
  const FacingPair& pair() const { return pair_; }

 private:
  struct Place;
  std::vector<Place> places(const RelativeMotion& m, CacheSlot& slot, bool touching_only) const;
  void report_cross_check(const StepContext& at, const RelativeMotion& m, const History& past, const Place* deepest,
                          ForceReport& out) const;
  Data data_;
  FacingPair pair_;
};

}  // namespace trunnion
