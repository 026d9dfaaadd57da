#pragma once
// reduction/interior_basis.h -- the vectors that are at rest at the interfaces: selected modes, truncation vectors,
// static answers to loads. Mass-orthonormal, stiffness diagonal.

#include "trunnion/reduction/automatic_level.h"
#include "trunnion/reduction/fixed_modes.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/mode_certificate.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

struct InteriorBasis {
  MatrixXd shapes;         ///< Q, full space x vectors
  VectorXd eigenvalues;    ///< Q' K Q
  MatrixXd participation;  ///< P = -Q' M Psi
};

/// All that the selection looks at and leaves behind.
struct SelectionInput {
  const FeModel& model;
  const ConstrainedSolver& solver;
  const ReductionOptions& options;
  const MatrixXd& constraint_modes;       ///< Psi (after interface reduction)
  const MatrixXd& mass_constraint_modes;  ///< M Psi
  const MatrixXd& mass_interface_modes;   ///< M Psi of the interface dofs themselves, before interface reduction
  const MatrixXd& interior_mass;          ///< Mbar of these
  const std::vector<DofKind>& kinds;      ///< of these
  const MatrixXd& given_shapes;           ///< static shapes from elsewhere, at rest at the interfaces; may be empty
  ModeCount count;                        ///< of modes that must be found: below the cut-off by the rules that have one
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
