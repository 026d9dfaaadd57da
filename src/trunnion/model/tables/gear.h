#pragma once
// model/tables/gear.h -- [[gear]]: an involute gear as drawn; [[gear_pair]]: two of them in mesh.

#include <optional>
#include <string>

#include "trunnion/gears/gear.h"
#include "trunnion/model/table_schema.h"
#include "trunnion/model/tables/material.h"

namespace trunnion {

struct GearPair;       // gears/tooth_pairs.h
struct GearMeshSizes;  // gears/tooth_pairs.h

struct GearInput {
  Gear gear;  ///< what is not given is filled in by gear_of
  std::optional<double> module;
  std::optional<PhysicalQuantity> diametral_pitch;
  std::optional<double> addendum, dedendum, root_radius;  ///< [m]
  std::string material_name;
  std::optional<MaterialInput> material;  ///< filled in from its name
  SourceLocation where;
};

struct GearPairInput {
  std::string name;
  std::string driver, driven;
  std::optional<double> center_distance;  ///< [m]
  PlaneKind plane = PlaneKind::stress;
  std::optional<double> flank_size, bulk_size, rim_size;  ///< [m]
  SourceLocation where;
};

TableSchema<GearInput> gear_table();
TableSchema<GearPairInput> gear_pair_table();

/// The gear with its defaults: module from the pitch, proportions of the standard rack.
Gear gear_of(const GearInput& input);

/// Both gears, materials and center distance; `driver` and `driven` have their materials.
GearPair gear_pair_of(const GearPairInput& pair, const GearInput& driver, const GearInput& driven);
GearMeshSizes mesh_sizes(const GearPairInput& pair, const GearPair& gears);

}  // namespace trunnion
