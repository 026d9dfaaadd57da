#pragma once
// reduction/damping.h -- structural damping of the orthogonalised modes: D = diag(d), d_i = 2 zeta_i w_i.
// Modal ratio: one zeta for all.  Rayleigh: d_i = alpha + beta w_i^2.  Per mode: a list, its last entry for the rest.

#include <variant>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct ModalDamping {
  double ratio = 0.02;
};
struct RayleighDamping {
  double alpha = 0;  ///< [1/s]
  double beta = 0;   ///< [s]
};
struct PerModeDamping {
  std::vector<double> ratios;
};
using Damping = std::variant<ModalDamping, RayleighDamping, PerModeDamping>;

/// 2 zeta_i w_i of each elastic mode [1/s].
VectorXd damping_rates(const Damping& damping, const VectorXd& eigenvalues);

}  // namespace trunnion
