#pragma once
// reduction/frequency_response.h -- acceleration of the interfaces per force on the interfaces.
//   H(w) = phi_a diag( -w^2 / (Theta - w^2 + 2 j zeta w sqrt(Theta)) ) phi_a'       (theory/reduction.md, Eq. 7.1)
// Rigid motions (Theta = 0) contribute +1 at every frequency, so that w = 0 is regular.

#include <complex>
#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/reduction/damping.h"

namespace trunnion {

using MatrixXcd = Eigen::MatrixXcd;

/// A diagonal modal model seen from its interfaces. Rigid modes are columns with eigenvalue 0.
struct ModalModel {
  MatrixXd rows;          ///< interface dofs x modes, mass-normalised
  VectorXd eigenvalues;   ///< [rad^2/s^2]
  VectorXd damping_rate;  ///< 2 zeta w per mode: the diagonal of the modal damping matrix [1/s]
};

/// `rows` of rigid modes first, then of elastic ones with these eigenvalues; rigid motion is not damped.
ModalModel modal_model(const MatrixXd& rows, const VectorXd& elastic, const Damping& damping);

/// One matrix (dofs x dofs) per frequency; inertance [1/kg and the like].
std::vector<MatrixXcd> inertance(const ModalModel& model, const VectorXd& frequency_hz);

/// Throws SolveError with both numbers where as many matrices do not fit into memory.
void check_responses_fit(Index lines, Index dofs);

/// How well `tested` follows `reference`, per pair of dofs over all frequencies.
///   FRAC = |sum H^ conj(H)|^2 / (sum|H|^2 sum|H^|^2)    blind to a common factor,
///   error = |H^ - H|_2 / |H|_2                          is not.
/// Pairs that symmetry decouples hold only noise: mask |H_ij| < 1e-3 sqrt(|H_ii| |H_jj|).
struct ResponseComparison {
  MatrixXd frac;
  MatrixXd error;
  Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> counted;
  double frac_min = 1, frac_mean = 1, error_max = 0;  ///< over counted pairs
  Index num_counted = 0;
};
ResponseComparison compare_responses(const std::vector<MatrixXcd>& reference, const std::vector<MatrixXcd>& tested,
                                     double mask = 1e-3);

}  // namespace trunnion
