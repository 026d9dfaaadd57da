#pragma once
// run/output_record.h -- evaluates the model's outputs into the record: quantities, key figures, headline, verdicts.

#include <map>
#include <string>

#include "trunnion/model/model.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

/// What outputs are taken from, by stage.
struct FinishedStages {
  std::map<std::string, StageResult> fe;
  std::map<std::string, std::vector<NamedArray>> curves;        ///< of the mechanism
  std::map<std::string, std::map<std::string, FitField>> fits;  ///< of the mechanism, by name, as a stage left them
};

/// An output whose stage did not finish becomes null with the reason. Returns a line for each value.
std::vector<std::string> record_outputs(const Model& model, const FinishedStages& finished, RunRecord& record);

}  // namespace trunnion
