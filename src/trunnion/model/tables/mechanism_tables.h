#pragma once
// model/tables/mechanism_tables.h -- what a mechanism is made of: [[rigid_body]], [[marker]], [[joint]].

#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"
#include "trunnion/model/tables/mesh.h"

namespace trunnion {

/// Where a body's frame stands at the start, and how it moves then; world axes.
struct PlacementInput {
  Vector3d position = Vector3d::Zero();          ///< of the frame's origin [m]
  Vector3d x = Vector3d::UnitX();                ///< direction of its x axis, made square to z
  Vector3d z = Vector3d::UnitZ();                ///< direction of its z axis
  Vector3d velocity = Vector3d::Zero();          ///< of the origin [m/s]
  Vector3d angular_velocity = Vector3d::Zero();  ///< [rad/s]
};
TableSchema<PlacementInput> placement_table();
/// Columns x, y, z; throws InputError when the two directions are parallel or zero.
Matrix3d axes_from(const Vector3d& x, const Vector3d& z);

/// Mass data, or a mesh and the density of what fills it.
struct RigidBodyInput {
  std::string name;
  double mass = 0;                     ///< [kg]
  Vector3d center = Vector3d::Zero();  ///< in the body frame [m]
  std::vector<double> inertia;         ///< about the center: Ixx Iyy Izz, or these and Ixy Iyz Izx [kg m^2]
  std::string mesh_name;
  std::optional<MeshInput> mesh;  ///< in the body frame
  double density = 0;             ///< [kg/m^3]
  PlacementInput place;
  SourceLocation where;
};
TableSchema<RigidBodyInput> rigid_body_table();

struct MarkerInput {
  std::string name;
  std::string body;       ///< or "ground"
  std::string interface;  ///< of a flexible body; its node carries the marker
  Vector3d position = Vector3d::Zero();
  Vector3d x = Vector3d::UnitX(), z = Vector3d::UnitZ();
  SourceLocation where;
};
TableSchema<MarkerInput> marker_table();

struct JointInput {
  std::string name, type;
  std::vector<std::string> between;  ///< markers I, J
  std::vector<std::string> with;     ///< second pair of a coupling
  double ratio = 1, radius = 0, lead = 0, length = 0;
  SourceLocation where;
};
TableSchema<JointInput> joint_table();

}  // namespace trunnion
