#pragma once
// solvers/linearize.h -- small motions about a state, in coordinates that turn with the bodies.
//   y = (A' dR, dtheta, dq):  dv = P (y' + V0 y),  da = P (y'' + A1 y' + A0 y)     (theory/solvers.md, Eq. 3.1 to 3.4)
//   M y'' + D y' + K y = f  on the null space of the constraints
// Supports that are the same in all directions leave these matrices constant while a rotor turns, whatever its shape.
// Other supports do not; a rotor that is the same all around is then looked at from the ground (ground_view.h).

#include "trunnion/system/assembly.h"

namespace trunnion {

/// Coordinates of small motions: axes that turn with each body, or patterns that stand still in space.
enum class View { bodies, ground };

struct LinearSystem {
  View view = View::bodies;
  double variation = 0;  ///< share by which the matrices change while the bodies turn on by one radian
  MatrixXd M, D, K;      ///< n x n in independent coordinates z
  MatrixXd Z;            ///< num_velocities x n: world increments dx = Z z at the instant of linearisation
  /// Where one constraint row is shaken, C_r = u: dx = Z z + shaken u, and M_u u'' + D_u u' + K_u u joins the left
  /// side.
  VectorXd M_u, D_u, K_u, shaken;
};

/// About (x, v, a, lambda) of the state. Histories are frozen. `shaken_row`: an active constraint row, or none. Where
/// bodies turn, the view in which the matrices change less; `preferred` where they change in neither.
LinearSystem linearize(const Mechanism& mechanism, const State& state, Index shaken_row = -1,
                       View preferred = View::bodies);

/// Why frequencies of these matrices are those of one instant only; empty where they hold for all time.
std::string caution(const LinearSystem& linear);

/// A marker's displacement and turn, world axes, for increments dx: (dr, dpsi) = result.
Matrix6Xd marker_motion(const Mechanism& mechanism, const State& state, const MatrixXd& dx, Index marker);

}  // namespace trunnion
