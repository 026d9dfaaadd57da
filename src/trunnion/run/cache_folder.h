#pragma once
// run/cache_folder.h -- where meshes made by Gmsh and reduced bodies are kept between runs. It does not depend on
// --out, so that a sweep into many folders meshes once: $TRUNNION_CACHE, else $XDG_CACHE_HOME/trunnion, else
// ~/.cache/trunnion, else trunnion-cache in the system's folder for temporary files. Everything in it is named by a
// content hash and may be deleted at any time.

#include <filesystem>

namespace trunnion {

std::filesystem::path default_cache_folder();

}  // namespace trunnion
