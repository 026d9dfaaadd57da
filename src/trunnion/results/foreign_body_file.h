#pragma once
// results/foreign_body_file.h -- reduced models of other programs: matrices, shapes and a node table in Matrix Market
// files, or as data sets `mass`, `stiffness`, `damping`, `shapes`, `nodes`, `triangles` of one HDF5 file.
// The node table has a row per node: label, x, y, z, and its mass where that is known.

#include <filesystem>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/reduction/foreign_body.h"

namespace trunnion {

struct ForeignFiles {
  std::filesystem::path file;                                     ///< HDF5, or:
  std::filesystem::path mass, stiffness, damping, shapes, nodes;  ///< Matrix Market; damping may be empty
};

/// In SI: translations of the shapes and positions are lengths of `units`, matrices energies of it. Without name and
/// places. Throws InputError naming file and data set.
ForeignModel read_foreign_model(const ForeignFiles& files, const UnitSystem& units);

/// mass.mtx, damping.mtx, stiffness.mtx, shapes.mtx, nodes.mtx in `folder`; SI.
void write_foreign_model(const ForeignModel& model, const std::filesystem::path& folder);

MatrixXd node_table(const ForeignModel& model);  ///< label, x, y, z, and mass where known

/// A body as others may take it: rigid and modal coordinates, six rows at every interface (labels from 1).
ForeignModel foreign_model(const ReducedBody& body);

}  // namespace trunnion
