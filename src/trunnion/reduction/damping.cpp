#include "trunnion/reduction/damping.h"

#include <algorithm>
#include <cmath>

namespace trunnion {

VectorXd damping_rates(const Damping& damping, const VectorXd& eigenvalues) {
  VectorXd rates(eigenvalues.size());
  for (Index i = 0; i < rates.size(); ++i) {
    const double w2 = std::max(eigenvalues[i], 0.0);
    if (const auto* modal = std::get_if<ModalDamping>(&damping)) {
      rates[i] = 2 * modal->ratio * std::sqrt(w2);
    } else if (const auto* rayleigh = std::get_if<RayleighDamping>(&damping)) {
      rates[i] = rayleigh->alpha + rayleigh->beta * w2;
    } else {
      const std::vector<double>& ratios = std::get<PerModeDamping>(damping).ratios;
      const double ratio = ratios.empty() ? 0 : ratios[std::min<std::size_t>(std::size_t(i), ratios.size() - 1)];
      rates[i] = 2 * ratio * std::sqrt(w2);
    }
  }
  return rates;
}

}  // namespace trunnion
