#pragma once
// system/mechanism.h -- bodies, markers, joints and forces that do not change during a run.
// Coordinates: the velocities of all bodies one after the other, then one multiplier per constraint row.

#include <memory>
#include <optional>

#include "trunnion/forces/force.h"
#include "trunnion/forces/measured_load.h"
#include "trunnion/joints/joint.h"

namespace trunnion {

struct MarkerForceElement {
  std::string name;
  std::string type;  ///< "spring"
  Index I = -1, J = -1;
  std::shared_ptr<const MarkerForce> law;
  std::string table = "force";  ///< of the model file; curves are named "force.mount.tension", "bearing.main.force"
};

struct BodyForceElement {
  std::string name;
  std::string type;
  std::vector<Index> bodies;
  std::shared_ptr<const BodyForce> law;
  std::string table = "force";
  Index I = -1, J = -1;  ///< markers, of a force that reports fx, fy, fz on I in the axes of J; -1: it does not
};

/// Where a body's frame starts, and how it moves then.
struct BodyStart {
  Vector3d R = Vector3d::Zero();
  Matrix3d A = Matrix3d::Identity();
  Vector3d v = Vector3d::Zero();  ///< of the origin, world axes [m/s]
  Vector3d w = Vector3d::Zero();  ///< body axes [rad/s]
  VectorXd q, qd;                 ///< modal; empty = zero
};

struct Mechanism {
  std::vector<Body> bodies;
  std::vector<BodyStart> start;  ///< one per body
  std::vector<Marker> markers;
  std::vector<Joint> joints;
  std::vector<MarkerForceElement> marker_forces;
  std::vector<BodyForceElement> body_forces;
  std::vector<MeasuredLoad> loads;
  std::vector<Measure> measures;        ///< recorded; their last values stand behind the terms in State::coordinate
  Vector3d gravity = Vector3d::Zero();  ///< [m/s^2]

  // by finish():
  std::vector<Index> first_velocity;  ///< per body
  std::vector<Index> first_mode;      ///< per body, into Configuration::q
  std::vector<Index> first_row;       ///< per joint
  std::vector<Index> first_term;      ///< per joint: where its terms stand in State::coordinate
  Index num_velocities = 0, num_rows = 0, num_modes = 0, num_terms = 0;

  Index add_body(Body body, BodyStart at = {});
  Index add_marker(Marker marker);
  Index num_forces() const { return static_cast<Index>(marker_forces.size() + body_forces.size() + loads.size()); }
};

/// Numbers the coordinates and checks that markers, bodies and joints refer to one another; throws InputError.
void finish(Mechanism& mechanism);

Index joint_of_row(const Mechanism& mechanism, Index row);

/// "bearing, row x": names a constraint row.
std::string row_name(const Mechanism& mechanism, Index row);

}  // namespace trunnion
