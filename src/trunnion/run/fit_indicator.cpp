#include "trunnion/run/fit_indicator.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/reduction/contact_error.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/reduce_model.h"

namespace trunnion {
namespace {

/// Motion of the interface dofs that constraint modes stand for: those of the kept interfaces, node by node.
VectorXd interface_motion(const ReducedBody& reduced, Index dofs, const VectorXd& q) {
  VectorXd out(dofs);
  Index row = 0;
  for (const InterfaceRows& interface : reduced.interfaces) {
    if (row == dofs) break;
    out.segment<3>(row) = interface.translation * q;
    out.segment<3>(row + 3) = interface.rotation * q;
    row += 6;
  }
  return out;
}

/// The points of all fits of a body one after the other: relative motion and memory.
struct PointState {
  VectorXd w;
  std::vector<FitTraction> past;
};

PointState state_of(const std::vector<FitElement>& fits, const VectorXd& q, const State& state) {
  PointState out;
  for (const FitElement& fit : fits) {
    const VectorXd w = fit.force->fit().rows * q;
    out.w.conservativeResize(out.w.size() + w.size());
    out.w.tail(w.size()) = w;
    const std::vector<FitTraction> past = fit.force->memories(state.history[fit.slot]);
    out.past.insert(out.past.end(), past.begin(), past.end());
  }
  return out;
}

ContactError error_of(const Model& model, const FlexibleBodyInput& input, const ReducedBody& reduced, const VectorXd& q,
                      const PointState& at, const std::filesystem::path& cache_folder, Observer& observer) {
  const FeBody body = prepare_body(model, input.name, cache_folder, observer);
  const ReductionOptions options = body_reduction_options(model, input, body);
  const HeldInterfaces held = held_interfaces(body.model, options.interfaces);
  const ConstrainedSolver solver(constrain(body.model, {}, held.nodes), LooseMotion::refuse, observer);
  const std::vector<Fit> zones = zones_of(model, body);
  const FitPoints points = fit_points(zones, body.model.dofs.size);
  if (3 * points.size() != at.w.size() || solver.held_dofs() > 6 * static_cast<Index>(reduced.interfaces.size()))
    throw SolveError("the reduced body was made from another mesh or with nodes as interfaces");
  const MatrixXd modes = solver.constraint_modes();
  return ContactErrorEstimate(solver, modes, points)(interface_motion(reduced, solver.held_dofs(), q), at.w, 1,
                                                     at.past);
}

}  // namespace

void add_error_indicator(const Model& model, const StageInput& stage, const MechanismRun& run,
                         const std::filesystem::path& cache_folder, Observer& observer, MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  double largest = 0;
  for (const FlexibleBodyInput& input : model.flexible_bodies) {
    const auto reduced = run.built.reduced.find(input.name);
    if (reduced == run.built.reduced.end() || !has_mesh(input)) continue;
    const Index b = run.built.bodies.at(input.name);
    std::vector<FitElement> fits;
    for (const FitElement& fit : fit_elements(m))
      if (fit.body == b) fits.push_back(fit);
    if (fits.empty()) continue;
    const VectorXd q = run.state.x.q.segment(m.first_mode[b], m.bodies[b].num_modes());
    const std::string name = fmt::format("{}.{}.error_indicator_percent", stage.name, input.name);
    try {
      const ContactError error =
          error_of(model, input, *reduced->second, q, state_of(fits, q, run.state), cache_folder, observer);
      out.quantities.push_back({name, 100 * error.relative, ""});
      observer.note(
          fmt::format("contact error indicator of '{}' after '{}': {:.2g} %, at a point {:.2g} % of the "
                      "largest pressure",
                      input.name, stage.name, 100 * error.relative, 100 * error.largest));
      largest = std::max(largest, error.relative);
    } catch (const Error& error) {
      out.quantities.push_back({name, {}, fmt::format("no error indicator: {}", error.what())});
      return;
    }
  }
  out.quantities.push_back({"error_indicator_percent", 100 * largest, ""});
}

}  // namespace trunnion
