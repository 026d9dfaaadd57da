#include "fe_contact/press_fit_example.h"

#include <numeric>

#include "support/fe_models.h"
#include "support/paths.h"
#include "trunnion/mesh/gmsh_script.h"

namespace trunnion::testing {
namespace {

/// Every node of the patch counts alike, as in the published reference values.
NodeId couple(MeshFile& file, const std::string& name, const std::string& surface, const Vector3d& at) {
  Mesh& mesh = file.mesh;
  const NodeId node{std::int32_t(mesh.num_nodes())};
  mesh.x.conservativeResize(Eigen::NoChange, node.value + 1);
  mesh.x.col(node.value) = at;
  mesh.node_labels.push_back(1 + *std::max_element(mesh.node_labels.begin(), mesh.node_labels.end()));
  Coupling coupling;
  coupling.name = name;
  coupling.reference = node;
  coupling.nodes = nodes_named(mesh, surface);
  coupling.weights.assign(coupling.nodes.size(), 1);
  file.couplings.push_back(coupling);
  return node;
}

}  // namespace

PressFitExample press_fit_example(int level) {
  const auto folder = fresh_folder("press_fit_mesh");
  const std::string script = (source_dir() / "examples" / "press-fit" / "press-fit.geo").string();
  ScriptMesh meshed = mesh_from_gmsh_script({.path = script, .numbers = {{"level", double(level)}}, .model_folder = {}},
                                            unit_system("mm"), folder.string());
  PressFitExample out;
  out.file = of_material(std::move(meshed.file.mesh), steel());
  couple(*out.file, "A", "A", {0, 0, -0.1075});
  couple(*out.file, "B", "B", {0, 0, 0.1075});
  out.C = couple(*out.file, "C", "RIM", Vector3d::Zero());
  out.model = assemble(out.file);
  return out;
}

ContactProblem press_fit_problem(const PressFitExample& example, ContactPoints points, double interference) {
  ContactZone zone = contact_zone(example.model, {.name = "seat",
                                                  .outer = "HUB_BORE",
                                                  .inner = "SHAFT_SEAT",
                                                  .points = points,
                                                  .interference = [=](const Vector3d&) { return interference; },
                                                  .expansion = {}});
  const FitLaw law{.stiffness = 1e14, .friction = 0.2, .elastic_slip = 1e-5};
  constexpr std::optional<double> held = 0.0;
  return {.model = example.model,
          .fits = {{std::move(zone), law}},
          .supports = {{"A", {held, held, held, held, held, held}}, {"B", {held, held, held, held, held, held}}}};
}

VectorXd load_at_C(const PressFitExample& example, const Vector3d& force, const Vector3d& moment) {
  return load_vectors(example.model, {{"at C", {ReferenceLoad{"C", force, moment}}}}).col(0);
}

}  // namespace trunnion::testing
