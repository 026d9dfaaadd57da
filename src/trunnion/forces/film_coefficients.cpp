#include "trunnion/forces/film_coefficients.h"

#include <Eigen/LU>

namespace trunnion {

FilmCoefficients held_coefficients(const BodyTangent& t, Index place) {
  return {-t.dx.block<6, 6>(place, place), -t.dv.block<6, 6>(place, place)};
}

FilmCoefficients yielding_coefficients(const BodyTangent& t, Index place, const std::vector<Index>& modes,
                                       const MatrixXd& stiffness) {
  FilmCoefficients out = held_coefficients(t, place);
  if (modes.empty()) return out;
  const auto R = Eigen::seqN(place, 6);
  const MatrixXd S = stiffness - MatrixXd(t.dx(modes, modes));
  const MatrixXd K_qR = -t.dx(modes, R), K_Rq = -t.dx(R, modes), transposed = S.transpose();
  const MatrixXd follow = S.partialPivLu().solve(K_qR);                                           // S^-1 K_qR
  const MatrixXd back = transposed.partialPivLu().solve(MatrixXd(K_Rq.transpose())).transpose();  // K_Rq S^-1
  out.stiffness -= K_Rq * follow;
  out.damping += MatrixXd(t.dv(R, modes)) * follow + back * MatrixXd(t.dv(modes, R)) -
                 back * MatrixXd(t.dv(modes, modes)) * follow;
  return out;
}

}  // namespace trunnion
