#pragma once
// forces/ball_bearing_force.h -- a ball bearing between two markers: inner ring on I, outer ring on J, axis J's z.
//   delta = (d_z, d_x, d_y, -a_y, a_x),  a = R e_z;   r = A (d'; w);   W = -A' F(delta, r)  (theory/forces.md, Eq. 6.1)
// r is the rate of delta seen from axes that turn with the share s of the inner ring's spin: 0 when the outer ring
// stands, 1 when the inner one does, the cage's share when every ball is followed at its place.

#include <optional>

#include "trunnion/forces/force.h"
#include "trunnion/rolling/five_dof.h"
#include "trunnion/rolling/life.h"

namespace trunnion {

class BallBearingForce final : public MarkerForce {
 public:
  struct Data {
    BallBearing bearing;
    RotatingRing rotating = RotatingRing::inner;  ///< the ring that turns under the load
    double cage_start = 0;                        ///< angle of the first ball from J's x axis [rad]
  };
  explicit BallBearingForce(Data data);
  Vector6d force(const StepContext&, const RelativeMotion& m, const History& past, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History& past, CacheSlot&) const override;
  void report(const StepContext&, const RelativeMotion& m, const History& past, CacheSlot&,
              ForceReport& out) const override;
  /// A ten-thousandth of the deflection under a hundredth of the static load of a ball.
  double resolution() const override;
  History initial_history() const override;  ///< counted turn of the inner ring [rad], where balls are followed

  const Data& data() const { return data_; }
  const std::optional<LoadRatings>& ratings() const { return ratings_; }  ///< none beyond 45 degrees

 private:
  struct Place;
  Place place(const RelativeMotion& m, const History& past) const;
  Data data_;
  FiveDofBearing rows_;
  std::optional<LoadRatings> ratings_;
  RaceContacts contacts_;
  double cage_share_ = 0;  ///< of the inner ring's turn relative to the outer ring
  double axes_share_ = 0;  ///< s
};

}  // namespace trunnion
