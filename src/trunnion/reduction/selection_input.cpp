#include "trunnion/reduction/selection_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/check_reduction.h"

namespace trunnion {

MatrixXd participation_of(const SelectionInput& input, const MatrixXd& shapes) {
  return -transposed_times(shapes, input.mass_constraint_modes);
}

MatrixXd interface_participation(const SelectionInput& input, const MatrixXd& shapes) {
  return -transposed_times(shapes, input.mass_interface_modes);
}

InterfaceMass shares(const SelectionInput& input, const MatrixXd& shapes) {
  return interface_mass(interface_participation(input, shapes), input.interior_mass, input.kinds,
                        input.options.weights);
}

Index free_dofs(const SelectionInput& input) {
  const ConstrainedSystem& system = input.solver.system();
  return system.size() - system.rows.cols();
}

Index most_modes(const SelectionInput& input) { return std::min(input.options.max_modes, input.model.dofs.size / 2); }

std::string way_to_more(const SelectionInput& input) {
  return input.options.max_modes < input.model.dofs.size / 2
             ? "raise 'max_modes'"
             : fmt::format("refine the mesh (half of its {} freedoms is the limit)", input.model.dofs.size);
}

Index next_batch(Index have, Index limit) { return std::min(std::max<Index>(16, have / 2), limit - have); }

void compute_more(const SelectionInput& input, FixedModes& modes, Index count, Observer& observer) {
  if (count <= 0) return;
  check_more_modes(input.model, input.options, input.solver.cost().bytes, input.mass_interface_modes.cols(),
                   modes.eigenvalues.size(), count);
  add_modes(modes, count, input.model, input.solver, observer);
}

void fill_record(const FixedModes& modes, const InterfaceMass& mass, const ModeSelection& selection,
                 ReductionRecord& record) {
  record.modes_computed = modes.eigenvalues.size();
  record.normal_modes = Index(selection.modes.size());
  record.kept_modes = selection.modes;
  record.fixed_hz = modes.eigenvalues.cwiseSqrt() / (2 * std::numbers::pi);
  record.share = mass.combined;
  record.share_translation = mass.translation;
  record.share_rotation = mass.rotation;
  record.distribution = mass.distribution;
  record.completeness = selection.completeness;
}

}  // namespace trunnion
