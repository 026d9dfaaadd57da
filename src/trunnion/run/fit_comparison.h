#pragma once
// run/fit_comparison.h -- pressures of a reduced body against those of its full mesh, point by point.
//   e_k = |p_k - p_k,FE|/p_k,FE over points above 1 % of the largest pressure: mean, largest, standard deviation;
//   and |p - p_FE|/|p_FE| over all points                                          (theory/reduction.md, section 14)

#include "trunnion/run/output_record.h"

namespace trunnion {

struct PressureError {
  double mean = 0, max = 0, deviation = 0, l2 = 0;  ///< relative
};
/// `pressure` and `reference` at the same points.
PressureError pressure_error(const VectorXd& pressure, const VectorXd& reference);

/// For each step that names a stage of the mechanism: a table and quantities `STAGE.STEP.mean_pressure_error_percent`,
/// ...; without stage and step in front those of the last one. Positions of a sweep that are named have maps beside
/// those of the full mesh, and are what is returned for the results file, by group.
std::map<std::string, std::vector<NamedArray>> compare_fits(const Model& model, const FinishedStages& finished,
                                                            RunRecord& record);

}  // namespace trunnion
