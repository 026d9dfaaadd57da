#include <gtest/gtest.h>

#include "support/fe_models.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

using testing::of_material;
using testing::steel;

constexpr double length = 0.3, width = 0.02, height = 0.03;

Mesh bar_mesh(CellType type = CellType::hex20) {
  return box_mesh({.size = {length, width, height}, .divisions = {6, 2, 2}, .element = type});
}

Support held(const std::string& nodes, std::initializer_list<int> components, double value = 0) {
  Support support{nodes, {}};
  for (const int c : components) support.component[c] = value;
  return support;
}

/// Stops the rigid motions of the bar without straining it: the end face in x, and three more components.
std::vector<Support> determinate_supports() {
  return {held("xmin", {0}), held("xmin_ymin_zmin", {1, 2}), held("xmin_ymin_zmax", {1})};
}

std::string error_of(const FeModel& model, const std::vector<Support>& supports) {
  try {
    solve_static(model, supports, {{"own weight", {Gravity{{0, 0, -9.81}}}}});
  } catch (const SolveError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(SolveStatic, TensionBarLengthensByForceLengthOverStiffness) {
  const FeModel model = assemble(of_material(bar_mesh(), steel()));
  const double force = 12e3, E = steel().young, area = width * height;
  const StaticSolution solution =
      solve_static(model, determinate_supports(), {{"pull", {SurfaceTraction{"xmax", {force, 0, 0}}}}});
  const double exact = force * length / (E * area);
  for (const NodeId node : nodes_named(model.file->mesh, "xmax"))
    EXPECT_NEAR(solution.displacement(model.dofs.translation(node, 0), 0), exact, 1e-9 * exact);
  EXPECT_NEAR(solution.strain_energy[0], 0.5 * force * exact, 1e-9 * force * exact);
  EXPECT_LT(solution.residual[0], 1e-10);
  double pull_back = 0;
  for (Index dof = 0; dof < model.dofs.size; dof += 3) pull_back += solution.reaction(dof, 0);
  EXPECT_NEAR(pull_back, -force, 1e-9 * force);
}

TEST(SolveStatic, ResidualOfASlenderBodyIsTheRoundingOfItsDisplacements) {
  // |K||u| / |f| grows with the slenderness, so no fixed share of the load can be asked for.
  for (const int slenderness : {5, 50, 200}) {
    const FeModel model = assemble(of_material(
        box_mesh(
            {.size = {0.02 * slenderness, 0.02, 0.02}, .divisions = {slenderness, 2, 2}, .element = CellType::hex20}),
        steel()));
    const StaticSolution solution =
        solve_static(model, {held("xmin", {0, 1, 2}, 0)}, {{"tip", {SurfaceTraction{"xmax", {0, 0, -100}}}}});
    const double widest_front = 200;  // unknowns of a few layers of cells
    EXPECT_LT(solution.residual[0], widest_front * solution.rounding[0]) << slenderness;
    EXPECT_LT(solution.rounding[0], 1e-6) << slenderness;
  }
}

TEST(SolveStatic, ManyLoadCasesAreTheirSumOnOneFactor) {
  const FeModel model = assemble(of_material(bar_mesh(), steel()));
  const Load pull = SurfaceTraction{"xmax", {1e3, 0, 0}}, weight = Gravity{{0, 0, -9.81}};
  const StaticSolution solution =
      solve_static(model, determinate_supports(), {{"pull", {pull}}, {"weight", {weight}}, {"both", {pull, weight}}});
  EXPECT_LE((solution.displacement.col(0) + solution.displacement.col(1) - solution.displacement.col(2)).norm(),
            1e-10 * solution.displacement.col(2).norm());
}

TEST(SolveStatic, PrescribedStretchNeedsTheForceOfTheBar) {
  const FeModel model = assemble(of_material(bar_mesh(), steel()));
  const double stretch = 1e-4, E = steel().young;
  std::vector<Support> supports = determinate_supports();
  supports.push_back(held("xmax", {0}, stretch));
  const StaticSolution solution = solve_static(model, supports, {{"stretch", {}}});
  double force = 0;
  for (const NodeId node : nodes_named(model.file->mesh, "xmax"))
    force += solution.reaction(model.dofs.translation(node, 0), 0);
  const double exact = E * width * height * stretch / length;
  EXPECT_NEAR(force, exact, 1e-9 * exact);
  EXPECT_LT(solution.residual[0], 1e-10);
}

TEST(SolveStatic, ReactionsBalanceTheWeight) {
  const FeModel model = assemble(of_material(bar_mesh(CellType::tet10), steel()));
  const StaticSolution solution =
      solve_static(model, {held("xmin", {0, 1, 2})}, {{"weight", {Gravity{{0, 0, -9.81}}}}});
  double up = 0;
  for (Index dof = 2; dof < model.dofs.size; dof += 3) up += solution.reaction(dof, 0);
  const double weight = steel().density * length * width * height * 9.81;
  EXPECT_NEAR(up, weight, 1e-9 * weight);
}

TEST(SolveStatic, AFreeBodyIsRefusedWithItsSixMotions) {
  const FeModel model = assemble(of_material(bar_mesh(), steel()));
  const std::string message = error_of(model, {});
  EXPECT_NE(message.find("can move along x, y and z and turn about x, y and z"), std::string::npos) << message;
  EXPECT_NE(message.find("not held"), std::string::npos) << message;
}

TEST(SolveStatic, AHalfHeldBodyIsRefusedWithTheMotionsThatAreLeft) {
  const FeModel model = assemble(of_material(bar_mesh(), steel()));
  const std::string message = error_of(model, {held("zmin", {2})});
  EXPECT_NE(message.find("can move along x and y and turn about z."), std::string::npos) << message;
}

TEST(SolveStatic, AHingeOnOneEdgeIsRefused) {
  const FeModel model = assemble(of_material(bar_mesh(), steel()));
  const std::string message = error_of(model, {held("xmin_zmin", {0, 1, 2})});
  // Turning about the edge moves the centre up as well.
  EXPECT_NE(message.find("turn about y"), std::string::npos) << message;
  EXPECT_EQ(message.find("turn about x"), std::string::npos) << message;
}

TEST(SolveStatic, TheLoosePartIsNamed) {
  Mesh mesh = bar_mesh();
  const Mesh other =
      box_mesh({.size = {0.1, 0.1, 0.1}, .divisions = {1, 1, 1}, .element = CellType::hex20, .origin = {1, 1, 1}});
  const Index nodes = mesh.num_nodes(), elements = mesh.num_elements();
  mesh.x.conservativeResize(Eigen::NoChange, nodes + other.num_nodes());
  mesh.x.rightCols(other.num_nodes()) = other.x;
  mesh.node_labels.clear();
  for (Index n = 0; n < mesh.num_nodes(); ++n) mesh.node_labels.push_back(n + 1);
  mesh.blocks.push_back(other.blocks[0]);
  mesh.blocks.back().nodes.array() += static_cast<int>(nodes);
  for (auto& label : mesh.blocks.back().labels) label += elements;
  mesh.element_sets["hub"] = {ElementId{static_cast<std::int32_t>(elements)}};
  const FeModel model = assemble(of_material(mesh, steel()));
  const std::string message = error_of(model, {held("xmin", {0, 1, 2})});
  EXPECT_NE(message.find("part 'hub' (1 elements around (1.05, 1.05, 1.05) m) can move"), std::string::npos) << message;
}

TEST(SolveStatic, ContradictingSupportsAreRefused) {
  const FeModel model = assemble(of_material(bar_mesh(), steel()));
  EXPECT_THROW(solve_static(model, {held("xmin", {0, 1, 2}), held("xmin_ymin", {0}, 1e-3)}, {{"none", {}}}),
               InputError);
  EXPECT_THROW(solve_static(model, {held("xmin", {0, 1, 2, 3})}, {{"none", {}}}), InputError);  // no rotations there
}

}  // namespace trunnion
