#pragma once
// model/tables/motion.h -- [[motion]]: drives the angle about, or the way along, z of the second marker.

#include <filesystem>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

struct MotionInput {
  std::string name;
  std::vector<std::string> between;
  std::string angle, way, angular_speed, speed;  ///< at most one: a quantity or a formula of `time`
  std::filesystem::path table;                   ///< instead of a formula; the unit of its values says what is driven
  bool periodic = false;                         ///< the table repeats
  double smooth_start = 0;                       ///< a speed is brought up over this time [s]
  SourceLocation where;
};

TableSchema<MotionInput> motion_table();

}  // namespace trunnion
