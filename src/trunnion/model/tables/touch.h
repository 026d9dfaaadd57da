#pragma once
// model/tables/touch.h -- [[touch]]: elastic bodies near known positions whose surfaces may touch.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

/// A small motion of one body that is free, and the loads on it, one per step.
struct TouchMotionInput {
  std::string body;
  Vector3d direction = Vector3d::Zero();  ///< of a translation; zero: a rotation
  Vector3d axis = Vector3d::UnitZ();      ///< of a rotation
  Vector3d about = Vector3d::Zero();      ///< point of the axis of a rotation [m]
  std::vector<double> force, moment;      ///< per step [N], [N m]
  SourceLocation where;
};

struct TouchInput {
  std::string name;
  std::vector<std::string> surfaces;  ///< "body.surface" of first and second bodies in turn
  double friction = 0;
  bool sticks = true;  ///< false: slides along `slides` everywhere
  double slides = 1;   ///< +1: the first body slides over the second along n turned by +90 degrees, -1: against it
  Vector3d slides_along = Vector3d::Zero();  ///< solid bodies: the way friction acts; zero: not given
  std::string gap;                           ///< formula of x, y, z: added to the gap of the meshes
  double reach = 0;                          ///< largest distance that is paired [m]; 0: a tenth of the smallest body
  int updates = 20;                          ///< times pairs are made anew after the bodies moved
  std::vector<TouchMotionInput> motions;
  SourceLocation where;
};

TableSchema<TouchInput> touch_table();

}  // namespace trunnion
