#pragma once
// reduction/interior_basis.h -- the vectors that are at rest at the interfaces: selected modes, truncation vectors,
// static answers to loads. Mass-orthonormal, stiffness diagonal.

#include "trunnion/reduction/automatic_level.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/selection_input.h"

namespace trunnion {

struct InteriorBasis {
  MatrixXd shapes;         ///< Q, full space x vectors
  VectorXd eigenvalues;    ///< Q' K Q
  MatrixXd participation;  ///< P = -Q' M Psi
};

/// Computes as many modes as the rule or target needs; fills the record. Throws InputError when a target is beyond
/// reach.
ModeSelection compute_and_select(const SelectionInput& input, FixedModes& modes, Index& vectors,
                                 ReductionRecord& record, Observer& observer);

/// Rule automatic: the fewest lowest modes for the accuracy; computes more where those at hand do not reach it.
/// `level` comes without the modes; they are filled in. Throws InputError when the accuracy is beyond reach.
ModeSelection select_automatically(const SelectionInput& input, LevelProblem level, FixedModes& modes,
                                   ReductionRecord& record, Observer& observer);

/// Kept modes, at most `vectors` truncation vectors (negative: all) and load modes. `answers` = -S(M Psi).
InteriorBasis interior_basis(const SelectionInput& input, const FixedModes& modes, const ModeSelection& kept,
                             const MatrixXd& answers, Index vectors, ReductionRecord& record);

double cutoff_of(const ReductionOptions& options);  ///< [Hz]

}  // namespace trunnion
