#pragma once
// reduction/quality.h -- compares a reduced model with the unreduced one over the band (theory/reduction.md, section
// 7).

#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/quality_record.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/reduction/reference_model.h"

namespace trunnion {

/// The reduced model seen from the interface, with its shapes for the comparison of modes.
struct TestedModel {
  MatrixXd rows;                    ///< compared interface dofs x (6 rigid + n), mass-normalised
  VectorXd eigenvalues;             ///< of the n elastic ones
  const MatrixXd& shapes;           ///< full space x n
  const MatrixXd& interface_basis;  ///< B of u_a = B eta; square where the interface is not reduced
  const MatrixXd& interface_rigid;  ///< rigid motions in eta
};

VectorXd response_lines(const ReductionOptions& options);  ///< [Hz]
ReferenceOptions reference_options(const ReductionOptions& options, Index blocks);

/// Interface dofs whose responses are compared: all; where there are more than `most`, those of reference points first,
/// then an even choice among the nodes of sets.
std::vector<Index> compared_dofs(const HeldInterfaces& held, Index most);

/// How many Krylov blocks of `columns` solves each the comparison may take, so that it costs no more solves than the
/// reduction did: at least two, or one where the dense algebra on all interface dofs would outweigh the solves.
int block_limit(const QualityOptions& options, Index interface_dofs, Index columns, Index solves);

/// `exact`: reference_response() at the lines. `dof_names`: of the compared dofs.
QualityRecord quality_record(const InterfaceProblem& problem, const ReferenceModel& reference,
                             const std::vector<MatrixXcd>& exact, const TestedModel& tested,
                             const std::vector<std::string>& dof_names, const ReductionOptions& options);

}  // namespace trunnion
