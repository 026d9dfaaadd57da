#pragma once
// model/tables/load.h -- [[load]]: what acts on a body of the finite-element stages (loads with the same `case` form
// one load case), or on a marker of the mechanism.

#include <filesystem>
#include <optional>
#include <string>

#include "trunnion/model/table_schema.h"

namespace trunnion {

struct CentrifugalInput {
  double speed = 0;                   ///< [rad/s]
  Vector3d axis = Vector3d::UnitZ();  ///< direction
  Vector3d point = Vector3d::Zero();  ///< on the axis [m]
};

/// On a marker: a force or torque whose size is a formula of time and measures, or a curve over one of them.
struct MarkerLoadInput {
  std::string name;
  std::string on, against;            ///< markers; against empty: ground
  std::optional<Vector3d> direction;  ///< its length does not matter
  bool torque = false;
  bool own_axes = false;  ///< the direction turns with `on`
  std::string size;       ///< formula
  std::filesystem::path table;
  bool periodic = false;
  std::string over;  ///< "time" or a measure
  SourceLocation where;
};

struct LoadInput {
  std::string load_case;
  std::string body;                ///< empty: the only one
  std::string on;                  ///< set, surface, interface; empty for gravity, centrifugal, temperature of all
  std::optional<double> pressure;  ///< [Pa], positive pushes inwards
  std::optional<Vector3d> force, moment;  ///< [N], [N m]
  std::optional<Vector3d> gravity;        ///< [m/s^2]
  std::optional<CentrifugalInput> centrifugal;
  std::optional<double> temperature;  ///< change [K]
  MarkerLoadInput marker;             ///< with a direction: this load belongs to the mechanism, and `on` is a marker
  SourceLocation where;
};

TableSchema<LoadInput> load_table();

}  // namespace trunnion
