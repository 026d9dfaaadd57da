#pragma once
// results/body_export.h -- a reduced body for other programs: linear system as HDF5, responses as CSV.

#include <filesystem>

#include "trunnion/reduction/body_response.h"

namespace trunnion {

/// Datasets mass, damping, stiffness, rows, dof_names (second order) and A, B, C (first order); SI.
void write_linear_body(const LinearBody& body, const std::filesystem::path& path);

/// One line per frequency: Hz, then real and imaginary part of each pair; accelerations per force, SI.
void write_response_csv(const LinearBody& body, const VectorXd& frequency_hz, const std::filesystem::path& path);

}  // namespace trunnion
