#pragma once
// mesh/gmsh_script.h -- meshes from Gmsh scripts (.geo): run as a child process on one thread, kept by content hash.
// The mesh depends only on the script, the files it names, the numbers handed over and the gmsh program; their hash is
// the name of the kept mesh. A script may not start programs, write files or reach outside the model's folder.

#include <map>
#include <string>
#include <vector>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

struct GmshScript {
  std::string path;                       ///< of the .geo file
  std::map<std::string, double> numbers;  ///< set before the script runs, in the script's own units
  std::string model_folder;               ///< script and files it names must lie in here; empty: the script's folder
};

struct ScriptMesh {
  MeshFile file;
  std::string mesh_path;  ///< the .msh file in the cache folder, named by the hash
  bool cached = false;    ///< it was there already
};

/// Throws InputError with the script's line where gmsh finds a mistake in it.
ScriptMesh mesh_from_gmsh_script(const GmshScript& script, const UnitSystem& units, const std::string& cache_folder);

/// Refuses scripts that call the system, write files, or name files outside the folder. Returns the script and every
/// file it names (directly or through others), in the order met.
std::vector<std::string> checked_script_files(const std::string& path, const std::string& folder);

}  // namespace trunnion
