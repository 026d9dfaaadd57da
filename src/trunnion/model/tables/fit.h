#pragma once
// model/tables/fit.h -- [[fit]]: two parts of a flexible body that are pressed together, and the contact modes with
// which its reduction follows them.

#include <filesystem>
#include <optional>
#include <string>

#include "trunnion/model/table_schema.h"
#include "trunnion/reduction/fit_options.h"

namespace trunnion {

/// A place of the fit whose history is recorded.
struct WatchInput {
  std::string name;
  Vector3d at = Vector3d::Zero();  ///< [m]
  double radius = 0;               ///< of the points whose mean is recorded; 0: the value at the place itself [m]
};

struct FitInput {
  std::string name;
  std::string body;                          ///< empty: the only flexible one
  std::string outer, inner;                  ///< surfaces of its mesh
  std::optional<double> interference;        ///< radial [m]
  std::optional<double> basis_interference;  ///< at which the contact modes are made; not given: the same [m]
  std::string formula;                       ///< of x, y, z: interference there
  std::filesystem::path table;               ///< or measured at places
  bool geometric = false;
  double clamp_force = 0;  ///< instead of an interference [N]
  std::optional<PhysicalQuantity> stiffness;
  double exponent = 1, smoothing = 0, friction = 0;
  std::optional<double> sliding_friction;
  double weakening = 0, elastic_slip = 0;  ///< [m]
  ContactPoints points = ContactPoints::faces;
  double reach = 0;  ///< [m]
  std::vector<WatchInput> watch;
  SourceLocation where;
};

TableSchema<FitInput> fit_table();
FitLaw fit_law(const FitInput& input);

/// Tables of flexible_body.reduction.
TableSchema<ContactModeOptions> contact_modes_table();
TableSchema<FitSprings> fit_springs_table();
struct ShrinkInput {
  int steps = 5;
  std::vector<std::string> held;
};
TableSchema<ShrinkInput> shrink_table();

}  // namespace trunnion
