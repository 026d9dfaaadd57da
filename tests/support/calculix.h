#pragma once
// support/calculix.h -- CalculiX (program ccx) as a peer: writes a deck, runs it, reads its answers.

#include <filesystem>
#include <map>
#include <string>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion::testing {

/// Mesh, material and section as an input deck without steps. Element types: C3D4, C3D10, C3D6, C3D15, C3D8I, C3D20.
/// Node n is numbered n + 1. Node sets keep their names.
std::string calculix_mesh(const MeshFile& file);

/// Writes `deck` into a fresh folder named after the test, runs ccx there and returns the path of the deck; beside it
/// lies the .dat file. Fails the test when ccx reports an error.
std::filesystem::path run_calculix(const std::string& test, const std::string& deck);

/// Frequencies [1/time] of the first table of eigenvalues.
VectorXd calculix_frequencies(const std::filesystem::path& dat);

/// The last table whose heading begins with `heading` ("displacements"): node label to three components.
std::map<std::int64_t, Vector3d> calculix_table(const std::filesystem::path& dat, const std::string& heading);

/// A matrix of `*FREQUENCY, SOLVER=MATRIXSTORAGE` (.sti, .mas): the stored half is mirrored.
MatrixXd calculix_matrix(const std::filesystem::path& path);

/// Path of an unpacked file of CalculiX's packaged test decks; empty when the package is not installed.
std::filesystem::path packaged_deck(const std::string& name, const std::string& test);

std::string file_content(const std::filesystem::path& path);

}  // namespace trunnion::testing
