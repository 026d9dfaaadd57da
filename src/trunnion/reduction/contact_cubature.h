#pragma once
// reduction/contact_cubature.h -- few points with positive weights that stand for all points of a fit.
//   sum_s a_s v(x_s) = sum_k A_k v(x_k)   for the fields v that matter: forces W_k' t_k of states the joint goes
//   through, and products of modes k_n W_n,i W_n,j + k_t W_t,i . W_t,j that make the tangent
//   (theory/reduction.md, 14.10)

#include "trunnion/reduction/reduced_contact.h"

namespace trunnion {

struct Cubature {
  std::vector<Index> points;
  VectorXd areas;     ///< [m^2]
  double misfit = 0;  ///< relative error of the integrals
};

/// `rows`: W, 3P x n; `stresses`: 3P x states; `count`: fields that are met, at most as many points come out.
Cubature contact_cubature(const MatrixXd& rows, const FitPoints& points, const MatrixXd& stresses, Index count);

}  // namespace trunnion
