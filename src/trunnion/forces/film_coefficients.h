#pragma once
// forces/film_coefficients.h -- stiffness and damping of a film for small motions of its shaft against its housing.
//   K = -dW/d(place, turn),  C = -dW/d(rates),   W: force and moment on the shaft at its marker, axes of the housing's
// Turned, a shaft spins on about its own axis: tilts stand still in space        (theory/lubrication.md, Eq. 13.5)
// On flexible bodies:
//   held:      the faces keep their shape
//   yielding:  K = K_RR - K_Rq S^-1 K_qR,   S = K_qq + stiffness of the bodies
//              C = C_RR - C_Rq S^-1 K_qR - K_Rq S^-1 C_qR + K_Rq S^-1 C_qq S^-1 K_qR   (theory/forces.md, Eq. 13.4)
// Yielding is the limit of slow motions: bodies follow the pressure without inertia and damping of their own.

#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/forces/flexible_film_force.h"

namespace trunnion {

struct FilmCoefficients {
  Matrix6d stiffness = Matrix6d::Zero(), damping = Matrix6d::Zero();  ///< force and moment by motion and turn, SI
};

/// Of a steady film between rigid faces.
FilmCoefficients film_coefficients(const FilmBearingForce& law, double t, const RelativeMotion& motion,
                                   const History& past);

struct FlexibleFilmCoefficients {
  FilmCoefficients held, yielding;
};
/// Of a steady film on flexible bodies; `stiffness` of their modes, one body after the other.
FlexibleFilmCoefficients film_coefficients(const FlexibleFilmForce& law, double t, std::span<const BodyMotion> bodies,
                                           const History& past, const MatrixXd& stiffness);

/// `tangent` of the film on all coordinates of its bodies; `place`: where R of the body that moves begins, its turn
/// after it. Forces on and by these coordinates.
FilmCoefficients held_coefficients(const BodyTangent& tangent, Index place);

/// `modes`: places of the modal coordinates of all bodies, `stiffness` theirs (modes x modes).
FilmCoefficients yielding_coefficients(const BodyTangent& tangent, Index place, const std::vector<Index>& modes,
                                       const MatrixXd& stiffness);

}  // namespace trunnion
