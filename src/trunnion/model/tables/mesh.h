#pragma once
// model/tables/mesh.h -- [[mesh]] and mesh = {...}: where a mesh comes from. Exactly one source is given.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/mesh/cell_type.h"
#include "trunnion/mesh/shaft.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/model/table_schema.h"

namespace trunnion {

struct MeshInput {
  std::string name;
  std::filesystem::path file;                       ///< mesh file of the user
  std::filesystem::path script;                     ///< Gmsh .geo script
  std::string unit;                                 ///< length unit of file or script
  std::map<std::string, PhysicalQuantity> numbers;  ///< given to the script
  std::optional<Vector3d> box;                      ///< edge lengths [m]
  std::optional<std::vector<double>> rectangle;     ///< [m]
  std::optional<CylinderShape> cylinder;
  std::vector<ShaftStep> shaft;
  Vector3d origin = Vector3d::Zero();  ///< of box and rectangle [m]
  std::vector<int> divisions;
  std::optional<CellType> element;
  SourceLocation where;
};

TableSchema<MeshInput> mesh_table();

}  // namespace trunnion
