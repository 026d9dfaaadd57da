#pragma once
// reduction/fit_basis.h -- which contact modes a body gets: a given number, as many as an error indicator asks for, and
// more where a joint opens.

#include <functional>

#include "trunnion/reduction/contact_modes.h"
#include "trunnion/reduction/contact_training.h"
#include "trunnion/reduction/craig_bampton.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

struct FitBasisProblem {
  const ConstrainedSolver& solver;  ///< kept interfaces at rest
  const PreparedFits& fits;
  const HeldInterfaces& held;
  const MatrixXd& constraint_modes;  ///< Psi
  const MatrixXd& normal_modes;      ///< kept ones
  const ReductionOptions& options;
};

/// A body on trial: its matrices in coordinates that begin with the interface dofs, and its shapes.
struct TrialBody {
  ReducedPencil pencil;
  MatrixXd shapes;  ///< full space x coordinates
};
/// Makes a body from contact modes (full space x modes).
using MakeTrial = std::function<TrialBody(const MatrixXd& contact_shapes)>;

/// Contact modes for the body; those of an enrichment come last. A target that cannot be met is a warning in the
/// record, and the modes are those that come closest.
ContactModes contact_basis(const FitBasisProblem& problem, const MakeTrial& make, ReductionRecord& record,
                           Observer& observer);

/// Points and weights that stand for all, written into `rows` of the fits, and what they change.
void add_cubature(const FitBasisProblem& problem, const TrialBody& body, std::vector<FitRows>& rows,
                  ReductionRecord& record, Observer& observer);

}  // namespace trunnion
