#pragma once
// model/tables/material.h -- [[material]] and material = {...}: linear, isotropic elasticity.

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/model/table_schema.h"

namespace trunnion {

struct MaterialInput {
  Material material;
  SourceLocation where;
};

TableSchema<MaterialInput> material_table();

}  // namespace trunnion
