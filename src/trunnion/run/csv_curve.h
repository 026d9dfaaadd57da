#pragma once
// run/csv_curve.h -- a curve from a CSV file: first column the abscissa, second the value, units in the header.
//   angle [degree], force [N]

#include <filesystem>
#include <vector>

#include "trunnion/base/quantity.h"
#include "trunnion/math/types.h"

namespace trunnion {

struct CsvCurve {
  VectorXd x, y;             ///< SI; x grows
  Kind kind = Kind::number;  ///< of the values
};

/// Throws InputError with file and line: units, numbers that cannot be read, abscissae that do not grow. The unit of
/// the values decides which of `y_kinds` they are.
CsvCurve read_csv_curve(const std::filesystem::path& file, Kind x_kind, const std::vector<Kind>& y_kinds);

}  // namespace trunnion
