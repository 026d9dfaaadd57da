#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/fe_contact/contact_statics.h"
#include "trunnion/run/contact_arrows.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/fe_stages.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/loose_fits.h"
#include "trunnion/run/node_motion.h"

namespace trunnion {
namespace {

constexpr double residual_limit = 1e-6;  // of equilibrium, over the forces in play

ContactStatics problem_of(const Model& model, const FeBody& body, Observer& observer) {
  for (const SupportInput& support : model.supports)
    if (support.body == body.name && !support.load_case.empty())
      throw InputError(support.where, "a body with fits is held in the same way in all steps; leave 'case' out");
  ContactProblem problem{body.model, zones_of(model, body), body_supports(model, body.name, *body.mesh.file)};
  if (const std::string loose = loose_fits(problem.fits); !loose.empty()) observer.warn(loose);
  return ContactStatics(std::move(problem), observer);
}

VectorXd load_of(const Model& model, const FeBody& body, const ContactStepInput& step, const ContactState& state) {
  if (step.load_case.empty())
    return state.load.size() > 0 ? state.load : VectorXd(VectorXd::Zero(body.model.dofs.size));
  return load_vectors(body.model, body_load_cases(model, body.name, *body.mesh.file, {step.load_case})).col(0);
}

/// Each fit at a state.
std::vector<StageFit> fits_of(const ContactProblem& problem, const ContactState& state) {
  std::vector<StageFit> out;
  Index first = 0;
  for (const Fit& fit : problem.fits) {
    const ContactZone& zone = fit.zone;
    VectorXd gap(zone.size());
    for (Index k = 0; k < zone.size(); ++k)
      gap[k] = zone.clearance[k] - state.share * zone.interference[k] + state.w[3 * (first + k)];
    const std::span<const FitTraction> tractions(state.traction.data() + first, static_cast<std::size_t>(zone.size()));
    out.push_back({zone.name, zone.area, zone.position, fit_field(fit.law, std::move(gap), tractions)});
    first += zone.size();
  }
  return out;
}

// What the surfaces do to the mesh: B' A t.
VectorXd contact_load(const ContactProblem& problem, const std::vector<StageFit>& fits, Index dofs) {
  VectorXd out = VectorXd::Zero(dofs);
  for (std::size_t f = 0; f < fits.size(); ++f) {
    const FitField& field = fits[f].field;
    VectorXd t(3 * fits[f].area.size());
    for (Index k = 0; k < fits[f].area.size(); ++k)
      t.segment<3>(3 * k) = fits[f].area[k] * Vector3d(field.pressure[k], -field.shear(0, k), -field.shear(1, k));
    out += problem.fits[f].zone.relative.transpose() * t;
  }
  return out;
}

/// The end of one step among the columns of the stage.
void put_solution(const FeBody& body, const ContactProblem& problem, const ContactState& state,
                  const ContactReport& report, const std::vector<StageFit>& fits, Index column, StaticSolution& s) {
  const VectorXd inner = stiffness_product(body.model, state.u);
  s.displacement.col(column) = state.u;
  VectorXd reaction = inner - contact_load(problem, fits, state.u.size());
  if (state.load.size() > 0) reaction -= state.load;
  s.reaction.col(column) = reaction;
  s.residual[column] = report.residual;
  s.strain_energy[column] = 0.5 * state.u.dot(inner);
  s.cost.solve_s += report.wall_s;
}

Scene step_scene(const StageInput& stage, const FeBody& body, const ContactProblem& problem, const StageResult& result,
                 const StaticSolution& solution) {
  Scene scene;
  scene.name = stage.name;
  scene.title = "How the parts deform";
  scene.bodies.push_back({body.name, std::shared_ptr<const Mesh>(body.mesh.file, &body.mesh.file->mesh)});
  std::vector<FitPlaces> places;
  for (const Fit& fit : problem.fits) {
    FitPlaces& at = places.emplace_back();
    for (const NodeId node : fit.zone.nodes) at.place.push_back(node.value);
    at.means = fit.zone.to_nodes;
  }
  for (std::size_t c = 0; c < result.cases.size(); ++c) {
    BodyFrame frame;
    frame.displacement = node_translations(body.model.dofs, solution.displacement.col(static_cast<Index>(c)));
    std::vector<std::pair<const FitPlaces*, const FitField*>> fits;
    for (std::size_t f = 0; f < places.size(); ++f) fits.emplace_back(&places[f], &result.fits[c][f].field);
    frame.fields = fit_fields(frame.displacement.cols(), fits);
    frame.fields.push_back({"von Mises stress", "Pa", von_mises(result.stress[c]).transpose(), FieldScale::magnitude});
    frame.fields.push_back({"displacement magnitude", "m", frame.displacement.colwise().norm(), FieldScale::magnitude});
    scene.frames.push_back({result.cases[c], static_cast<double>(c), {frame}});
  }
  return scene;
}

/// What each fit does to its outer part: normal and friction forces of all its points.
void add_resultants(const ContactProblem& problem, const StageResult& result, Scene& scene) {
  std::vector<std::vector<ContactResultant>> frames;
  for (const std::vector<StageFit>& fits : result.fits) {
    frames.emplace_back();
    for (std::size_t f = 0; f < fits.size(); ++f) {
      const ContactZone& zone = problem.fits[f].zone;
      const FitField& field = fits[f].field;
      ResultantSum sum;
      for (Index k = 0; k < zone.size(); ++k)
        sum.add(zone.area[k] * (field.pressure[k] * zone.normal.col(k) - field.shear(0, k) * zone.t1.col(k) -
                                field.shear(1, k) * zone.t2.col(k)),
                zone.position.col(k));
      if (!sum.empty()) frames.back().push_back(sum.named(fmt::format("force in fit {}", fits[f].name)));
    }
  }
  add_contact_arrows(frames, scene);
}

const FitInput& find_fit(const Model& model, const std::string& body, const std::string& name) {
  return *std::find_if(model.fits.begin(), model.fits.end(),
                       [&](const FitInput& in) { return in.body == body && in.name == name; });
}

// Rows of the table, quantities, maps and arrays of one step.
void put_figures(const Model& model, const StageInput& stage, const FeBody& body, const ContactProblem& problem,
                 const ContactReport& report, const VectorXd& u, std::size_t c, Table& table, StageResult& result) {
  const std::string& step = result.cases[c];
  const VectorXd mises = von_mises(result.stress[c]);
  const double largest = node_translations(body.model.dofs, u).colwise().norm().maxCoeff(),
               peak = mises.array().isFinite().select(mises, 0).maxCoeff();
  const std::string prefix = fmt::format("{}.{}.", stage.name, step);
  result.quantities.push_back({prefix + "max_displacement", largest, ""});
  result.quantities.push_back({prefix + "max_von_mises", peak, ""});
  result.quantities.push_back({prefix + "wall_s", report.wall_s, ""});
  result.quantities.push_back({prefix + "iterations", static_cast<double>(report.iterations), ""});
  result.quantities.push_back({prefix + "solves", static_cast<double>(report.solves), ""});
  result.record.balances.push_back(
      {"Equilibrium, residual over the forces in play", "step " + step, report.residual, residual_limit, ""});
  for (std::size_t f = 0; f < result.fits[c].size(); ++f) {
    const StageFit& fit = result.fits[c][f];
    const FitShares shares = shares_of(fit.field, fit.area);
    const double mean = fit.area.dot(fit.field.pressure) / fit.area.sum();
    for (const auto& [name, value] : {std::pair{"mean_pressure", mean},
                                      {"min_pressure", fit.field.pressure.minCoeff()},
                                      {"max_pressure", fit.field.pressure.maxCoeff()},
                                      {"open_share", shares.open},
                                      {"sliding_share", shares.sliding}})
      result.quantities.push_back({fmt::format("{}{}.{}", prefix, fit.name, name), value, ""});
    table.rows.push_back({{step, {}},
                          {fit.name, {}},
                          {mean, {}},
                          {fit.field.pressure.minCoeff(), {}},
                          {fit.field.pressure.maxCoeff(), {}},
                          {100 * shares.open, {}},
                          {100 * shares.sliding, {}},
                          {largest, {}},
                          {peak, {}},
                          {static_cast<double>(report.iterations), {}},
                          {report.wall_s, {}}});
    const ContactZone& zone = problem.fits[f].zone;
    const FitSurface surface{zone.position,
                             zone.t1,
                             zone.t2,
                             zone.area,
                             fit_axis(zone.position, zone.normal, zone.area),
                             watched_points(find_fit(model, body.name, zone.name), zone.position, zone.t1, zone.t2)};
    const std::string title = result.fits[c].size() > 1 ? fmt::format("'{}' after step '{}', full mesh", fit.name, step)
                                                        : fmt::format("after step '{}', full mesh", step);
    for (MatrixMap& map : unrolled_maps(stage.name, title, surface, fit.field))
      result.matrices.push_back(std::move(map));
    result.arrays[fmt::format("fits/{}/{}/{}", stage.name, step, fit.name)] = point_arrays(surface, fit.field);
  }
}

}  // namespace

StageResult run_fe_contact(const Model& model, const StageInput& stage, const FeBody& body, Observer& observer) {
  const ContactStatics statics = problem_of(model, body, observer);
  StageResult result;
  result.model = &body.model;
  StaticSolution& solution = result.statics.emplace();
  const auto count = static_cast<Index>(stage.steps.size());
  solution.displacement.setZero(body.model.dofs.size, count);
  solution.reaction.setZero(body.model.dofs.size, count);
  for (VectorXd* numbers : {&solution.residual, &solution.rounding, &solution.strain_energy}) numbers->setZero(count);
  solution.cost.factor_s = statics.factor_wall_s();
  result.quantities.push_back({stage.name + ".factor_wall_s", statics.factor_wall_s(), ""});
  for (const Fit& fit : statics.problem().fits) {
    const std::string prefix = fmt::format("{}.{}.contact_", stage.name, fit.zone.name);
    result.quantities.push_back({prefix + "points", static_cast<double>(fit.zone.size()), ""});
    result.quantities.push_back({prefix + "nodes", static_cast<double>(fit.zone.nodes.size()), ""});
  }

  Table table;
  table.section = "Statics";
  table.title = "Steps on the full mesh";
  table.detail = fmt::format("Stage {}", stage.name);
  table.columns = {{"step", "", true},
                   {"fit", "", true},
                   {"mean pressure", "Pa"},
                   {"least pressure", "Pa"},
                   {"largest pressure", "Pa"},
                   {"open area, %", ""},
                   {"sliding area, %", ""},
                   {"largest displacement", "m"},
                   {"largest von Mises stress", "Pa"},
                   {"iterations", ""},
                   {"time", "s"}};
  std::map<std::string, ContactState> ends;
  ContactState state = statics.start();
  std::string lost;
  for (const ContactStepInput& step : stage.steps) {
    check_cancelled(observer);
    if (!step.from.empty() && !ends.contains(step.from)) continue;
    if (step.from.empty() && !lost.empty()) continue;
    if (!step.from.empty()) state = ends.at(step.from);
    const ContactReport report =
        statics.step(state, step.share, load_of(model, body, step, state), step.increments, {}, observer);
    result.record.iterations = result.record.iterations.value_or(0) + report.iterations;
    lost = report.converged ? "" : step.name;
    if (!report.converged) {
      result.record.warnings.push_back(fmt::format("step '{}': {}", step.name, report.message));
      continue;
    }
    ends[step.name] = state;
    result.cases.push_back(step.name);
    result.fits.push_back(fits_of(statics.problem(), state));
    const auto column = static_cast<Index>(result.cases.size()) - 1;
    put_solution(body, statics.problem(), state, report, result.fits.back(), column, solution);
    VectorXd temperature;
    if (!step.load_case.empty())
      temperature =
          temperature_change(body.model, body_load_cases(model, body.name, *body.mesh.file, {step.load_case}).front());
    result.stress.push_back(nodal_stress(body.model, state.u, temperature));
    put_figures(model, stage, body, statics.problem(), report, state.u, static_cast<std::size_t>(column), table,
                result);
  }
  if (result.cases.empty())
    throw SolveError(fmt::format("no step found its equilibrium: {}", fmt::join(result.record.warnings, "; ")));
  solution.displacement.conservativeResize(Eigen::NoChange, static_cast<Index>(result.cases.size()));
  solution.reaction.conservativeResize(Eigen::NoChange, static_cast<Index>(result.cases.size()));
  result.tables.push_back(std::move(table));
  result.scenes.push_back(step_scene(stage, body, statics.problem(), result, solution));
  add_resultants(statics.problem(), result, result.scenes.back());
  result.record.steps = static_cast<long>(result.cases.size());
  return result;
}

}  // namespace trunnion
