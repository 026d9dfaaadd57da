#include "trunnion/reduction/mode_certificate.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {

ModeCount count_below(const ConstrainedSystem& system, double limit_hz) {
  const double limit = std::pow(2 * std::numbers::pi * limit_hz, 2);
  return {limit, count_eigenvalues_below(system, limit)};
}

ModeCount count_beside(const ConstrainedSystem& system, const VectorXd& eigenvalues) {
  constexpr double equal = 1e-5;  // far above the error of an eigenvalue, far below what tells modes apart
  const Index n = eigenvalues.size();
  const double above = (1 + equal) * eigenvalues[n - 1];
  const ModeCount all{above, count_eigenvalues_below(system, above)};
  if (all.counted <= n) return all;
  const double below = (1 - equal) * eigenvalues[n - 1];
  return {below, count_eigenvalues_below(system, below)};
}

void find_missed(const ModeCount& count, FixedModes& modes, const FeModel& model, const ConstrainedSolver& solver,
                 Observer& observer) {
  // Two more than are missing: what comes first need not lie below the limit.
  while (count.missed(modes) > 0) add_modes(modes, count.missed(modes) + 2, model, solver, observer);
}

ModeCount proven(const std::function<ModeCount()>& counting, ReductionRecord& record) {
  try {
    return counting();
  } catch (const SolveError& error) {
    record.warnings.push_back(
        fmt::format("that no fixed-interface mode was missed could not be proven: {}", error.what()));
    return {};
  }
}

void certify(const FixedModes& modes, const ModeCount& count, ReductionRecord& record) {
  if (!count.made()) return;
  record.certified = count.missed(modes) == 0;
  record.certified_below = std::sqrt(count.limit) / (2 * std::numbers::pi);
  if (!record.certified)
    record.warnings.push_back(
        fmt::format("{} fixed-interface modes were found below {:.0f} Hz, an inertia count has {}", count.found(modes),
                    record.certified_below, count.counted));
}

}  // namespace trunnion
