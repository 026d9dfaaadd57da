#pragma once
// results/csv.h -- tables and curves as comma-separated text, SI units in the headings ("deflection [m]").
// A cell that holds a comma, a quote or a line break is quoted (RFC 4180); one that a spreadsheet would take for a
// formula gets a leading apostrophe.

#include <filesystem>
#include <string>
#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

std::string table_csv(const Table& table);
std::string curve_csv(const Curve& curve);  ///< x and y of each series side by side; shorter series end in empty cells
/// table-1.csv, ..., curve-1.csv, ... and quantities.csv into `folder`; returns the names written.
std::vector<std::string> write_csv(const RunRecord& record, const std::filesystem::path& folder);

}  // namespace trunnion
