#pragma once
// model/tables/gear.h -- [[gear]]: an involute gear as drawn; [[gear_pair]]: two of them in mesh.

#include <filesystem>
#include <optional>
#include <string>

#include "trunnion/gears/gear.h"
#include "trunnion/model/table_schema.h"
#include "trunnion/model/tables/material.h"
#include "trunnion/model/tables/mesh.h"

namespace trunnion {

struct GearPair;       // gears/tooth_pairs.h
struct GearMeshSizes;  // gears/tooth_pairs.h
struct FaceSizes;      // gears/face_contact.h

struct GearInput {
  Gear gear;  ///< what is not given is filled in by gear_of
  std::optional<double> module;
  std::optional<PhysicalQuantity> diametral_pitch;
  std::optional<double> addendum, dedendum, root_radius;  ///< [m]
  std::string material_name;
  std::optional<MaterialInput> material;  ///< filled in from its name
  std::string mesh_name;
  std::optional<MeshInput> mesh;  ///< of the user; not given: made by the program. Filled in from its name
  SourceLocation where;
};

/// What a gear pair is in a mechanism: a ratio, a stiffness over the position, or its loaded contact.
enum class GearFidelity { kinematic, tabulated, full };

struct GearPairInput {
  std::string name;
  std::string driver, driven;
  std::optional<double> center_distance;  ///< [m]
  PlaneKind plane = PlaneKind::stress;
  std::optional<double> flank_size, bulk_size, rim_size;  ///< [m]
  int face_elements = 0;                                  ///< 3-D; 0: plane where that will do
  std::vector<std::string> between;  ///< markers of driver and driven gear in a mechanism; empty: none
  GearFidelity fidelity = GearFidelity::full;
  double torque = 0;             ///< of the design, on the driven gear [N m]
  int positions = 192;           ///< of the law over a base pitch
  double damping = 0;            ///< along the line of action at the design torque [N s/m]
  int slices = 9;                ///< across the face
  double friction = 0;           ///< coefficient between the flanks, in motion
  double friction_speed = 1e-2;  ///< sliding speed at which it comes up [m/s]
  bool backward = false;
  std::filesystem::path table;  ///< CSV with stiffness and error of tabulated gears; empty: computed
  SourceLocation where;
};

TableSchema<GearInput> gear_table();
TableSchema<GearPairInput> gear_pair_table();

/// The gear with its defaults: module from the pitch, proportions of the standard rack.
Gear gear_of(const GearInput& input);

/// Both gears, materials and center distance; `driver` and `driven` have their materials.
GearPair gear_pair_of(const GearPairInput& pair, const GearInput& driver, const GearInput& driven);
GearMeshSizes mesh_sizes(const GearPairInput& pair, const GearPair& gears);
FaceSizes face_sizes(const GearPairInput& pair, const GearPair& gears);

}  // namespace trunnion
