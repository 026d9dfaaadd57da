#pragma once
// forces/ball_race_force.h -- one ball (marker I at its center) on one raceway (marker J, axis J's z).
//   s = R_B - h/2,  v_r = d' + w x s m,  h' = m.v_r,   N = e h_+^(3/2) max(0, 1 + c h')
//   F = -N m + F_t(v_r - h' m),   T = s m x F_t + M_rolling + M_spin                        (theory/forces.md, Eq. 8.1)
// Over time only: while a mechanism stands its balls are held, see ball_row_force.h.
// Force and tangent are continuous at touch-down, so it is no event.
// The force acts at half the overlap. Exact tangents; the friction work belongs to the same point as the torque.

#include "trunnion/forces/force.h"
#include "trunnion/forces/point_touch.h"
#include "trunnion/rolling/race.h"

namespace trunnion {

class BallRaceForce final : public MarkerForce {
 public:
  struct Data {
    Race race;
    double ball_radius = 0;  ///< [m]
    TouchLaw law;
  };
  explicit BallRaceForce(const Data& data);
  Vector6d force(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
              ForceReport& out) const override;
  double resolution() const override;

  const Data& data() const { return data_; }

 private:
  Data data_;
};

}  // namespace trunnion
