#pragma once
// reduction/contact_modes.h -- static answers of the parts to contact pressures and shear stresses: what a reduced body
// needs to feel a press fit.
//   Phi_C = S(B' A P),  S: solve with all kept interfaces at rest                        (theory/reduction.md,
//   Eq. 14.6)

#include "trunnion/fem/constrained_solver.h"
#include "trunnion/reduction/prepared_fits.h"

namespace trunnion {

struct ContactModes {
  MatrixXd shapes;    ///< full space x modes, at rest at the interfaces
  MatrixXd stresses;  ///< 3P x modes: (p, -tau_1, -tau_2) of each point that they answer
  Index normal = 0, tangential = 0;
};

/// Motions that contact modes are derived along: constraint modes (of the joined parts where those are known), normal
/// modes, shrunk state.
MatrixXd contact_generators(const PreparedFits& fits, const MatrixXd& constraint_modes, const MatrixXd& normal_modes);

/// `generators`: full-space motions whose contact stresses are wanted (constraint modes, normal modes, shrunk state).
ContactModes contact_modes(const ConstrainedSolver& solver, const PreparedFits& fits, const MatrixXd& generators,
                           const ContactModeOptions& options);

}  // namespace trunnion
