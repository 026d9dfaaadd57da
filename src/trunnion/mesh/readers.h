#pragma once
// mesh/readers.h -- the readers of mesh_file.h on text in memory: for tests, fuzzers and what a script hands over.

#include <string>
#include <string_view>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/source_lines.h"

namespace trunnion {

MeshFile parse_gmsh(std::string_view text, const std::string& file_name, const UnitSystem& units);
MeshFile parse_abaqus(std::string_view text, const std::string& file_name, const UnitSystem& units,
                      const IncludeText& include);
MeshFile parse_nastran(std::string_view text, const std::string& file_name, const UnitSystem& units,
                       const IncludeText& include);

}  // namespace trunnion
