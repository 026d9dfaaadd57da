#pragma once
// run/study_comparison.h -- cases of a study against one of them: curves over the mean cycle, numbers, cost.
//   deviation of a curve: 100 rms(y - y_ref)/max |y_ref|, largest 100 max |y - y_ref|/max |y_ref|;
//   of a number: 100 (x - x_ref)/|x_ref|;   cost: CPU/CPU_ref

#include <map>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"
#include "trunnion/run/run_model.h"

namespace trunnion {

struct ComparisonInput {
  std::vector<std::string> references;        ///< names of cases; the first gives the plain names of quantities
  std::string stage;                          ///< whose curves and cost are compared
  std::map<std::string, std::string> curves;  ///< name in the table -> recorded curve
  std::vector<std::string> quantities;
  std::vector<double> window;  ///< from and to [s], drawn once more; empty: none
  SourceLocation where;
};
TableSchema<ComparisonInput> comparison_table();

/// What is kept of a case until all have run.
struct ComparedCase {
  std::string name;
  VectorXd angle;                          ///< of the mean cycle, or the time [rad or s]
  Axis over;                               ///< which of them
  std::map<std::string, VectorXd> curves;  ///< by the name in the table; those that the case recorded
  std::map<std::string, std::string> units;
  std::map<std::string, double> quantities;
  double cpu_s = 0;  ///< of the stage
};
/// Over the mean cycle where the stage has one, else over time.
ComparedCase compared_case(const ComparisonInput& input, const std::string& name, const RunResult& result);

/// Tables, overlays and deviations over the angle, and quantities "rms_deviation_percent.<case>.<curve>",
/// "peak_deviation_percent.<case>.<curve>", "deviation_percent.<case>.<quantity>", "relative_cost.<case>". Behind the
/// first reference the names say which: "rms_deviation_percent_against_A+.<case>.<curve>".
void add_comparison(const ComparisonInput& input, const std::vector<ComparedCase>& cases, RunRecord& record);

}  // namespace trunnion
