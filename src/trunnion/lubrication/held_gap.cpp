#include "trunnion/lubrication/held_gap.h"

#include <cmath>

namespace trunnion {

HeldGap held_gap(double h, double guard) {
  if (h >= guard) return {h, 1, 0};
  const double e = std::exp(2 * (h - guard) / guard);
  return {0.5 * guard * (1 + e), e, 2 * e / guard};
}

GuardPressure guard_pressure(double h, double guard, double touching) {
  if (h >= guard) return {};
  const double s = (guard - h) / guard;
  if (s <= 1) return {touching * s * s, -2 * touching * s / guard};
  return {touching * (2 * s - 1), -2 * touching / guard};
}

}  // namespace trunnion
