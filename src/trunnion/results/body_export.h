#pragma once
// results/body_export.h -- a reduced body for other programs: second-order and state-space matrices, and frequency
// responses, as HDF5, CSV and Matrix Market. What it writes can be read back (foreign_body_file.h). Layout:
// docs/results.md.

#include <filesystem>
#include <string>
#include <vector>

#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

/// Into `folder`: linear.h5; A.csv, B.csv, C.csv; responses.csv (acceleration per force at `frequency_hz` > 0);
/// mass.mtx, damping.mtx, stiffness.mtx, shapes.mtx, nodes.mtx. SI. Returns the names of the files.
std::vector<std::string> export_body(const ReducedBody& body, const VectorXd& frequency_hz,
                                     const std::filesystem::path& folder);

}  // namespace trunnion
