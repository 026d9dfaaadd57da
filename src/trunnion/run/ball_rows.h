#pragma once
// run/ball_rows.h -- bearings whose balls are bodies: which bodies, markers and forces of the mechanism belong to a
// row, where the balls start, and what a row as a whole does over time.

#include "trunnion/forces/ball_race_force.h"
#include "trunnion/model/tables/bearing.h"
#include "trunnion/results/time_record.h"
#include "trunnion/rolling/ball_row.h"
#include "trunnion/rolling/life.h"

namespace trunnion {

struct BuiltMechanism;

struct RowOfBalls {
  std::string bearing;             ///< name in the model file
  Index shaft = -1, housing = -1;  ///< markers of the rings
  BallBearing design;
  BallRow row;
  RollingBall ball;
  std::optional<LoadRatings> ratings;
  RotatingRing rotating = RotatingRing::inner;
  std::vector<Index> balls, centers;      ///< bodies, and the markers at their centers
  std::vector<std::size_t> inner, outer;  ///< marker forces, one per ball
  std::size_t standing = 0;               ///< marker force of the whole row while it stands
  Index cage = -1;                        ///< body; -1: none
  bool start_without_spin = false;
  double first_place = 0;  ///< of ball 1 in the cage's frame [rad]
};

/// Bodies, joints and forces of a bearing whose balls are bodies; after all joints and motions of the file.
void add_balls(const BearingInput& in, const BallBearing& design, const MarkerPair& rings, BuiltMechanism& built);

/// Balls onto their seats between the rings as these stand now: radially in equilibrium, rolling without slip, each
/// where it is on its way round. A cage goes with their mean.
void seat_balls(const BuiltMechanism& built, State& state);

/// Columns of whole rows at the last instant of the record, whose state `work` has: force and moment on the inner ring
/// in axes of the housing, its place, ball loads, load zone, cage speed, power loss.
/// While a mechanism stands the balls are taken in their seats.
void record_rows(const BuiltMechanism& built, const State& state, Workspace& work, TimeRecord& record);

}  // namespace trunnion
