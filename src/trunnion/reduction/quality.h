#pragma once
// reduction/quality.h -- compares a reduced model with the unreduced one over the band (theory/reduction.md, section
// 7).

#include "trunnion/reduction/damping.h"
#include "trunnion/reduction/quality_record.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/reduction/reference_model.h"

namespace trunnion {

/// The reduced model seen from the interface, with its shapes for the comparison of modes.
struct TestedModel {
  MatrixXd rows;           ///< interface dofs x (6 rigid + n), mass-normalised
  VectorXd eigenvalues;    ///< of the n elastic ones
  const MatrixXd& shapes;  ///< full space x n
};

QualityRecord quality_record(const InterfaceProblem& problem, const TestedModel& tested,
                             const std::vector<std::string>& dof_names, const ReductionOptions& options,
                             Observer& observer);

}  // namespace trunnion
