#pragma once
// model/tables/force.h -- [[force]]: springs, dampers, bushings and radial springs between two markers.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class ForceType { spring, torsion_spring, bushing, radial_spring };

/// Force of a bushing over the displacement in one direction, from a CSV file.
struct BushingCurveInput {
  int direction = 0;  ///< x y z rx ry rz
  std::filesystem::path file;
};

struct ForceInput {
  std::string name;
  ForceType type = ForceType::spring;
  std::vector<std::string> between;
  std::optional<double> stiffness, damping;                        ///< spring, radial-spring [N/m], [N s/m]
  std::optional<double> rotational_stiffness, rotational_damping;  ///< torsion-spring [N m/rad], [N m s/rad]
  std::string law, damping_law;                ///< springs: formulas of `elongation` or `angle`, and of `rate`
  std::filesystem::path table, damping_table;  ///< springs: the same as curves
  double free_length = -1;                     ///< [m]; not given: as placed
  double free_angle = 0;
  double preload = 0;                                                             ///< [N]
  double preload_torque = 0;                                                      ///< [N m]
  double clearance = 0, damping_depth = 1e-6;                                     ///< radial-spring [m]
  double onset = 0, film_stiffness = 0, film_damping = 0, onset_damping = 0;      ///< radial-spring [m], [N/m], [N s/m]
  std::vector<double> translation_stiffness, turn_stiffness, coupling_stiffness;  ///< bushing: 3 or 9; 9 of coupling
  double damping_time = 0;                                ///< bushing: damping = this times stiffness [s]
  std::vector<double> translation_damping, turn_damping;  ///< bushing: 3 or 9
  Vector3d force_preload = Vector3d::Zero(), moment_preload = Vector3d::Zero();  ///< bushing, on the first marker
  std::vector<BushingCurveInput> curves;
  SourceLocation where;
};

TableSchema<ForceInput> force_table();

}  // namespace trunnion
