#pragma once
// run/study_plots.h -- quantities of a study over the value that is varied, a line per case.

#include <map>
#include <string>
#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// One run of a study that varies a value.
struct PlottedRun {
  std::string line;   ///< name of the case
  std::string value;  ///< as written: "0.025 mm"
  std::map<std::string, double> quantities;
};

/// A diagram per quantity; logarithmic where values spread over more than a factor of thirty. Values that are no
/// numbers stand one after the other.
std::vector<Curve> study_plots(const std::string& parameter, const std::vector<std::string>& quantities,
                               const std::vector<PlottedRun>& runs);

}  // namespace trunnion
