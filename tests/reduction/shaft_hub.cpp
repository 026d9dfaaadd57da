#include "reduction/shaft_hub.h"

#include "support/fe_models.h"
#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/mesh/merge.h"
#include "trunnion/reduction/body_response.h"

namespace trunnion::testing {
namespace {

void couple(MeshFile& file, const std::string& name, const std::string& surface, const Vector3d& point) {
  Mesh& mesh = file.mesh;
  Coupling coupling;
  coupling.name = name;
  coupling.reference = NodeId{std::int32_t(mesh.num_nodes())};
  coupling.nodes = nodes_named(mesh, surface);
  coupling.faces = faces_named(mesh, surface);
  mesh.x.conservativeResize(3, mesh.num_nodes() + 1);
  mesh.x.rightCols<1>() = point;
  mesh.node_labels.push_back(mesh.node_labels.back() + 1);
  file.couplings.push_back(coupling);
}

}  // namespace

FeModel shaft_with_hub() {
  CylinderShape shaft{0.020, 0.008, 0.100, 24, 2, 20, CellType::hex8},
      hub{0.045, 0.020, 0.030, 24, 3, 6, CellType::hex8};
  const Mesh mesh = merged(
      {{"shaft", cylinder_mesh(shaft), Vector3d(0, 0, -0.050)}, {"hub", cylinder_mesh(hub), Vector3d(0, 0, -0.015)}});
  const auto file = of_material(mesh, steel());
  couple(*file, "A", "shaft.bottom", {0, 0, -0.050});
  couple(*file, "B", "shaft.top", {0, 0, 0.050});
  couple(*file, "C", "hub.outer", {0, 0, 0});
  return assemble(file);
}

FitOptions hub_fit() {
  FitOptions fit;
  fit.zone.name = "seat";
  fit.zone.outer = "hub.inner";
  fit.zone.inner = "shaft.outer";
  fit.zone.interference = [](const Vector3d&) { return 0.025e-3; };
  fit.law.stiffness = 1e14;
  fit.law.friction = 0.2;
  fit.law.elastic_slip = 1e-5;
  return fit;
}

ReductionOptions with_contact_modes(Index normal, Index tangential) {
  ReductionOptions options;
  options.name = "joint";
  options.rule = SelectionRule::count;
  options.count = 20;
  options.truncation_vectors = 0;
  options.quality.compute = false;
  options.certify = false;
  options.fits.fits = {hub_fit()};
  options.fits.modes.normal = normal;
  options.fits.modes.tangential = tangential;
  options.fits.held = {"A", "B"};
  options.fits.modes.reach = false;
  options.fits.modes.origin = ContactModeOrigin::preload;
  return options;
}

ContactProblem shaft_and_hub_problem(const FeModel& model) {
  const FitOptions fit = hub_fit();
  ContactProblem problem{model, {{contact_zone(model, fit.zone), fit.law}}, {}};
  for (const char* name : {"A", "B"}) {
    Support rest{name, {}};
    rest.component.fill(0.0);
    problem.supports.push_back(rest);
  }
  return problem;
}

VectorXd force_at_rim(const FeModel& model, const Vector3d& force) {
  return load_vectors(model, {{"rim", {ReferenceLoad{"C", force, Vector3d::Zero()}}}}).col(0);
}

HeldBody held_body(const FeModel& model, const ReducedBody& body) {
  HeldBody held;
  const FitOptions fit = hub_fit();
  held.fits.push_back({contact_zone(model, fit.zone), fit.law});
  held.points = fit_points(held.fits, model.dofs.size);
  const Index n = body.frequency.size();
  const LinearBody linear = linear_body(body, {"A", "B", "C"});
  const MatrixXd free = null_space(linear.rows.topRows<12>());
  MatrixXd rows = MatrixXd::Zero(body.fits[0].rows.rows(), 6 + n);
  rows.rightCols(n) = body.fits[0].rows;
  held.contact.stiffness = free.transpose() * linear.stiffness * free;
  held.contact.rows = rows * free;
  for (Index k = 0; k < free.cols(); ++k) held.contact.free.push_back(k);
  held.rim = linear.rows.bottomRows<6>() * free;
  held.motion = linear.rows * free;
  return held;
}

ReducedContactState bent(const HeldBody& body, const Vector3d& force) {
  ReducedContactState state = unloaded(body.contact, body.points);
  const VectorXd none = VectorXd::Zero(body.rim.cols());
  if (!step(body.contact, body.points, 1, none, 5, state)) throw SolveError("the fit does not shrink");
  if (force.norm() > 0 && !step(body.contact, body.points, 1, body.rim.topRows<3>().transpose() * force, 2, state))
    throw SolveError("the fit does not bend");
  return state;
}

double pressure_error(const std::vector<FitTraction>& reduced, const std::vector<FitTraction>& full) {
  double off = 0, all = 0;
  for (std::size_t k = 0; k < full.size(); ++k) {
    off += std::pow(reduced[k].pressure - full[k].pressure, 2);
    all += std::pow(full[k].pressure, 2);
  }
  return std::sqrt(off / all);
}

}  // namespace trunnion::testing
