#pragma once
// model/tables/contact.h -- [[contact]]: point contact of two smooth surfaces, each in the axes of a marker.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/tables/material.h"

namespace trunnion {

/// What each entry means is told in contact/surface.h.
struct SurfaceInput {
  std::string type;
  bool hollow = false;
  double radius = 0, tube_radius = 0, length = 0, angle = 0;  ///< [m], [rad]
  Vector3d semi_axes = Vector3d::Zero(), exponents = Vector3d::Constant(2);
  std::string formula;
  double reach = 0;                    ///< [m]
  Vector3d center = Vector3d::Zero();  ///< [m]
  SourceLocation where;
};

struct ContactInput {
  std::string name;
  std::vector<std::string> between;
  SurfaceInput surface_i, surface_j;
  std::string material_name_i, material_name_j;
  std::optional<MaterialInput> material_i, material_j;
  std::string law = "hertz";
  std::optional<double> coefficient;                 ///< [N/m^1.5]
  double damping_factor = 0, restitution_slope = 0;  ///< [s/m]
  double friction = 0, friction_speed = 0;           ///< v_s [m/s]
  double rolling_arm = 0, rolling_speed = 0;         ///< [m], w_s [rad/s]
  bool spin_friction = false;
  bool cross_check = false;
  double check_tolerance = 0, check_stabilization = 0;  ///< kappa [1/s]
  SourceLocation where;
};

TableSchema<ContactInput> contact_table();

}  // namespace trunnion
