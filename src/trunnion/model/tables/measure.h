#pragma once
// model/tables/measure.h -- [[measure]]: a named motion between two markers, or a force of a joint or element, recorded
// over time and used by loads.

#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class MeasureKind {
  angle,
  angular_speed,
  angular_acceleration,
  way,
  speed,
  acceleration,
  distance,
  distance_rate,
  force,
  moment
};
enum class MeasureComponent { x, y, z, size };

struct MeasureInput {
  std::string name;
  MeasureKind kind = MeasureKind::angle;
  std::vector<std::string> between;  ///< markers I, J; axes are those of J
  std::string of;                    ///< joint, motion, force or bearing, for a force or moment
  MeasureComponent component = MeasureComponent::size;
  SourceLocation where;
};

Kind kind_of(MeasureKind kind);
bool measures_wrench(MeasureKind kind);
TableSchema<MeasureInput> measure_table();

/// Throws InputError unless `between` names two different markers.
void check_pair(const std::vector<std::string>& between);

}  // namespace trunnion
