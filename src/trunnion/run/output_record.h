#pragma once
// run/output_record.h -- evaluates the model's outputs into the record: quantities, key figures, headline, verdicts.

#include <map>
#include <string>

#include "trunnion/model/model.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

/// An output whose stage did not finish becomes null with the reason. Returns a line for each value.
std::vector<std::string> record_outputs(const Model& model, const std::map<std::string, StageResult>& finished,
                                        RunRecord& record);

}  // namespace trunnion
