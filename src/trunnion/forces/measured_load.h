#pragma once
// forces/measured_load.h -- a force or torque whose size depends on time and on measured quantities.
//   W = f(t, m_1, m_2, ...) u,   u a unit wrench in the axes of J or of I,   m_k a relative coordinate or its rate, or
//   a component of the wrench of a joint, spring or bearing at the same instant
// (theory/forces.md, Eq. 5.1 to 5.3). Gas force over crank angle, a controller, friction that grows with a reaction, a
// formula in the model file. The tangent couples the loaded bodies with the measured ones and with multipliers.

#include <functional>
#include <optional>

#include "trunnion/forces/force.h"
#include "trunnion/joints/relative_coordinate.h"

namespace trunnion {

/// A number taken from the wrench that a joint or marker force puts on its first body, in the axes of its second
/// marker.
struct MeasuredWrench {
  Index joint = -1;     ///< of Mechanism::joints, or
  Index force = -1;     ///< of Mechanism::marker_forces
  bool moment = false;  ///< of its moment instead of its force
  int axis = -1;        ///< 0, 1, 2; -1 = its length
};

struct Measure {
  std::string name;
  RelativeCoordinate coordinate;
  bool rate = false;                     ///< its time derivative
  bool acceleration = false;             ///< its second derivative: recorded only, no load may depend on it
  std::optional<MeasuredWrench> wrench;  ///< then there is no coordinate
};

/// Value and derivatives with respect to time and the measures.
struct MeasuredValue {
  double value = 0;
  VectorXd gradient;  ///< d/d(measure), in their order
};
using MeasuredSwitches = std::function<void(double t, const VectorXd& measures, ForceReport& out)>;
using MeasuredFunction = std::function<MeasuredValue(double t, const VectorXd& measures)>;

struct MeasuredLoad {
  std::string name;
  Index I = -1, J = -1;                   ///< acts on I, and back on J (usually on ground)
  Vector6d direction = Vector6d::Zero();  ///< unit force or unit torque
  bool follows = false;                   ///< direction in the axes of I instead of J
  std::vector<Measure> measures;
  MeasuredFunction size;           ///< [N or N m]
  MeasuredSwitches switches = {};  ///< adds events and jumps of `size`; may be empty
};

}  // namespace trunnion
