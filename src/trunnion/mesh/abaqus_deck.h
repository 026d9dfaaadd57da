#pragma once
// mesh/abaqus_deck.h -- what an input deck says, by names and labels, before parts are placed and names looked up.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "trunnion/mesh/abaqus_lines.h"
#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/raw_mesh.h"
#include "trunnion/mesh/skipped_list.h"

namespace trunnion {

/// One data line of a set or surface: labels or names of other sets, with the place for messages.
struct AbaqusMembers {
  std::vector<std::string> names;  ///< what is no number: "SET", "Part-1-1.SET", "Part-1-1.17"
  std::vector<std::int64_t> labels;
  Place place;
};

struct AbaqusSet {
  std::string name, instance;
  bool internal = false;
  std::string of_elements;  ///< *NSET, ELSET=...: the nodes of that element set
  std::vector<AbaqusMembers> lines;
  Place place;
};

/// *SURFACE: entries "elements, face" or "nodes".
struct AbaqusSurface {
  struct Entry {
    std::string member;
    int face = -1;      ///< 0 for S1; -1: all outer faces of these elements
    double weight = 1;  ///< node surfaces: the area given behind the node set
    Place place;
  };
  std::string name;
  bool of_nodes = false;
  std::vector<Entry> entries;
  Place place;
};

struct AbaqusSection {
  Section section;  ///< element_set as written
  Place place;
};

/// Point elements: MASS, ROTARYI, SPRING1, SPRING2, SPRINGA with the element set whose property they carry.
struct AbaqusPointElement {
  std::string type;
  std::int64_t label = 0;
  std::vector<std::string> nodes;  ///< numbers, or "instance.number" as the assembly writes them
  std::string element_set;
  Place place;
};

struct AbaqusProperty {
  std::string keyword, element_set;
  std::vector<double> values;  ///< all data lines in a row
  Place place;
};

struct AbaqusCoupling {
  struct Patch {
    enum { surface, node_set, element_set } kind = surface;
    std::string name;
  };
  std::string name, reference;
  std::vector<Patch> patches;  ///< all of them together
  CouplingKind kind = CouplingKind::rigid;
  std::array<bool, 6> dofs{true, true, true, true, true, true};
  Place place;
};

/// A part, or the assembly (a flat deck is one assembly without parts).
struct AbaqusScope {
  std::string name;
  RawMesh raw;
  std::map<std::int64_t, PlaneKind> plane_kinds;  ///< by element label, plane elements only
  std::vector<AbaqusSet> node_sets, element_sets;
  std::vector<AbaqusSurface> surfaces;
  std::vector<AbaqusSection> sections;
  std::vector<AbaqusPointElement> point_elements;
  std::vector<AbaqusProperty> properties;
  std::vector<AbaqusCoupling> couplings;
};

struct AbaqusInstance {
  std::string name, part;
  Vector3d translation = Vector3d::Zero();  ///< [m], applied first
  Vector3d axis_from = Vector3d::Zero(), axis_to = Vector3d::Zero();
  double angle = 0;  ///< [rad] about the axis
  Place place;
};

struct AbaqusDeck {
  AbaqusScope assembly;
  std::vector<AbaqusScope> parts;
  std::vector<AbaqusInstance> instances;
  std::vector<Material> materials;
  SkippedList skipped;
};

AbaqusDeck parse_abaqus_deck(AbaqusLines& lines, const UnitSystem& units);

/// Places the parts, looks up all names, and makes the mesh.
MeshFile linked_abaqus(const AbaqusDeck& deck, const SourceFiles& files, const UnitSystem& units);

}  // namespace trunnion
