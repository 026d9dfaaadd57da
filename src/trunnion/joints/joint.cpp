#include "trunnion/joints/joint.h"

#include <fmt/format.h>

#include <array>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {

namespace {

constexpr std::array<const char*, 3> axis_name{"x", "y", "z"};

ConstraintRow along(Index I, Index J, int axis) {
  return {axis_name[axis], {{1.0, {CoordinateKind::along, I, J, Vector3d::Unit(axis), Vector3d::Zero()}}}};
}

ConstraintRow perpendicular(Index I, Index J, int axis_J, int axis_I) {
  return {fmt::format("{} of J square to {} of I", axis_name[axis_J], axis_name[axis_I]),
          {{1.0, {CoordinateKind::dot, I, J, Vector3d::Unit(axis_J), Vector3d::Unit(axis_I)}}}};
}

ConstraintTerm angle(MarkerPair pair, double factor) { return {factor, {CoordinateKind::angle, pair.I, pair.J}}; }
ConstraintTerm azimuth(MarkerPair pair, double factor) { return {factor, {CoordinateKind::azimuth, pair.I, pair.J}}; }
ConstraintTerm way(MarkerPair pair, double factor) { return {factor, {CoordinateKind::along, pair.I, pair.J}}; }

// What a joint ties, by its name: point components, and axes kept parallel or a full orientation lock.
struct JointRule {
  const char* type;
  std::array<bool, 3> point;
  enum Axes { none, parallel, locked, crossed } axes;
};
constexpr std::array<JointRule, 10> rules{{
    {"fixed", {true, true, true}, JointRule::locked},
    {"revolute", {true, true, true}, JointRule::parallel},
    {"prismatic", {true, true, false}, JointRule::locked},
    {"cylindrical", {true, true, false}, JointRule::parallel},
    {"spherical", {true, true, true}, JointRule::none},
    {"universal", {true, true, true}, JointRule::crossed},
    {"planar", {false, false, true}, JointRule::parallel},
    {"point-on-line", {true, true, false}, JointRule::none},
    {"point-in-plane", {false, false, true}, JointRule::none},
    {"parallel-axes", {false, false, false}, JointRule::parallel},
}};

}  // namespace

std::vector<std::string> joint_types() {
  std::vector<std::string> names;
  for (const JointRule& rule : rules) names.emplace_back(rule.type);
  return names;
}

Joint joint_between(const std::string& type, std::string name, Index I, Index J) {
  for (const JointRule& rule : rules) {
    if (type != rule.type) continue;
    Joint joint{std::move(name), type, {}, {}, false};
    for (int k = 0; k < 3; ++k)
      if (rule.point[k]) joint.rows.push_back(along(I, J, k));
    switch (rule.axes) {
      case JointRule::none:
        break;
      case JointRule::crossed:
        joint.rows.push_back(perpendicular(I, J, 0, 1));
        break;
      case JointRule::parallel:
        joint.rows.push_back(perpendicular(I, J, 2, 0));
        joint.rows.push_back(perpendicular(I, J, 2, 1));
        break;
      case JointRule::locked:
        joint.rows.push_back(perpendicular(I, J, 2, 0));
        joint.rows.push_back(perpendicular(I, J, 1, 2));
        joint.rows.push_back(perpendicular(I, J, 0, 1));
        break;
    }
    return joint;
  }
  throw InputError(
      fmt::format("joint '{}': type '{}' is unknown; there are {}", name, type, fmt::join(joint_types(), ", ")));
}

Joint fixed_joint(std::string name, Index I, Index J) { return joint_between("fixed", std::move(name), I, J); }
Joint revolute_joint(std::string name, Index I, Index J) { return joint_between("revolute", std::move(name), I, J); }
Joint prismatic_joint(std::string name, Index I, Index J) { return joint_between("prismatic", std::move(name), I, J); }
Joint cylindrical_joint(std::string name, Index I, Index J) {
  return joint_between("cylindrical", std::move(name), I, J);
}
Joint spherical_joint(std::string name, Index I, Index J) { return joint_between("spherical", std::move(name), I, J); }
Joint universal_joint(std::string name, Index I, Index J) { return joint_between("universal", std::move(name), I, J); }
Joint planar_joint(std::string name, Index I, Index J) { return joint_between("planar", std::move(name), I, J); }
Joint point_on_line(std::string name, Index I, Index J) {
  return joint_between("point-on-line", std::move(name), I, J);
}
Joint point_in_plane(std::string name, Index I, Index J) {
  return joint_between("point-in-plane", std::move(name), I, J);
}
Joint parallel_axes(std::string name, Index I, Index J) {
  return joint_between("parallel-axes", std::move(name), I, J);
}

Joint distance_joint(std::string name, Index I, Index J, double length) {
  if (!(length > 0))
    throw InputError(
        fmt::format("joint '{}': length = {} m, must be > 0; for no distance use a spherical joint", name, length));
  return {
      std::move(name), "distance", {{"distance", {{1.0, {CoordinateKind::distance, I, J}}}, false, length}}, {}, false};
}

Joint screw_joint(std::string name, Index I, Index J, double lead) {
  Joint joint = cylindrical_joint(std::move(name), I, J);
  joint.type = "screw";
  joint.rows.push_back({"screw", {way({I, J}, 1.0), angle({I, J}, -lead / (2 * std::numbers::pi))}, true});
  return joint;
}

Joint gear_coupling(std::string name, MarkerPair first, MarkerPair second, double ratio) {
  return {std::move(name), "gear", {{"ratio", {angle(first, 1.0), angle(second, -ratio)}, true}}, {}, false};
}

Joint gear_mesh(std::string name, Index driver, Index driven, std::shared_ptr<const InvoluteMesh> gears) {
  RelativeCoordinate approach{CoordinateKind::mesh, driver, driven};
  approach.gears = std::move(gears);
  return {std::move(name), "gear mesh", {{"line of action", {{1.0, approach}}, true}}, {}, false};
}

Joint rack_coupling(std::string name, MarkerPair pinion, MarkerPair rack, double radius) {
  return {std::move(name), "rack", {{"rolling", {way(rack, 1.0), angle(pinion, -radius)}, true}}, {}, false};
}

Joint spacer(std::string name, MarkerPair first, MarkerPair second) {
  return {std::move(name), "spacer", {{"azimuth", {azimuth(first, 1.0), azimuth(second, -1.0)}, true}}, {}, false};
}

Joint carrier(std::string name, Index I, Index J, MarkerPair turning, double share) {
  Joint joint = parallel_axes(std::move(name), I, J);
  joint.type = "carrier";
  joint.rows.push_back(along(I, J, 2));
  joint.rows.back().hold_start = true;
  joint.rows.push_back({"distance", {{1.0, {CoordinateKind::distance, I, J}}}, true});
  joint.rows.push_back({"azimuth", {azimuth({I, J}, 1.0), angle(turning, -share)}, true});
  joint.rows.push_back({"angle", {angle({I, J}, 1.0), angle(turning, -share)}, true});
  return joint;
}

Joint motion(std::string name, Index I, Index J, MotionKind kind, TimeFunction function) {
  const bool turns = kind == MotionKind::angle || kind == MotionKind::angular_speed;
  const bool speed = kind == MotionKind::speed || kind == MotionKind::angular_speed;
  ConstraintRow row{turns ? "angle" : "way", {turns ? angle({I, J}, 1.0) : way({I, J}, 1.0)}};
  return {
      std::move(name), "motion", {row}, speed ? integral_of(std::move(function), 0, 1e-3) : std::move(function), speed};
}

}  // namespace trunnion
