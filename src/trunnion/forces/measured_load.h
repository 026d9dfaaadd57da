#pragma once
// forces/measured_load.h -- a force or torque whose size depends on time and on measured motions of any markers.
//   W = f(t, m_1, m_2, ...) u,   u a unit wrench in the axes of J or of I,   m_k a relative coordinate or its rate
// (theory/forces.md, Eq. 5.1). Gas force over crank angle, a controller, a formula in the model file. The tangent
// couples the loaded bodies with the measured ones.

#include <functional>

#include "trunnion/forces/force.h"
#include "trunnion/joints/relative_coordinate.h"

namespace trunnion {

struct Measure {
  std::string name;
  RelativeCoordinate coordinate;
  bool rate = false;  ///< its time derivative
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
