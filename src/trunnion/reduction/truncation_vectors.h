#pragma once
// reduction/truncation_vectors.h -- modal truncation vectors: what the deleted modes do, statically, to inertia loads.
// With chi = -S(M Psi) - Phi_k Omega_k^-1 P_k = Phi_d Omega_d^-1 P_d (d = deleted), only two small matrices matter:
//   K_chi = chi' K chi = sum_d p p'/w^2,   M_chi = chi' M chi = sum_d p p'/w^4         (theory/reduction.md, Eq. 4.2)
// gamma = chi T with gamma' M gamma = I, gamma' K gamma = Lambda; P_gamma = T' K_chi, because chi' M Psi = -K_chi.

#include "trunnion/math/types.h"

namespace trunnion {

/// Gram matrices of the static answers chi_0 = -S(M Psi) before any mode is taken out.
struct InertiaAnswerGrams {
  MatrixXd stiffness;  ///< chi_0' K chi_0
  MatrixXd mass;       ///< chi_0' M chi_0
};

/// The same after modes with participation `kept_participation` (k x dofs) and eigenvalues w^2 are taken out.
InertiaAnswerGrams deflate(const InertiaAnswerGrams& grams, const MatrixXd& kept_participation,
                           const VectorXd& kept_eigenvalues);

struct TruncationBasis {
  MatrixXd coefficients;   ///< T, dofs x vectors: gamma = chi T
  VectorXd eigenvalues;    ///< Lambda, ascending: squares of the pseudo-frequencies [rad^2/s^2]
  MatrixXd participation;  ///< P_gamma, vectors x dofs
};

/// Rank-safe: the columns are scaled to unit strain energy, directions whose energy is below `rank_tolerance` of the
/// largest are dropped. At most `count` vectors, lowest pseudo-frequencies first; negative: all. `energy_scale` is the
/// diagonal of the un-deflated K_chi: a column that deflation emptied (all its modes were kept) is recognised by it.
TruncationBasis truncation_basis(const InertiaAnswerGrams& deflated, const VectorXd& energy_scale, Index count = -1,
                                 double rank_tolerance = 1e-10);

}  // namespace trunnion
