#pragma once
// run/body_mesh.h -- a flexible body of the model file to a MeshFile: mesh, materials, interfaces, masses, springs.

#include <filesystem>
#include <memory>
#include <string>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/model/tables/flexible_body.h"

namespace trunnion {

struct BodyMesh {
  std::shared_ptr<const MeshFile> file;
  std::string source;   ///< "beam.inp", "box": for progress and report
  bool cached = false;  ///< the Gmsh script did not have to run
};

/// Reads or makes the mesh and attaches what the body says. Every interface becomes a coupling of its name, with a
/// reference node behind the nodes of the mesh. Throws InputError at the place in the model file.
BodyMesh build_body_mesh(const FlexibleBodyInput& body, const std::filesystem::path& model_folder,
                         const std::filesystem::path& cache_folder);

/// One line: "15 658 nodes, 8 313 tet10".
std::string mesh_summary(const Mesh& mesh);

}  // namespace trunnion
