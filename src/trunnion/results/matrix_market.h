#pragma once
// results/matrix_market.h -- matrices as text in the exchange format of NIST (math.nist.gov/MatrixMarket): real or
// integer numbers, dense ("array") or by entries ("coordinate"), general, symmetric or skew-symmetric.

#include <filesystem>
#include <string>
#include <string_view>

#include "trunnion/math/types.h"

namespace trunnion {

/// A dense matrix whatever the file's form. Throws InputError with file and line.
MatrixXd read_matrix_market(const std::filesystem::path& path);

MatrixXd parse_matrix_market(std::string_view text, const std::string& name);  ///< `name` for messages

/// Dense, all digits. Symmetric matrices are written by their lower triangle.
void write_matrix_market(const MatrixXd& matrix, const std::filesystem::path& path);

}  // namespace trunnion
