#pragma once
// mesh/writers.h -- meshes as text for other programs: nodes, elements, sets, surfaces, materials and sections.

#include <string>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

/// Numbers are divided by `units`; beam sections, couplings, masses and springs are not written. Coordinates keep all
/// digits that fit (Abaqus: twenty columns, which CalculiX reads; Nastran: sixteen).
std::string abaqus_text(const MeshFile& file, const UnitSystem& units = {});
std::string nastran_text(const MeshFile& file, const UnitSystem& units = {});
std::string gmsh_text(const MeshFile& file, const UnitSystem& units = {});  ///< version 2.2

}  // namespace trunnion
