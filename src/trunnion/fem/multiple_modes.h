#pragma once
// fem/multiple_modes.h -- modes of one frequency, as bodies with axes of symmetry have them, are known but for a
// rotation among them. It is fixed here, so that what is made of single modes does not hang on round-off.
//   C = Phi' M Y = Q R,  R_ii >= 0,   Phi_+ = Phi Q                                       (theory/math.md, Eq. 3.4)

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// `shapes`: full dofs x modes, mass-normalised, with their ascending eigenvalues.
void orient_multiple_modes(const FeModel& model, const VectorXd& eigenvalues, MatrixXd& shapes);

}  // namespace trunnion
