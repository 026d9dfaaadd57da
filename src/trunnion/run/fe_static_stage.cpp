#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "trunnion/base/quantity.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/fe_stages.h"
#include "trunnion/run/node_motion.h"

namespace trunnion {
namespace {

/// A direct solve is backward stable: it leaves the rounding of one product times the square root of the widest front
/// (10 000 columns), as roundings add up. Beyond 1e-6 of the load a result is doubtful whatever the reason.
double residual_limit(double rounding) {
  constexpr double front = 100, doubtful = 1e-6;
  return std::min(doubtful, front * std::max(rounding, std::numeric_limits<double>::epsilon()));
}

/// Sum of the translations' entries: total force [N].
Vector3d total_force(const DofMap& dofs, const VectorXd& f) { return node_translations(dofs, f).rowwise().sum(); }

Scene case_scene(const StageInput& stage, const FeBody& body, const StageResult& result) {
  Scene scene;
  scene.name = stage.name;
  scene.title = "How the body deforms";
  const std::shared_ptr<const Mesh> mesh(body.mesh.file, &body.mesh.file->mesh);
  scene.bodies.push_back({body.name, mesh});
  for (std::size_t c = 0; c < result.cases.size(); ++c) {
    BodyFrame frame;
    frame.displacement = node_translations(body.model.dofs, result.statics->displacement.col(static_cast<Index>(c)));
    frame.fields.push_back({"von Mises stress", "Pa", von_mises(result.stress[c]).transpose(), FieldScale::magnitude});
    frame.fields.push_back({"displacement magnitude", "m", frame.displacement.colwise().norm(), FieldScale::magnitude});
    frame.fields.push_back({"stress", "Pa", result.stress[c], FieldScale::automatic});
    scene.frames.push_back({result.cases[c], static_cast<double>(c), {frame}});
  }
  return scene;
}

/// Force that springs to the ground take away [N]: elements and inner springs add nothing to the sum of K u.
Vector3d ground_force(const FeModel& model, const VectorXd& u) {
  const bool grounded = std::any_of(model.file->springs.begin(), model.file->springs.end(),
                                    [](const NodeSpring& s) { return !s.b.valid(); });
  return grounded ? total_force(model.dofs, stiffness_product(model, u)) : Vector3d(Vector3d::Zero());
}

/// Reactions and springs to the ground must carry the loads: what is left over, over the forces in play.
Balance force_balance(const FeModel& model, const VectorXd& load, const VectorXd& reaction, const VectorXd& u,
                      double limit, const std::string& name) {
  const double flow = std::max(load.cwiseAbs().sum(), reaction.cwiseAbs().sum());
  const double gap =
      (total_force(model.dofs, load) + total_force(model.dofs, reaction) - ground_force(model, u)).norm();
  return {"Reactions carry the loads", "load case " + name, flow > 0 ? gap / flow : 0, limit, ""};
}

}  // namespace

StageResult run_fe_static(const Model& model, const StageInput& stage, const FeBody& body, Observer& observer) {
  const MeshFile& file = *body.mesh.file;
  const CaseSupports supports = body_case_supports(model, body.name, file, stage.cases);
  const std::vector<LoadCase> cases = body_load_cases(model, body.name, file, stage.cases);
  StageResult result;
  result.model = &body.model;
  result.cases = stage.cases;
  result.statics = solve_static_cases(body.model, supports, cases, observer);
  const MatrixXd loads = load_vectors(body.model, cases);

  Table table;
  table.section = "Statics";
  table.title = "Load cases";
  table.detail = fmt::format("Stage {}", stage.name);
  table.columns = {{"load case", "", true}, {"largest displacement", "m"}, {"largest von Mises stress", "Pa"},
                   {"reaction", "N"},       {"strain energy", "J"},        {"residual", ""}};
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const auto column = static_cast<Index>(c);
    const VectorXd u = result.statics->displacement.col(column), r = result.statics->reaction.col(column);
    result.stress.push_back(nodal_stress(body.model, u, temperature_change(body.model, cases[c])));
    const double largest = node_translations(body.model.dofs, u).colwise().norm().maxCoeff();
    const VectorXd mises = von_mises(result.stress.back());
    const double peak = mises.array().isFinite().select(mises, 0).maxCoeff();
    const double reaction = total_force(body.model.dofs, r).norm();
    const double energy = result.statics->strain_energy[column], residual = result.statics->residual[column];
    table.rows.push_back(
        {{cases[c].name, {}}, {largest, {}}, {peak, {}}, {reaction, {}}, {energy, {}}, {residual, {}}});
    const std::string prefix = stage.name + "." + cases[c].name + ".";
    result.quantities.push_back({prefix + "max_displacement", largest, ""});
    result.quantities.push_back({prefix + "max_von_mises", peak, ""});
    result.quantities.push_back({prefix + "strain_energy", energy, ""});
    const double limit = residual_limit(result.statics->rounding[column]);
    result.record.balances.push_back(
        {"Equilibrium, residual over load", "load case " + cases[c].name, residual, limit, ""});
    result.record.balances.push_back(force_balance(body.model, loads.col(column), r, u, limit, cases[c].name));
  }
  result.tables.push_back(std::move(table));
  result.scenes.push_back(case_scene(stage, body, result));
  result.record.steps = static_cast<long>(cases.size());
  return result;
}

}  // namespace trunnion
