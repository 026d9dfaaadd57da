#pragma once
// results/scene_symbols.h -- symbols of a scene in the results file: shapes once, places over frames.
//   <scene>/symbols/<k>: name, role, per_length, shape; places: frames x 12 (axes row by row, then the point)
//   <scene>/shapes/<k>: nodes, triangles

#include "trunnion/results/hdf5_file.h"
#include "trunnion/results/scene.h"

namespace trunnion {

/// `places`: of every frame, as in Frame::symbols.
void write_symbols(Hdf5File& file, const std::string& scene_group, const std::vector<SceneSymbol>& symbols,
                   const std::vector<std::vector<SymbolPlace>>& places);
/// Into a scene that has its frames; files without symbols have none.
void read_symbols(const Hdf5File& file, const std::string& scene_group, Scene& scene);

}  // namespace trunnion
