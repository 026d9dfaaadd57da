#include "trunnion/run/check_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "trunnion/fem/constrained_system.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/reduction/check_reduction.h"
#include "trunnion/run/error_place.h"
#include "trunnion/run/fe_body.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/gear_stage.h"
#include "trunnion/run/import_body.h"
#include "trunnion/run/linear_state.h"
#include "trunnion/run/loose_fits.h"
#include "trunnion/run/marker_places.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/seat_axes.h"
#include "trunnion/run/stand_in_body.h"

namespace trunnion {
namespace {

/// Columns that are solved for: load cases, or about three per mode with block Lanczos.
double solved_columns(const StageInput& stage) {
  return stage.type == StageType::fe_static ? static_cast<double>(stage.cases.size()) : 3.0 * stage.modes;
}

StageEstimate estimate_stage(const Model& model, const StageInput& stage, const FeBody& body, double flop_rate) {
  const MeshFile& file = *body.mesh.file;
  std::vector<Support> supports = body_supports(model, body.name, file);
  if (stage.type == StageType::fe_modes && !stage.supported) supports.clear();
  const FactorCost cost = estimate_cost(*constrain(body.model, supports));
  StageEstimate estimate{stage.name, std::string(name(stage.type)), body.name};
  estimate.nodes = static_cast<long>(file.mesh.num_nodes());
  estimate.elements = static_cast<long>(file.mesh.num_elements());
  estimate.unknowns = static_cast<long>(body.model.dofs.size);
  estimate.factor_bytes = cost.bytes;
  // Modes factorize twice: once to solve, once to count.
  estimate.flops = (stage.type == StageType::fe_modes ? 2 : 1) * cost.flops + 4 * cost.entries * solved_columns(stage);
  estimate.seconds = cost.order_s + estimate.flops / flop_rate;
  return estimate;
}

StageEstimate estimate_reduction(const Model& model, const FlexibleBodyInput& input, const FeBody& body,
                                 double flop_rate, Observer& observer) {
  const auto [need, scope] = at_place_of(input.reduction.where.file.empty() ? input.where : input.reduction.where,
                                         fmt::format("flexible_body '{}'", input.name), [&] {
                                           const ReductionOptions options = body_reduction_options(model, input, body);
                                           const ReductionNeed found = estimate_reduction(body.model, options);
                                           return std::pair{found, comparison_scope(options, found.interface_dofs)};
                                         });
  if (!scope.empty()) observer.note(fmt::format("flexible_body '{}': {}", input.name, scope));
  StageEstimate estimate{input.name, "reduce", input.name};
  estimate.nodes = static_cast<long>(body.mesh.file->mesh.num_nodes());
  estimate.elements = static_cast<long>(body.mesh.file->mesh.num_elements());
  estimate.unknowns = static_cast<long>(body.model.dofs.size);
  estimate.factor_bytes = need.factor.bytes + need.vector_bytes;
  estimate.flops = need.flops;
  estimate.seconds = need.factor.order_s + need.flops / flop_rate;
  return estimate;
}

/// A body that has somewhere to be held; without it there is nothing to reduce to.
bool has_interfaces(const FlexibleBodyInput& body) {
  return !body.from && (!body.interfaces.empty() || !body.reduction.options.interfaces.empty());
}

void warn_if_said(const std::string& sentence, Observer& observer) {
  if (!sentence.empty()) observer.warn(sentence);
}

/// What is known of the fits of a body without a solve.
std::vector<Fit> check_fits(const Model& model, const FeBody& body, std::vector<FitCheck>& out, Observer& observer) {
  std::vector<Fit> fits = zones_of(model, body);
  warn_if_said(loose_fits(fits), observer);
  for (const Fit& fit : fits) {
    const auto input = std::find_if(model.fits.begin(), model.fits.end(), [&](const FitInput& in) {
      return in.body == body.name && in.name == fit.zone.name;
    });
    out.push_back({body.name, fit.zone.name, static_cast<long>(fit.zone.size()),
                   static_cast<long>(fit.zone.nodes.size()), input->points == ContactPoints::nodes,
                   fit.zone.area.sum()});
  }
  return fits;
}

/// Builds and assembles the mechanism as its first stage would start it.
MechanismCheck check_mechanism(const Model& model, const StageInput& first, const std::filesystem::path& cache_folder,
                               double flop_rate, CheckReport& report, Observer& observer) {
  std::map<std::string, std::shared_ptr<const MeshFile>> meshes;
  const auto stand_in = [&](const FlexibleBodyInput& body) {
    if (body.from) {
      auto imported = std::make_shared<const ReducedBody>(import_body(body, observer));
      warn_if_said(loose_fits(imported->fits), observer);
      return imported;
    }
    const FeBody fe = prepare_body(model, body.name, cache_folder, observer);
    at_place_of(body.where, fmt::format("flexible_body '{}'", body.name), [&] { check_reducible(fe.model); });
    meshes[body.name] = fe.mesh.file;
    if (has_interfaces(body)) report.stages.push_back(estimate_reduction(model, body, fe, flop_rate, observer));
    return std::make_shared<const ReducedBody>(stand_in_body(fe, check_fits(model, fe, report.fits, observer)));
  };
  const BuiltMechanism built = build_mechanism(model, stand_in, cache_folder);
  check_stages(model, built);
  const Mechanism& m = built.mechanism;
  State state = initial_state(m);
  const InitializeReport start = start_mechanism(built, state, first);
  warn_of_missing_equilibrium(model, m, state, observer);
  for (const std::string& sentence : seats_off_axis(model, built, meshes)) observer.warn(sentence);
  for (const std::string& sentence : misplaced_bearings(built.mechanism, state)) observer.warn(sentence);
  MechanismCheck check;
  check.bodies = static_cast<long>(m.bodies.size());
  for (const FlexibleBodyInput& body : model.flexible_bodies) check.flexible += body.flexible;
  check.joints = static_cast<long>(m.joints.size());
  check.forces = static_cast<long>(m.num_forces());
  check.rigid_velocities = static_cast<long>(m.num_velocities);
  check.rows = static_cast<long>(m.num_rows);
  check.degrees_of_freedom = static_cast<long>(start.degrees_of_freedom);
  check.redundant = start.redundant;
  check.moved = assembly_sentence(start);
  return check;
}

}  // namespace

double measured_flop_rate() {
  const Index n = 512;
  const MatrixXd a = MatrixXd::Constant(n, n, 1.0), b = MatrixXd::Constant(n, n, 0.5);
  MatrixXd c = a * b;  // warms up
  int products = 0;
  const Stopwatch watch;
  do {
    c.noalias() += a * b;
    ++products;
  } while (watch.seconds() < 0.1);
  return c(0, 0) > 0 ? products * 2.0 * n * n * n / watch.seconds() : 0;
}

CheckReport check_model(const Model& model, const std::filesystem::path& cache_folder, Observer& observer) {
  CheckReport report;
  report.model_name = model.header.name;
  const double free = free_memory();
  report.available_bytes = std::isfinite(free) ? free : 0;
  const double rate = measured_flop_rate();
  const auto bodies = prepare_bodies(model, model.stages, cache_folder, observer);
  for (const StageInput& stage : model.stages)
    if (is_fe_stage(stage.type)) report.stages.push_back(estimate_stage(model, stage, bodies.at(stage.body), rate));
  check_gear_pairs(model, observer);
  const auto first = std::find_if(model.stages.begin(), model.stages.end(),
                                  [](const StageInput& stage) { return is_mechanism_stage(stage.type); });
  if (model.stages.empty())
    for (const FlexibleBodyInput& body : model.flexible_bodies)
      if (has_interfaces(body)) {
        const FeBody fe = prepare_body(model, body.name, cache_folder, observer);
        report.stages.push_back(estimate_reduction(model, body, fe, rate, observer));
        check_fits(model, fe, report.fits, observer);
      }
  if (first != model.stages.end())
    report.mechanism = check_mechanism(model, *first, cache_folder, rate, report, observer);
  else
    for (const auto& [name, body] : bodies) check_fits(model, body, report.fits, observer);
  return report;
}

}  // namespace trunnion
