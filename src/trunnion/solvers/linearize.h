#pragma once
// solvers/linearize.h -- small motions about a state, in coordinates that turn with the bodies.
//   y = (A' dR, dtheta, dq):  dv = P (y' + V0 y),  da = P (y'' + A1 y' + A0 y)     (theory/solvers.md, Eq. 3.1 to 3.4)
//   M y'' + D y' + K y = f  on the null space of the constraints
// For an axisymmetric rotor on isotropic supports these matrices are constant although its frame turns.

#include "trunnion/system/assembly.h"

namespace trunnion {

struct LinearSystem {
  MatrixXd M, D, K;  ///< n x n in independent coordinates z
  MatrixXd Z;        ///< num_velocities x n: world increments dx = Z z at the instant of linearisation
  /// Where one constraint row is shaken, C_r = u: dx = Z z + shaken u, and M_u u'' + D_u u' + K_u u joins the left
  /// side.
  VectorXd M_u, D_u, K_u, shaken;
};

/// About (x, v, a, lambda) of the state. Histories are frozen. `shaken_row`: an active constraint row, or none.
LinearSystem linearize(const Mechanism& mechanism, const State& state, Index shaken_row = -1);

/// A marker's displacement and turn, world axes, for increments dx: (dr, dpsi) = result.
Matrix6Xd marker_motion(const Mechanism& mechanism, const State& state, const MatrixXd& dx, Index marker);

}  // namespace trunnion
