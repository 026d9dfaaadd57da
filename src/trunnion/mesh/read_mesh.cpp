#include <fmt/format.h>

#include <filesystem>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {

MeshFile read_mesh(const std::string& path, const UnitSystem& units) {
  const std::string ending = upper_case(std::filesystem::path(path).extension().string());
  if (ending == ".MSH") return read_gmsh(path, units);
  if (ending == ".INP") return read_abaqus(path, units);
  if (ending == ".BDF" || ending == ".NAS" || ending == ".DAT") return read_nastran(path, units);
  throw InputError({path}, fmt::format("the ending '{}' is not that of a mesh; allowed are .msh (Gmsh), .inp (Abaqus, "
                                       "CalculiX), .bdf, .nas and .dat (Nastran)",
                                       ending));
}

}  // namespace trunnion
