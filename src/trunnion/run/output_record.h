#pragma once
// run/output_record.h -- evaluates the model's outputs into the record: quantities, key figures, headline, verdicts.

#include <map>
#include <string>

#include "trunnion/model/model.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

/// What outputs are taken from, by stage.
struct FinishedStages {
  std::map<std::string, StageResult> fe;
  std::map<std::string, std::vector<NamedArray>> curves;         ///< of the mechanism
  std::map<std::string, std::map<std::string, FitStates>> fits;  ///< of the mechanism, by name
  std::map<std::string, std::string> ended;                      ///< why stages that are done end early
};

/// An output whose stage did not finish becomes null with the reason. Returns a line for each value.
std::vector<std::string> record_outputs(const Model& model, const FinishedStages& finished, RunRecord& record);

}  // namespace trunnion
