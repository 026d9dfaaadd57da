#include "trunnion/forces/fit_field.h"

namespace trunnion {
namespace {

FitState state_of(const FitLaw& law, const FitTraction& t) {
  constexpr double rounding = 1e-9;
  if (!t.closed) return FitState::open;
  return law.friction > 0 && t.memory.slip.norm() >= (1 - rounding) * law.elastic_slip ? FitState::sliding
                                                                                       : FitState::resting;
}

}  // namespace

FitField fit_field(const FitLaw& law, VectorXd gap, std::span<const FitTraction> tractions) {
  const auto points = static_cast<Index>(tractions.size());
  FitField out;
  out.gap = std::move(gap);
  out.pressure.resize(points);
  out.work.resize(points);
  out.shear.resize(2, points);
  out.motion.resize(2, points);
  out.state.resize(tractions.size());
  for (Index k = 0; k < points; ++k) {
    const FitTraction& t = tractions[static_cast<std::size_t>(k)];
    out.pressure[k] = t.pressure;
    out.shear.col(k) = t.shear;
    out.motion.col(k) = t.memory.motion;
    out.work[k] = t.memory.work;
    out.state[static_cast<std::size_t>(k)] = state_of(law, t);
  }
  return out;
}

FitShares shares_of(const FitField& field, const VectorXd& area) {
  FitShares sum;
  for (Index k = 0; k < area.size(); ++k) {
    const FitState state = field.state[static_cast<std::size_t>(k)];
    if (state == FitState::open) sum.open += area[k];
    if (state == FitState::sliding) sum.sliding += area[k];
  }
  return {sum.open / area.sum(), sum.sliding / area.sum()};
}

}  // namespace trunnion
