#include <fmt/format.h>

#include "trunnion/base/quantity.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/fe_stages.h"
#include "trunnion/run/node_motion.h"

namespace trunnion {
namespace {

constexpr double kNoShare = 1e-9;            // rounding
constexpr double kModeResidualLimit = 1e-6;  // |K x - lambda M x| / |K x|; the frequency is right to its square

Scene mode_scene(const StageInput& stage, const FeBody& body, const ModalSolution& modes) {
  Scene scene;
  scene.name = stage.name;
  scene.title = "How the body vibrates";
  scene.kind = SceneKind::modes;
  const std::shared_ptr<const Mesh> mesh(body.mesh.file, &body.mesh.file->mesh);
  scene.bodies.push_back({body.name, mesh});
  for (Index m = 0; m < modes.frequency.size(); ++m) {
    BodyFrame frame;
    frame.displacement = node_translations(body.model.dofs, modes.shape.col(m));
    const Eigen::RowVectorXd size = frame.displacement.colwise().norm();
    frame.fields.push_back({"relative displacement", "", size / size.maxCoeff(), FieldScale::magnitude});
    const std::string label =
        m < modes.rigid_modes ? fmt::format("mode {}, rigid", m + 1)
                              : fmt::format("mode {}, {}", m + 1, display_text(modes.frequency[m], Kind::frequency));
    scene.frames.push_back({label, modes.frequency[m], {frame}});
  }
  return scene;
}

/// Share of the mass that swings along each axis: (phi' M r)^2 / (r' M r), r a unit translation.
MatrixXd mass_shares(const FeModel& model, const MatrixXd& shapes) {
  const MatrixXd translation = rigid_modes(model).leftCols(model.dofs.dimension);
  const MatrixXd weighted = mass_product(model, translation);
  const VectorXd total = (translation.cwiseProduct(weighted)).colwise().sum().transpose();
  MatrixXd shares = (shapes.transpose() * weighted).cwiseAbs2();
  for (Index axis = 0; axis < shares.cols(); ++axis) shares.col(axis) /= total[axis];
  return shares;
}

Verdict completeness(const ModalSolution& modes) {
  const std::string detail = fmt::format("{} eigenvalues below {} by Sylvester's count, {} found.", modes.counted,
                                         display_text(modes.counted_below, Kind::frequency), modes.frequency.size());
  if (modes.complete) return {VerdictLevel::good, "No mode was missed.", detail, "Modes complete", "Modes"};
  return {VerdictLevel::bad, "Modes may be missing.", detail, "Modes incomplete", "Modes"};
}

}  // namespace

StageResult run_fe_modes(const Model& model, const StageInput& stage, const FeBody& body, Observer& observer) {
  std::vector<Support> supports;
  if (stage.supported) supports = body_supports(model, body.name, *body.mesh.file);
  StageResult result;
  result.model = &body.model;
  result.modes = solve_modes(body.model, supports, {.count = stage.modes, .max_frequency = stage.band}, observer);
  const ModalSolution& modes = *result.modes;

  Table table;
  table.section = "Modes";
  table.title = "Eigenmodes";
  table.detail = fmt::format("Stage {}", stage.name);
  table.columns = {{"mode", ""}, {"frequency", "Hz"}, {"mass share x", ""}, {"mass share y", ""}};
  if (body.model.dofs.dimension == 3) table.columns.push_back({"mass share z", ""});
  const MatrixXd shares = mass_shares(body.model, modes.shape);
  for (Index m = 0; m < modes.frequency.size(); ++m) {
    table.rows.push_back({{static_cast<double>(m + 1), {}}, {modes.frequency[m], {}}});
    for (Index axis = 0; axis < shares.cols(); ++axis)
      table.rows.back().push_back({shares(m, axis) < kNoShare ? 0.0 : shares(m, axis), {}});
    result.quantities.push_back({fmt::format("{}.mode_{}.frequency", stage.name, m + 1), modes.frequency[m], ""});
  }
  result.quantities.push_back({stage.name + ".rigid_modes", static_cast<double>(modes.rigid_modes), ""});
  if (modes.residual.size() > 0)
    result.record.balances.push_back(
        {"Eigenvalue residual", "worst mode", modes.residual.maxCoeff(), kModeResidualLimit, ""});
  if (modes.counted >= 0) result.verdicts.push_back(completeness(modes));
  result.tables.push_back(std::move(table));
  result.scenes.push_back(mode_scene(stage, body, modes));
  return result;
}

}  // namespace trunnion
