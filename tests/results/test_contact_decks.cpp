// Loads of contact modes for another program: what CalculiX answers to them are our contact modes.
#include <gtest/gtest.h>

#include "support/calculix.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/mesh/merge.h"
#include "trunnion/reduction/contact_loads.h"
#include "trunnion/reduction/given_shapes.h"
#include "trunnion/results/static_decks.h"

namespace trunnion {
namespace {

void couple(MeshFile& file, const std::string& name, const std::string& surface) {
  Mesh& mesh = file.mesh;
  const NodeId node{std::int32_t(mesh.num_nodes())};
  mesh.x.conservativeResize(3, node.value + 1);
  mesh.x.col(node.value).setZero();
  mesh.node_labels.push_back(mesh.node_labels.back() + 1);
  Coupling coupling;
  coupling.name = name;
  coupling.reference = node;
  coupling.nodes = nodes_named(mesh, surface);
  coupling.faces = faces_named(mesh, surface);
  file.couplings.push_back(std::move(coupling));
}

FeModel ring_on_shaft() {
  const CylinderShape shaft{0.02, 0.008, 0.03, 12, 1, 3, CellType::hex20},
      ring{0.03, 0.02, 0.01, 12, 1, 1, CellType::hex20};
  const auto file = testing::of_material(
      merged({{"shaft", cylinder_mesh(shaft)}, {"ring", cylinder_mesh(ring), {0, 0, 0.01}}}), testing::steel());
  couple(*file, "A", "shaft.bottom");
  couple(*file, "C", "ring.outer");
  return assemble(file);
}

ReductionOptions with_fit() {
  ReductionOptions options;
  options.quality.compute = false;
  options.rule = SelectionRule::count;
  options.count = 6;
  options.truncation_vectors = 0;
  FitOptions& fit = options.fits.fits.emplace_back();
  fit.zone.name = "seat";
  fit.zone.outer = "ring.inner";
  fit.zone.inner = "shaft.outer";
  fit.zone.interference = [](const Vector3d&) { return 10e-6; };
  fit.law.stiffness = 1e14;
  fit.law.friction = 0.2;
  options.fits.held = {"A"};
  options.fits.modes.normal = 8;
  options.fits.modes.tangential = 4;
  return options;
}

TEST(ContactDecks, CalculixAnswersTheLoadsOfContactModesWithOurContactModes) {
  const FeModel model = ring_on_shaft();
  ReductionOptions options = with_fit();
  const ContactLoads loads = contact_mode_loads(model, options);
  ASSERT_EQ(loads.forces.cols(), 8 + 4 + 1);
  ASSERT_EQ(loads.names.size(), 13U);
  const HeldInterfaces held = held_interfaces(model, {});
  const UnitSystem units = unit_system("mm");
  const auto path =
      testing::run_calculix("contact-deck", calculix_deck({model, held, {}, units, loads.forces, loads.names}));
  const NodalResponses responses = read_responses(std::filesystem::path(path).replace_extension("frd").string());
  ASSERT_EQ(responses.cases.size(), 12U + 13U);
  const MatrixXd found = given_shapes(model, responses, units.length).rightCols(13);
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  const MatrixXd own = solver.solve(loads.forces);
  double worst = 0;
  for (Index c = 0; c < 13; ++c)
    worst = std::max(worst, (found.col(c) - own.col(c)).cwiseAbs().maxCoeff() / own.col(c).cwiseAbs().maxCoeff());
  testing::record({.group = "Press fits",
                   .name = "12 contact modes and the shrink vector of a ring on a shaft from CalculiX's answers",
                   .reference = "CalculiX 2.20, exported deck",
                   .reference_value = 0,
                   .value = worst,
                   .error = worst,
                   .allowed = 1e-5,
                   .why = "its result file holds six digits"});

  // Read back they make the body that the program makes by itself.
  const ReducedBody before = reduce(model, options);
  options.fits.modes.normal = options.fits.modes.tangential = 0;
  options.fits.modes.shrink_vector = false;
  options.given_shapes = found;
  const ReducedBody after = reduce(model, options);
  ASSERT_EQ(after.frequency.size(), before.frequency.size());
  // The highest coordinates are what nearly equal shapes differ by: there the six digits of the file count most.
  const VectorXd off = (after.frequency - before.frequency).cwiseAbs().cwiseQuotient(before.frequency);
  EXPECT_LE(off.head(10).maxCoeff(), 1e-6) << off.transpose();
  EXPECT_LE(off.maxCoeff(), 2e-3) << off.transpose();
}

TEST(ContactDecks, AnswersToTheLoadsMakeTheBodyThatWasEnriched) {
  const FeModel model = ring_on_shaft();
  ReductionOptions options = with_fit();
  options.fits.modes.enrichment_sweeps = 1;
  options.fits.modes.enrichment_modes = 3;
  ContactLoads loads;
  const ReducedBody before = reduce(model, options, loads);
  ASSERT_EQ(loads.names.size(), 8U + 4U + 3U + 1U);
  EXPECT_EQ(loads.names[12], "enriched 1");

  const ConstrainedSolver solver(constrain(model, {}, held_interfaces(model, {}).nodes), LooseMotion::refuse);
  options.fits.modes = {.normal = 0, .tangential = 0, .shrink_vector = false};
  options.given_shapes = solver.solve(loads.forces);
  const ReducedBody after = reduce(model, options);
  ASSERT_EQ(after.frequency.size(), before.frequency.size());
  EXPECT_LE((after.frequency - before.frequency).cwiseAbs().cwiseQuotient(before.frequency).maxCoeff(), 1e-6);
}

TEST(ContactDecks, NastranForcesHaveTheSameResultants) {
  const FeModel model = ring_on_shaft();
  const ContactLoads loads = contact_mode_loads(model, with_fit());
  const std::string deck = nastran_deck({model, held_interfaces(model, {}), {}, {}, loads.forces, loads.names});
  double written = 0;
  std::size_t at = 0;
  while ((at = deck.find("FORCE*", at)) != std::string::npos) {
    written += std::abs(std::stod(deck.substr(at + 56, 16)));
    ++at;
  }
  double wanted = loads.forces.topRows(3 * model.dofs.num_nodes).cwiseAbs().sum();
  EXPECT_NEAR(written / wanted, 1, 1e-8);
  EXPECT_NE(deck.find("LABEL = shrink"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
