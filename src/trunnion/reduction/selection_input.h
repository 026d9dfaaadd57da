#pragma once
// reduction/selection_input.h -- all that the selection of modes looks at, and the modes that it lets be computed.

#include <string>
#include <vector>

#include "trunnion/reduction/fixed_modes.h"
#include "trunnion/reduction/mode_certificate.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

struct SelectionInput {
  const FeModel& model;
  const ConstrainedSolver& solver;
  const ReductionOptions& options;
  const MatrixXd& constraint_modes;       ///< Psi (after interface reduction)
  const MatrixXd& mass_constraint_modes;  ///< M Psi
  const MatrixXd& mass_interface_modes;   ///< M Psi of the interface dofs themselves, before interface reduction
  const MatrixXd& interface_answers;      ///< -S(M Psi) of these; empty where nothing needs them
  const MatrixXd& interface_basis;        ///< B: u_a = B eta
  const MatrixXd& interior_mass;          ///< Mbar of the interface dofs themselves
  const std::vector<DofKind>& kinds;      ///< of these
  const MatrixXd& given_shapes;           ///< static shapes from elsewhere, at rest at the interfaces; may be empty
  ModeCount count;                        ///< of modes that must be found: below the cut-off by the rules that have one
};

/// P = -Phi' M Psi at the coordinates of the interface, and at the interface dofs themselves.
MatrixXd participation_of(const SelectionInput& input, const MatrixXd& shapes);
MatrixXd interface_participation(const SelectionInput& input, const MatrixXd& shapes);

/// Of the interface dofs themselves, whatever coordinates replace them: only those have a mass in kg and kg m^2.
InterfaceMass shares(const SelectionInput& input, const MatrixXd& shapes);

Index free_dofs(const SelectionInput& input);  ///< of the mesh with its interfaces held: as many as it has modes

/// How many modes are computed at most when a target decides: beyond half of its freedoms a mesh has no good ones.
Index most_modes(const SelectionInput& input);
std::string way_to_more(const SelectionInput& input);  ///< "raise 'max_modes'"

/// Batches grow with what is there, and never beyond the limit.
Index next_batch(Index have, Index limit);

/// Throws InputError where they do not fit into memory.
void compute_more(const SelectionInput& input, FixedModes& modes, Index count, Observer& observer);

void fill_record(const FixedModes& modes, const InterfaceMass& mass, const ModeSelection& selection,
                 ReductionRecord& record);

}  // namespace trunnion
