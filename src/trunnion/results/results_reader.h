#pragma once
// results/results_reader.h -- a finished or broken-off run read back from disk: what the page and comparisons need.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "trunnion/results/results_writer.h"
#include "trunnion/results/run_record.h"

namespace trunnion {

/// From a results folder or its results.h5. Displacements are turned back into body axes:
///   u = R' (X + d - p) - X,   d: world displacement of the file
RunRecord read_run_record(const std::filesystem::path& folder_or_file);

/// Tables of numbers beside the scenes, by group as they were written: "curves/run", "fits/bend/seat".
std::map<std::string, std::vector<NamedArray>> read_arrays(const std::filesystem::path& folder_or_file);

}  // namespace trunnion
