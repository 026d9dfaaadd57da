#pragma once
// model/tables/measure.h -- [[measure]]: a named motion between two markers, recorded over time and used by loads.

#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class MeasureKind { angle, angular_speed, way, speed, distance, distance_rate };

struct MeasureInput {
  std::string name;
  MeasureKind kind = MeasureKind::angle;
  std::vector<std::string> between;  ///< markers I, J; axes are those of J
  SourceLocation where;
};

Kind kind_of(MeasureKind kind);
TableSchema<MeasureInput> measure_table();

/// Throws InputError unless `between` names two different markers.
void check_pair(const std::vector<std::string>& between);

}  // namespace trunnion
