#pragma once
// model/tables/flexible_body.h -- [[flexible_body]]: a component with a mesh, its materials, interfaces and lumped
// parts.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/model/tables/foreign_body.h"
#include "trunnion/model/tables/material.h"
#include "trunnion/model/tables/mechanism_tables.h"
#include "trunnion/model/tables/mesh.h"
#include "trunnion/model/tables/reduction.h"

namespace trunnion {

/// Material (and thickness) of a named set of elements, or a piece of the body with a mesh of its own.
struct PartInput {
  std::string name;  ///< with a mesh: stands before the names of its sets, and is the set of all its elements
  std::string mesh_name;
  std::optional<MeshInput> mesh;
  Vector3d position = Vector3d::Zero();                   ///< of the origin of its mesh [m]
  Vector3d x = Vector3d::UnitX(), z = Vector3d::UnitZ();  ///< directions of the axes of its mesh
  double temperature = 0;                                 ///< above that at which the parts have their drawn sizes [K]
  std::string elements;                                   ///< element set; empty: all that no other part names
  std::string material_name;
  std::optional<MaterialInput> material;
  double thickness = 0;  ///< plane elements [m]
  PlaneKind plane = PlaneKind::stress;
  SourceLocation where;
};

/// A named place where the body is held, loaded or joined: a reference node with six degrees of freedom.
struct InterfaceInput {
  std::string name;
  std::string on;  ///< surface or set
  CouplingKind coupling = CouplingKind::averaged;
  std::optional<Vector3d> point;  ///< [m]; the middle of the patch when not given
  std::string group;              ///< interfaces that reduction.interfaces may name together
  SourceLocation where;
};

struct PointMassInput {
  std::string at;                      ///< interface, or a set of one node
  double mass = 0;                     ///< [kg]
  std::vector<double> inertia;         ///< Ixx Iyy Izz, or these and Ixy Iyz Izx [kg m^2]
  Vector3d offset = Vector3d::Zero();  ///< [m]
  SourceLocation where;
};

struct SpringInput {
  std::string from, to;                              ///< interfaces, or sets of one node; to empty: ground
  Vector3d stiffness = Vector3d::Zero();             ///< [N/m]
  Vector3d rotational_stiffness = Vector3d::Zero();  ///< [N m/rad]
  SourceLocation where;
};

struct FlexibleBodyInput {
  std::string name;
  std::string mesh_name;
  std::optional<MeshInput> mesh;
  std::optional<ForeignBodyInput> from;
  std::string material_name;
  std::optional<MaterialInput> material;
  double thickness = 0;
  PlaneKind plane = PlaneKind::stress;
  bool lumped_mass = false;
  bool mass_at_stiffness_points = false;  ///< as CalculiX integrates it
  std::vector<PartInput> parts;
  std::vector<InterfaceInput> interfaces;
  std::vector<PointMassInput> point_masses;
  std::vector<SpringInput> springs;
  ReductionInput reduction;
  PlacementInput place;
  bool flexible = true;                 ///< false: mass and inertia only, no modes
  std::vector<int> without_invariants;  ///< numbers 1 to 9 of inertia invariants left out, for comparison
  bool partial_coupling = false;        ///< invariants 5 and 9 are left out
  SourceLocation where;
};

TableSchema<FlexibleBodyInput> flexible_body_table();

inline bool has_mesh(const PartInput& part) { return part.mesh || !part.mesh_name.empty(); }
/// A mesh for the whole, or parts that bring theirs.
bool has_mesh(const FlexibleBodyInput& body);
/// Files that its meshes are read or made from.
std::vector<std::filesystem::path> mesh_files(const FlexibleBodyInput& body);

}  // namespace trunnion
