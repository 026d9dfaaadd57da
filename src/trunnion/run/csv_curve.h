#pragma once
// run/csv_curve.h -- a curve from a CSV file: first column the abscissa, second the value, units in the header.
//   angle [degree], force [N]

#include <filesystem>
#include <vector>

#include "trunnion/base/quantity.h"
#include "trunnion/math/types.h"

namespace trunnion {

/// Columns of numbers in SI, with units in the header.
struct CsvColumns {
  MatrixXd values;          ///< rows x columns
  std::vector<Kind> kinds;  ///< of each column
  std::vector<int> lines;   ///< of the file, for each row
  std::string name;         ///< of the file
};

/// As many columns as there are lists of kinds; its unit decides which of its list a column is. Throws InputError with
/// file and line.
CsvColumns read_csv_columns(const std::filesystem::path& file, const std::vector<std::vector<Kind>>& kinds);

struct CsvCurve {
  VectorXd x, y;             ///< SI; x grows
  Kind kind = Kind::number;  ///< of the values
};

/// Throws InputError with file and line: units, numbers that cannot be read, abscissae that do not grow. The unit of
/// the values decides which of `y_kinds` they are.
CsvCurve read_csv_curve(const std::filesystem::path& file, Kind x_kind, const std::vector<Kind>& y_kinds);

}  // namespace trunnion
