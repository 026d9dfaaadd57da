#pragma once
// mesh/nastran_deck.h -- what a Nastran file says, by numbers, before they are looked up. Values in the file's units.

#include <map>
#include <string>
#include <vector>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/nastran_frames.h"
#include "trunnion/mesh/skipped_list.h"

namespace trunnion {

struct NastranNode {
  std::int64_t label = 0, frame = 0, displacement_frame = 0;
  std::string held;  ///< components of field PS, e.g. "123"
  Vector3d coordinates = Vector3d::Zero();
  Place place;
};

struct NastranElement {
  CellType type = CellType::tet4;
  std::int64_t label = 0, property = 0;
  std::vector<std::int64_t> nodes;  ///< in the order of cell_type.h
  Place place;
};

/// CBAR: a line with the direction that spans plane 1 of the beam, as a vector or by a node.
struct NastranBar {
  std::int64_t label = 0, property = 0, node_a = 0, node_b = 0, direction_node = 0;
  Vector3d direction = Vector3d::Zero();
  Place place;
};

struct NastranBarProperty {
  std::int64_t material = 0;
  BeamSection section;  ///< axis_1 is worked out for each bar
  Place place;
};

struct NastranShellProperty {
  std::int64_t material = 0;
  double thickness = 0;
  std::optional<PlaneKind> plane;  ///< empty: bends, a real shell
};

struct NastranSolidProperty {
  std::int64_t material = 0;
  Place place;
};

struct NastranRigid {
  std::int64_t label = 0, reference = 0;
  CouplingKind kind = CouplingKind::rigid;
  std::string components;
  std::vector<std::int64_t> nodes;
  std::vector<double> weights;
  Place place;
};

struct NastranMass {
  std::int64_t node = 0, frame = 0;
  double mass = 0;
  Vector3d offset = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();
  Place place;
};

/// CELAS1, CELAS2: one component; CBUSH: six of them along its own axes.
struct NastranSpring {
  std::int64_t label = 0, node_a = 0, node_b = 0;  ///< 0: ground
  int component_a = 0, component_b = 0;            ///< 1 to 6; 0: a bush
  std::int64_t property = 0;                       ///< CELAS1, CBUSH; 0: the stiffness is given
  double stiffness = 0;
  std::optional<std::int64_t> frame;
  Vector3d direction = Vector3d::Zero();
  std::int64_t direction_node = 0;
  Place place;
};

struct NastranSet {
  std::int64_t id = 0;
  bool elements = false;
  std::vector<std::int64_t> members;
  Place place;
};

struct NastranDeck {
  std::vector<NastranNode> nodes;
  RawMesh raw;                                               ///< solids; nodes are added when their systems are known
  std::map<CellType, std::vector<std::int64_t>> properties;  ///< property number of each solid, by block
  std::vector<NastranElement> shells;                        ///< plane where their property says so
  std::vector<NastranBar> bars;
  std::map<std::int64_t, NastranSolidProperty> solid_properties;
  std::map<std::int64_t, NastranShellProperty> shell_properties;
  std::map<std::int64_t, NastranBarProperty> bar_properties;
  std::map<std::int64_t, Material> materials;
  std::map<std::int64_t, double> spring_properties;               ///< PELAS
  std::map<std::int64_t, std::array<double, 6>> bush_properties;  ///< PBUSH
  std::vector<NastranRigid> rigids;
  std::vector<NastranMass> masses;
  std::vector<NastranSpring> springs;
  std::vector<NastranSet> sets;
  NastranFrames frames;
  double mass_factor = 1;  ///< PARAM, WTMASS
  SkippedList skipped;
};

NastranDeck parse_nastran_deck(NastranLines& lines);
MeshFile linked_nastran(NastranDeck& deck, const NastranLines& lines, const UnitSystem& units);

}  // namespace trunnion
