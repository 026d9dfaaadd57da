#pragma once
// run/sweep_effects.h -- what the values of a design do to the quantities of a study.
//   main effect: largest less smallest of the means over the levels of a factor (over eight slices of a range)
//   rank correlation: Spearman's rho, the correlation of the ranks; +-1 for any monotonic relation

#include <string>
#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// Numbers of all cases; NaN where a case has none.
struct StudyColumn {
  std::string name;
  std::string unit;  ///< as the user wrote it; empty: none
  VectorXd values;
};

/// Means of y over the levels of x, or over slices of as many cases each where x has many levels; x ascending.
Series mean_over(const VectorXd& x, const VectorXd& y);

double rank_correlation(const VectorXd& x, const VectorXd& y);  ///< NaN where either does not change

/// A map of correlations, a table of effects, and a diagram per pair.
void add_effects(const std::vector<StudyColumn>& factors, const std::vector<StudyColumn>& quantities,
                 RunRecord& record);

}  // namespace trunnion
