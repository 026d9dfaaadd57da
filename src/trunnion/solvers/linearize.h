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
};

/// About (x, v, a, lambda) of the state. Histories are frozen.
LinearSystem linearize(const Mechanism& mechanism, const State& state);

/// Rows of a marker's displacement and turn, world axes: (dr, dpsi) = rows z.
Matrix6Xd marker_rows(const Mechanism& mechanism, const State& state, const LinearSystem& system, Index marker);

}  // namespace trunnion
