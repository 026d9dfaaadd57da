#pragma once
// reduction/reference_model.h -- interface responses of the UNREDUCED model at every frequency of the band.
// The Krylov space of the interior, Phi_computed + {chi_0, S M chi_0, (S M)^2 chi_0, ...}, is what a deflated block CG
// with the existing factor as preconditioner builds at one frequency; it is the same for all of them. Blocks are added
// until the last one changes responses by a tenth of what all blocks did, or by less than `error`. How well the answer
// without the last block solves the unreduced equations is checked at sampled frequencies,
//   e = q (1 + j eta) - w^2 S M (Psi u_a + Q q),     |e|_K / |x|_K                      (theory/reduction.md, Eq. 7.5)
// which costs no solve, because S M times every basis vector but the last block is in the basis already. Where there
// are many interface dofs and these are reduced to u_a = B eta, chi_0 = -S(M Psi B): the motions that the body lacks
// keep their stiffness and mass, but their inertia moves the interior by no more than -w^2 / w_eta^2 of what they do at
// rest.

#include "trunnion/base/progress.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/reduction/craig_bampton.h"
#include "trunnion/reduction/fixed_modes.h"
#include "trunnion/reduction/frequency_response.h"

namespace trunnion {

/// What the reduction has in hand when the reference is made.
struct InterfaceProblem {
  const FeModel& model;
  const ConstrainedSolver& solver;
  const MatrixXd& constraint_modes;  ///< Psi, full space x interface dofs
  const MatrixXd& answers;           ///< chi_0 = -S(M Psi)
  const FixedModes& modes;           ///< all computed ones
  MatrixXd guyan_mass, guyan_stiffness;
  MatrixXd rigid;                    ///< interface dofs x 6
  std::vector<Index> compared = {};  ///< interface dofs whose responses are compared; empty: all
  /// B: `answers` belong to the motions Psi B; empty: one to each interface dof.
  MatrixXd motions = {};  // NOLINT(readability-redundant-member-init): may be left out
};

struct ReferenceModel {
  Index interface_dofs = 0;
  std::vector<Index> compared;  ///< of these
  ReducedPencil pencil;         ///< interface dofs, then coordinates of the interior
  OrthogonalModes modes;        ///< of the pencil
  MatrixXd interior;            ///< V, full space x coordinates of the interior, mass-orthonormal
  Index checked = 0;            ///< leading columns of V whose answers were put into the unreduced equations
  VectorXd sampled_hz, sampled_residual;
  double error = 0;        ///< by how much the last block changed a response: the largest over pairs, as in Eq. 7.2
  double first_error = 0;  ///< the same for all blocks together: the error of all computed modes and truncation vectors
  Index solves = 0, solves_limit = 0;  ///< taken, and at most allowed
};

struct ReferenceOptions {
  VectorXd lines_hz;  ///< where responses are compared; the last one is the band
  Damping damping = ModalDamping{};
  double error = 1e-6;
  double share = 0.1;  ///< of first_error, which no body made of the computed modes can undercut
  int max_blocks = 6;
};

ReferenceModel reference_model(const InterfaceProblem& problem, const ReferenceOptions& options, Observer& observer);

/// Responses of the reference between the compared interface dofs.
std::vector<MatrixXcd> reference_response(const ReferenceModel& reference, const Damping& damping,
                                          const VectorXd& lines_hz);

}  // namespace trunnion
