#pragma once
// forces/ball_row_force.h -- a row of balls between two rings while nothing runs in time: every ball in its seat.
//   marker I: inner ring, J: outer ring;   W = sum over balls of what a seated ball does to the inner ring
//   place of ball k: psi_k = psi_k0 + share (angle of I against J), as a cage would carry it  (theory/forces.md,
//   Eq. 8.1)
// Acts in static, steady and linear stages; over time the balls are bodies and act by themselves. Memory: the angle,
// then the place of each ball, so that a stage begins where the balls are.

#include "trunnion/forces/force.h"
#include "trunnion/rolling/ball_row.h"

namespace trunnion {

class BallRowForce final : public MarkerForce {
 public:
  struct Data {
    BallRow row;
    RollingBall ball;
    double cage_share = 0;
    std::vector<double> places;  ///< of the balls at the start [rad]
  };
  explicit BallRowForce(Data data) : data_(std::move(data)) {}
  Vector6d force(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext& at, const RelativeMotion& m, const History& past,
                          CacheSlot&) const override;
  void report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot&,
              ForceReport& out) const override;
  History initial_history() const override;

 private:
  Data data_;
};

}  // namespace trunnion
