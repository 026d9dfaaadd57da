#pragma once
// run/stage_result.h -- what a finite-element stage leaves behind: numbers for outputs, and its part of the record.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/fem/solve.h"
#include "trunnion/forces/fit_field.h"
#include "trunnion/results/results_writer.h"

namespace trunnion {

/// A fit at the end of a step.
struct StageFit {
  std::string name;
  VectorXd area;       ///< [m^2]
  Matrix3Xd position;  ///< of the points [m]
  FitField field;
};

struct StageResult {
  StageRecord record;
  const FeModel* model = nullptr;  ///< lives as long as the run
  std::vector<std::string> cases;  ///< fe-static: names of the columns
  std::optional<StaticSolution> statics;
  std::vector<Matrix6Xd> stress;            ///< per case, at the nodes [Pa]
  std::vector<std::vector<StageFit>> fits;  ///< per case, of a body with fits
  std::optional<ModalSolution> modes;
  std::vector<Scene> scenes;
  std::vector<Curve> curves;
  std::vector<Table> tables;
  std::vector<Verdict> verdicts;
  std::vector<Quantity> quantities;
  std::vector<KeyFigure> key_figures;
  std::vector<MatrixMap> matrices;
  std::map<std::string, std::vector<NamedArray>> arrays;  ///< by group of the results file
};

}  // namespace trunnion
