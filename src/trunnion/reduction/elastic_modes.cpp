#include "trunnion/reduction/elastic_modes.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/fem/solve.h"
#include "trunnion/reduction/interior_basis.h"

namespace trunnion {

ElasticModes free_body_modes(const FeModel& model, const ReductionOptions& options, ReductionRecord& record,
                             Observer& observer) {
  ModalOptions modal;
  modal.count = options.rule == SelectionRule::count ? options.count + 6 : modal.count;
  modal.max_frequency = options.rule == SelectionRule::count ? 0 : cutoff_of(options);
  modal.certify = options.certify;
  const ModalSolution solution = solve_modes(model, {}, modal, observer);
  record.certified = solution.complete;
  record.certified_below = solution.counted_below;
  record.certificate_wall_s += solution.cost.certify_s;
  record.factor_bytes = solution.cost.factor.bytes;
  if (solution.residual.size() > 0) record.residual = solution.residual.maxCoeff();
  const Index n = solution.frequency.size() - solution.rigid_modes;
  return {solution.shape.rightCols(n), (2 * std::numbers::pi * solution.frequency.tail(n)).cwiseAbs2()};
}

void cut_orthogonal_set(ElasticModes& modes, double cutoff_hz, ReductionRecord& record) {
  const Index kept = (modes.eigenvalues.array() < std::pow(2 * std::numbers::pi * cutoff_hz, 2)).count();
  if (kept == modes.eigenvalues.size()) return;
  record.warnings.push_back(
      fmt::format("the orthogonalised set was cut at {:.0f} Hz ({} of {} modes kept): static answers at the interfaces "
                  "are no longer exact",
                  cutoff_hz, kept, modes.eigenvalues.size()));
  modes.shapes = modes.shapes.leftCols(kept).eval();
  modes.eigenvalues = modes.eigenvalues.head(kept).eval();
}

}  // namespace trunnion
