#include "trunnion/reduction/check_reduction.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/reduction/held_interfaces.h"

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

void check_selection(const ReductionOptions& o) {
  const bool by_mass = o.rule == SelectionRule::interface_mass || o.rule == SelectionRule::band_interface_mass;
  const bool automatic = o.rule == SelectionRule::automatic, target = o.completeness > 0;
  if (o.completeness > 1)
    throw InputError(
        fmt::format("completeness = {:g}: a share of the interface mass, between 0 (no target) and 1", o.completeness));
  if (automatic && target)
    throw InputError("give either 'completeness' or select = \"automatic\": each decides how many modes are kept");
  if (target && o.rule == SelectionRule::count)
    throw InputError(fmt::format(
        "completeness = {:g} and select = \"count\": a target takes modes by interface mass until it is met, "
        "not the lowest. Leave 'select' out or take \"band-interface-mass\", or leave 'completeness' out",
        o.completeness));
  if (target && o.count > 0)
    throw InputError(
        fmt::format("completeness = {:g} and modes = {}: each decides how many modes are kept; leave one of them out",
                    o.completeness, o.count));
  if (target && o.cutoff > 0)
    throw InputError(
        fmt::format("completeness = {:g} and cutoff = {:g} Hz: each decides how many modes are kept; leave one of them "
                    "out",
                    o.completeness, o.cutoff));
  if (by_mass && !target && o.pool > 0 && o.pool < o.count)
    throw InputError(
        fmt::format("pool = {} is less than modes = {}: as many as are kept cannot be chosen from fewer. "
                    "Raise 'pool', or leave it out (twice as many as are kept).",
                    o.pool, o.count));
  if (o.method == ReductionMethod::guyan && (target || automatic))
    throw InputError(
        fmt::format("method = \"guyan\" keeps no fixed-interface modes, {} has nothing to choose; leave it out, or "
                    "take method = \"craig-bampton\"",
                    target ? "'completeness'" : "select = \"automatic\""));
  if (o.method == ReductionMethod::free_modes && (target || automatic || by_mass))
    throw InputError(
        "method = \"free\" keeps modes of the free body, which no interface mass or accuracy at the interfaces "
        "chooses; take select = \"cutoff\" or \"count\", or method = \"craig-bampton\"");
}

Index usual_modes(const ReductionOptions& options) {
  constexpr Index below_a_cutoff = 40;
  if (options.completeness > 0 || options.count <= 0) return below_a_cutoff;
  const bool by_mass =
      options.rule == SelectionRule::interface_mass || options.rule == SelectionRule::band_interface_mass;
  if (by_mass) return options.pool > 0 ? options.pool : 2 * options.count;
  return options.rule == SelectionRule::count ? options.count : below_a_cutoff;
}

Index vectors_held(const ReductionOptions& options, Index interface_dofs, Index modes) {
  const Index free_modes = options.method == ReductionMethod::free_modes ? modes : 0;
  return 10 * interface_dofs + 4 * modes + free_modes + 256;
}

void check_memory(const ConstrainedSystem& system, Index vectors, double limit) {
  const double memory = limit > 0 ? limit : free_memory();
  const double kept = double(system.model->dofs.size) * double(vectors) * sizeof(double);
  // The symbolic analysis costs seconds; below this size a factor fits into any machine that holds the vectors.
  if (system.size() < 200000 && kept < 0.5 * memory && memory > 4e9) return;
  const FactorCost cost = estimate_cost(system);
  if (cost.bytes + kept > memory)
    throw InputError(fmt::format(
        "the reduction needs about {:.3g} GB ({:.3g} GB of it for the factor of {} unknowns), and may take {:.3g} GB. "
        "Use a coarser mesh or fewer modes, or end other programs.",
        (cost.bytes + kept) / 1e9, cost.bytes / 1e9, system.size(), memory / 1e9));
}

namespace {

/// While they are computed: the basis of the eigensolver and its products.
double bytes_of_modes(const FeModel& model, Index more) {
  return 4 * double(more) * double(model.dofs.size) * sizeof(double);
}

}  // namespace

bool modes_fit(double room, const FeModel& model, Index more) { return bytes_of_modes(model, more) <= room; }

double room_for_modes(const FeModel& model, const ReductionOptions& options, double factor_bytes, Index interface_dofs,
                      Index have) {
  if (options.memory <= 0) return free_memory();
  const double vector = double(model.dofs.size) * sizeof(double);
  return std::max(0.0, options.memory - factor_bytes - double(vectors_held(options, interface_dofs, have)) * vector);
}

void check_more_modes(const FeModel& model, const ReductionOptions& options, double factor_bytes, Index interface_dofs,
                      Index have, Index more) {
  const double room = room_for_modes(model, options, factor_bytes, interface_dofs, have);
  if (modes_fit(room, model, more)) return;
  throw InputError(
      fmt::format("{} fixed-interface modes are there, and {} more need about {:.3g} GB where {:.3g} GB are left. Ask "
                  "for fewer modes, a lower 'completeness' or a lower band, or use a coarser mesh.",
                  have, more, bytes_of_modes(model, more) / 1e9, room / 1e9));
}

ReductionNeed estimate_reduction(const FeModel& model, const ReductionOptions& options) {
  const HeldInterfaces held = held_interfaces(model, options.interfaces);
  const auto system = constrain(model, {}, held.nodes);
  ReductionNeed need;
  need.interface_dofs = Index(held.dofs.size());
  need.factor = estimate_cost(*system);
  const Index modes = usual_modes(options);
  need.vector_bytes =
      double(model.dofs.size) * double(vectors_held(options, need.interface_dofs, modes)) * sizeof(double);
  // Constraint modes, answers to inertia, two to three solves a mode; the comparison takes no more than these.
  const double columns = 2.0 * double(need.interface_dofs) + 2.5 * double(modes);
  const double solved = (options.quality.compute ? 2 : 1) * columns;
  need.flops = (options.certify ? 2 : 1) * need.factor.flops + 4 * need.factor.entries * solved;
  return need;
}

std::string comparison_scope(const ReductionOptions& options, Index interface_dofs) {
  const QualityOptions& quality = options.quality;
  if (!quality.compute || interface_dofs <= std::min(quality.compared, quality.most)) return "";
  if (interface_dofs > quality.most)
    return fmt::format("not compared with the mesh: {} interface dofs are more than quality_limit = {}", interface_dofs,
                       quality.most);
  return fmt::format("responses of {} of {} interface dofs are compared with the mesh (compared_dofs)",
                     quality.compared, interface_dofs);
}

void check_automatic(const ReductionOptions& options, bool quality_wanted) {
  if (options.rule != SelectionRule::automatic || quality_wanted) return;
  throw InputError(
      options.quality.compute
          ? fmt::format("the automatic selection goes by the comparison with the mesh, which is made with at most "
                        "{} interface dofs. Keep fewer interfaces, raise 'quality_limit', or select by cut-off.",
                        options.quality.most)
          : "the automatic selection needs the comparison with the unreduced model; leave 'quality' on, or select by "
            "cut-off");
}

}  // namespace trunnion
