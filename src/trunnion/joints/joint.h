#pragma once
// joints/joint.h -- joints and motions as lists of scalar constraint rows between two markers.
//   C_r = sum_k c_k s_k(x) - offset - f(t) = 0,   s_k a relative coordinate       (theory/joints.md, Eq. 2.1 and table)
// Free directions refer to the axes of marker J ("on"): revolute turns about z, prismatic slides along z.
// The reaction on I's body is -lambda_r times the gradient, in J's axes.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/joints/relative_coordinate.h"
#include "trunnion/joints/time_function.h"

namespace trunnion {

struct ConstraintTerm {
  double factor = 1;
  RelativeCoordinate coordinate;
};

struct ConstraintRow {
  std::string what;  ///< "x", "angle": names the row in messages
  std::vector<ConstraintTerm> terms;
  bool hold_start = false;  ///< the value in the assembled start position is added to the offset
  double offset = 0;        ///< value the sum must have [m or rad]
};

/// In which stages a joint acts: balls of a bearing are held in their places while it stands, and let go to roll.
enum class Acts { always, standing, running };

struct Joint {
  std::string name;
  std::string type;  ///< "revolute", "motion"
  std::vector<ConstraintRow> rows;
  std::optional<TimeFunction> motion;  ///< drives row 0; only joints with a motion can be switched off by a stage
  bool motion_is_speed = false;  ///< f is an angle or way from the stage's start, added to where the joint is then
  std::function<std::vector<double>(double t)> switches =
      {};  ///< change sign where the motion's speed or acceleration jumps; may be empty
  Acts acts = Acts::always;
};

/// The joints between two markers; each is a list of rows as in the table of theory/joints.md.
Joint fixed_joint(std::string name, Index I, Index J);
Joint revolute_joint(std::string name, Index I, Index J);
Joint prismatic_joint(std::string name, Index I, Index J);
Joint cylindrical_joint(std::string name, Index I, Index J);
Joint spherical_joint(std::string name, Index I, Index J);
Joint universal_joint(std::string name, Index I, Index J);  ///< cross on J's x axis and I's y axis
Joint planar_joint(std::string name, Index I, Index J);     ///< I's origin and z axis stay with J's xy plane
Joint point_on_line(std::string name, Index I, Index J);    ///< I's origin on J's z axis
Joint point_in_plane(std::string name, Index I, Index J);   ///< I's origin in J's xy plane
Joint parallel_axes(std::string name, Index I, Index J);    ///< z axes parallel
Joint distance_joint(std::string name, Index I, Index J, double length);
Joint screw_joint(std::string name, Index I, Index J, double lead);  ///< lead [m per turn] along J's z axis

/// The names accepted by joint_between, in the order of the table.
std::vector<std::string> joint_types();
/// One of the joints above that need no further number; throws InputError with the accepted names.
Joint joint_between(const std::string& type, std::string name, Index I, Index J);

/// A pair of markers whose relative angle (about J's z) or way (along J's z) a coupling measures.
struct MarkerPair {
  Index I = -1, J = -1;
};
/// Angles of the two pairs: angle_1 = ratio angle_2 + start value.
Joint gear_coupling(std::string name, MarkerPair first, MarkerPair second, double ratio);
/// Involute gears without play that do not yield: they keep what they have come together. The multiplier is the force
/// along the transverse line of action.
Joint gear_mesh(std::string name, Index driver, Index driven, std::shared_ptr<const InvoluteMesh> gears);
/// Way of the rack = radius times angle of the pinion + start value.
Joint rack_coupling(std::string name, MarkerPair pinion, MarkerPair rack, double radius);

/// Places on the way round the axis of J keep their distance: angle of first.I - angle of second.I = start value.
Joint spacer(std::string name, MarkerPair first, MarkerPair second);
/// I keeps its place across the way round J's z axis, and goes round by `share` of the turn of another pair, turning
/// with its way, as a cage would carry it.
Joint carrier(std::string name, Index I, Index J, MarkerPair turning, double share);

enum class MotionKind { angle, way, angular_speed, speed };
/// Drives the angle about, or the way along, J's z axis.
Joint motion(std::string name, Index I, Index J, MotionKind kind, TimeFunction function);

}  // namespace trunnion
