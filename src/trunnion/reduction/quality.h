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

/// Motions of the interface under loads on the compared dofs, to the second order in the square of the frequency, and
/// rigid ones: what moves the interior where there are too many interface dofs to follow each of them.
///   B = [R, D^-1 f, D^-1 Ms D^-1 f],  D = Ks + s Ms,  s = (half the band)^2         (theory/reduction.md, Eq. 7.6)
MatrixXd loaded_motions(const ReducedPencil& guyan, const MatrixXd& rigid, const std::vector<Index>& compared,
                        double band_hz);

/// What decides how dear a comparison is.
struct ComparisonSize {
  Index full_dofs, interface_dofs;
  bool interface_reduced;
  Index modes;
  Index columns;  ///< right-hand sides of a Krylov block
  Index solves;   ///< right-hand sides of the reduction
};

/// How many Krylov blocks the comparison may take, at least two: no more solves than the reduction did, and of very
/// many interface dofs no more dense algebra either.
int block_limit(const QualityOptions& options, const ComparisonSize& size);

/// `exact`: reference_response() at the lines. `dof_names`: of the compared dofs.
QualityRecord quality_record(const InterfaceProblem& problem, const ReferenceModel& reference,
                             const std::vector<MatrixXcd>& exact, const TestedModel& tested,
                             const std::vector<std::string>& dof_names, const ReductionOptions& options);

}  // namespace trunnion
