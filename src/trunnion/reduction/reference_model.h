#pragma once
// reduction/reference_model.h -- interface responses of the UNREDUCED model at every frequency of the band.
// The Krylov space of the interior, Phi_computed + {chi_0, S M chi_0, (S M)^2 chi_0, ...}, is what a deflated block CG
// with the existing factor as preconditioner builds at one frequency; it is the same for all of them. Blocks are added
// until the projected answer solves the unreduced equations at the sampled frequencies,
//   e = q (1 + j eta) - w^2 S M (Psi u_a + Q q),     |e|_K / |x|_K <= residual          (theory/reduction.md, Eq. 7.3)
// which costs no solve, because S M times every basis vector but the last block is in the basis already.

#include "trunnion/base/progress.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/reduction/craig_bampton.h"
#include "trunnion/reduction/fixed_modes.h"

namespace trunnion {

/// What the reduction has in hand when the reference is made.
struct InterfaceProblem {
  const FeModel& model;
  const ConstrainedSolver& solver;
  const MatrixXd& constraint_modes;  ///< Psi, full space x interface dofs
  const MatrixXd& answers;           ///< chi_0 = -S(M Psi)
  const FixedModes& modes;           ///< all computed ones
  MatrixXd guyan_mass, guyan_stiffness;
  MatrixXd rigid;  ///< interface dofs x 6
};

struct ReferenceModel {
  Index interface_dofs = 0;
  ReducedPencil pencil;   ///< interface dofs, then interior coordinates
  OrthogonalModes modes;  ///< of the pencil
  MatrixXd interior;      ///< Q, full space x interior coordinates
  VectorXd sampled_hz, sampled_residual;
  Index solves = 0;
};

struct ReferenceOptions {
  double band_hz = 1e4;
  double damping_ratio = 0.02;  ///< of the sampled check (as loss factor 2 zeta)
  double residual = 1e-8;
  int max_blocks = 6;
};

ReferenceModel reference_model(const InterfaceProblem& problem, const ReferenceOptions& options, Observer& observer);

}  // namespace trunnion
