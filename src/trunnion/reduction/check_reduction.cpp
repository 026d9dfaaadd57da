#include "trunnion/reduction/check_reduction.h"

#include <fmt/format.h>
#include <unistd.h>

#include "trunnion/base/error.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/solve.h"

namespace trunnion {

void check_reducible(const FeModel& model) {
  if (model.dofs.dimension != 3)
    throw InputError("a plane model cannot be reduced to a body that moves in space; use solid elements");
  for (const ElementBlock& block : model.file->mesh.blocks)
    if (dimension(block.type) == 2)
      throw InputError(
          fmt::format("the mesh has {} plane elements of type {}; a body is reduced from solid elements and beams. "
                      "Leave them out of the mesh.",
                      block.nodes.cols(), name(block.type)));
  const MassProperties properties = mass_properties(model);
  if (!(properties.mass > 0))
    throw InputError("the body has no mass: give its material a density, or its interfaces point masses");
  const MatrixXd rigid = rigid_modes(model, properties.center);
  const MatrixXd force = stiffness_product(model, rigid);
  const double scale = model.stiffness_lower.diagonal().cwiseAbs().maxCoeff() * rigid.cwiseAbs().maxCoeff();
  if (force.cwiseAbs().maxCoeff() > 1e-6 * scale)
    throw InputError(
        "rigid motion of the body stores energy: a spring ties it to the ground. A reduced body moves freely; put that "
        "spring into the mechanism instead.");
}

void check_connected(const FeModel& model, const ConstrainedSystem& held) {
  std::string parts;
  Index count = 0;
  for (const RigidPart& part : held.parts) {
    if (part.num_elements == 0) continue;
    ++count;
    parts += fmt::format("{}{} ({} element(s) around ({:.4g}, {:.4g}, {:.4g}) m)", count > 1 ? "; " : "",
                         part.element_set.empty() ? fmt::format("part {}", count) : "'" + part.element_set + "'",
                         part.num_elements, part.center.x(), part.center.y(), part.center.z());
  }
  if (count < 2) return;
  const auto free = constrain(model, {});
  if (free->rows.cols() == 0 && free->null_space.cols() > 6)
    throw InputError(
        fmt::format("the body falls into {} parts that nothing joins: {}. Merge the nodes between them, put a rigid "
                    "interface across them, or make each a body of its own.",
                    count, parts));
}

void check_memory(const ConstrainedSystem& system, Index vectors, double limit) {
  const double machine = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  const double memory = limit > 0 ? limit : 0.95 * machine;
  const double kept = double(system.model->dofs.size) * double(vectors) * sizeof(double);
  // The symbolic analysis costs seconds; below this size a factor fits into any machine that holds the vectors.
  if (system.size() < 200000 && kept < 0.5 * memory && memory > 4e9) return;
  const FactorCost cost = estimate_cost(system);
  if (cost.bytes + kept > memory)
    throw InputError(fmt::format(
        "the reduction needs about {:.3g} GB ({:.3g} GB of it for the factor of {} unknowns), and may take {:.3g} GB. "
        "Use a coarser mesh or fewer modes.",
        (cost.bytes + kept) / 1e9, cost.bytes / 1e9, system.size(), memory / 1e9));
}

void check_automatic(const ReductionOptions& options, bool quality_wanted) {
  if (options.rule != SelectionRule::automatic || quality_wanted) return;
  throw InputError(
      options.quality.compute
          ? fmt::format("the automatic selection compares responses of all interface dofs, at most {} of them. Keep "
                        "fewer interfaces, or select by cut-off.",
                        options.quality.max_interface)
          : "the automatic selection needs the comparison with the unreduced model; leave 'quality' on, or select by "
            "cut-off");
}

}  // namespace trunnion
