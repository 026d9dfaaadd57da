#pragma once
// model/tables/mechanism_tables.h -- the tables of a mechanism: [[rigid_body]], [[marker]], [[joint]], [[motion]],
// [[force]], and loads on markers.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

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

struct RigidBodyInput {
  std::string name;
  double mass = 0;                     ///< [kg]
  Vector3d center = Vector3d::Zero();  ///< in the body frame [m]
  std::vector<double> inertia;         ///< about the center: Ixx Iyy Izz, or these and Ixy Iyz Izx [kg m^2]
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

/// A curve from a CSV file: first column the abscissa, second the value, units in the header.
struct CurveInput {
  std::filesystem::path file;
  bool periodic = false;
  SourceLocation where;
};
TableSchema<CurveInput> curve_table();

struct MotionInput {
  std::string name;
  std::vector<std::string> between;
  std::string angle, way, angular_speed, speed;  ///< exactly one: a quantity or a formula of `time`
  std::optional<CurveInput> table;               ///< instead of a formula: angle or way over time
  double smooth_start = 0;                       ///< a speed is brought up over this time [s]
  SourceLocation where;
};
TableSchema<MotionInput> motion_table();

enum class MeasureKind { angle, angular_speed, way, speed, distance, distance_rate };
struct MeasureInput {
  std::string name;
  MeasureKind kind = MeasureKind::angle;
  std::vector<std::string> between;
  SourceLocation where;
};

/// A force or torque on a marker whose size is a formula of time and measures, or a curve over one of them.
struct MarkerLoadInput {
  std::string name;
  std::string on, against;  ///< markers; against empty: ground
  Vector3d direction = Vector3d::Zero();
  bool torque = false;
  bool own_axes = false;  ///< the direction turns with `on`
  std::string size;       ///< formula
  std::optional<CurveInput> table;
  std::string over;  ///< "time" or a measure
  std::vector<MeasureInput> measures;
  SourceLocation where;
};
TableSchema<MarkerLoadInput> marker_load_table();

enum class ForceType { spring, torsion_spring, bushing, radial_spring };
struct ForceInput {
  std::string name;
  ForceType type = ForceType::spring;
  std::vector<std::string> between;
  std::optional<double> stiffness, damping;                        ///< spring, radial-spring [N/m], [N s/m]
  std::optional<double> rotational_stiffness, rotational_damping;  ///< torsion-spring [N m/rad], [N m s/rad]
  std::string law;                  ///< spring: tension as a formula of `elongation` and `rate`
  std::optional<CurveInput> table;  ///< spring: tension over elongation
  double free_length = -1;          ///< [m]; not given: as placed
  double free_angle = 0;
  double preload = 0;
  double clearance = 0, damping_depth = 1e-6;
  Vector3d translation_stiffness = Vector3d::Zero(), turn_stiffness = Vector3d::Zero();
  Vector3d translation_damping = Vector3d::Zero(), turn_damping = Vector3d::Zero();
  std::vector<double> matrix;  ///< bushing: 36 numbers in SI, instead of the diagonals
  SourceLocation where;
};
TableSchema<ForceInput> force_table();

}  // namespace trunnion
