#pragma once
// model/tables/load.h -- [[load]]: what acts on a body; loads with the same `case` form one load case.

#include <optional>
#include <string>

#include "trunnion/model/table_schema.h"

namespace trunnion {

struct CentrifugalInput {
  double speed = 0;                   ///< [rad/s]
  Vector3d axis = Vector3d::UnitZ();  ///< direction
  Vector3d point = Vector3d::Zero();  ///< on the axis [m]
};

struct LoadInput {
  std::string load_case;
  std::string body;                ///< empty: the only one
  std::string on;                  ///< set, surface or interface; empty for gravity, centrifugal, temperature of all
  std::optional<double> pressure;  ///< [Pa], positive pushes inwards
  std::optional<Vector3d> force, moment;  ///< [N], [N m]
  std::optional<Vector3d> gravity;        ///< [m/s^2]
  std::optional<CentrifugalInput> centrifugal;
  std::optional<double> temperature;  ///< change [K]
  SourceLocation where;
};

TableSchema<LoadInput> load_table();

}  // namespace trunnion
