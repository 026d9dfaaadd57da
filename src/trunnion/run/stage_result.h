#pragma once
// run/stage_result.h -- what a finite-element stage leaves behind: numbers for outputs, and its part of the record.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/fem/solve.h"
#include "trunnion/results/run_record.h"

namespace trunnion {

struct StageResult {
  StageRecord record;
  const FeModel* model = nullptr;  ///< lives as long as the run
  std::vector<std::string> cases;  ///< fe-static: names of the columns
  std::optional<StaticSolution> statics;
  std::vector<Matrix6Xd> stress;  ///< per case, at the nodes [Pa]
  std::optional<ModalSolution> modes;
  std::vector<Scene> scenes;
  std::vector<Table> tables;
  std::vector<Verdict> verdicts;
  std::vector<Quantity> quantities;
};

}  // namespace trunnion
