#pragma once
// forces/film_coefficients.h -- stiffness and damping of a film on flexible bodies for small motions of its shaft.
//   held:      K = -dF/dR,  C = -dF/dR'                                   the faces keep their shape
//   R, F: place and turn of the shaft's body, force and moment on it
//   yielding:  K = K_RR - K_Rq S^-1 K_qR,   S = K_qq + stiffness of the bodies
//              C = C_RR - C_Rq S^-1 K_qR - K_Rq S^-1 C_qR + K_Rq S^-1 C_qq S^-1 K_qR   (theory/forces.md, Eq. 13.4)
// Yielding is the limit of slow motions: bodies follow the pressure without inertia and damping of their own.

#include "trunnion/forces/force.h"

namespace trunnion {

struct FilmCoefficients {
  Matrix6d stiffness = Matrix6d::Zero(), damping = Matrix6d::Zero();  ///< force and moment by motion and turn, SI
};

/// `tangent` of the film on all coordinates of its bodies; `place`: where R of the body that moves begins, its turn
/// after it.
FilmCoefficients held_coefficients(const BodyTangent& tangent, Index place);

/// `modes`: places of the modal coordinates of all bodies, `stiffness` theirs (modes x modes).
FilmCoefficients yielding_coefficients(const BodyTangent& tangent, Index place, const std::vector<Index>& modes,
                                       const MatrixXd& stiffness);

}  // namespace trunnion
