// Published benchmarks and closed-form solutions of linear elasticity.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/calculix.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/solve.h"

namespace trunnion {
namespace {

using testing::of_material;
using testing::record;
using testing::relative_error;

constexpr double pi = std::numbers::pi;
constexpr std::optional<double> held = 0.0, free_dof = std::nullopt;

/// The unit square (times a height) of a mesh bent into the quarter of a plate between two ellipses: x becomes the
/// distance from the inner ellipse (2, 1) to the outer (3.25, 2.75), y the angle from 0 to pi/2.
void bend_to_ellipses(Mesh& mesh) {
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const double s = mesh.x(0, n), angle = mesh.x(1, n) * pi / 2;
    mesh.x(0, n) = (2 + 1.25 * s) * std::cos(angle);
    mesh.x(1, n) = (1 + 1.75 * s) * std::sin(angle);
  }
}

Index node_at(const Mesh& mesh, const Vector3d& x) {
  Index at = 0;
  (mesh.x.colwise() - x).colwise().norm().minCoeff(&at);
  return at;
}

TEST(Nafems, LE10StressUnderPressureOnAThickPlate) {
  Mesh mesh =
      box_mesh({.size = {1, 1, 0.6}, .divisions = {6, 8, 4}, .element = CellType::hex20, .origin = Vector3d::Zero()});
  for (const NodeId node : mesh.node_sets.at("xmax"))
    if (std::abs(mesh.x(2, node.value) - 0.3) < 1e-9) mesh.node_sets["middle"].push_back(node);
  bend_to_ellipses(mesh);
  const FeModel model =
      assemble(of_material(mesh, {.name = "steel", .young = 210e9, .poisson = 0.3, .density = 7850, .expansion = 0}));
  const std::vector<Support> supports = {
      {"ymin", {free_dof, held}}, {"ymax", {held}}, {"xmax", {held, held}}, {"middle", {free_dof, free_dof, held}}};
  const StaticSolution solution = solve_static(model, supports, {{"pressure", {SurfacePressure{"zmax", 1e6}}}});
  const double found = nodal_stress(model, solution.displacement.col(0))(1, node_at(mesh, {2, 0, 0.6}));
  record({.group = "Finite elements",
          .name = "LE10 thick plate, sigma_yy at D [Pa], 6x8x4 hex20",
          .reference = "NAFEMS LE10",
          .reference_value = -5.38e6,
          .value = found,
          .error = relative_error(found, -5.38e6),
          .allowed = 0.02,
          .why = "mesh, and three digits of the reference"});
}

/// Moves the nodes of the unit square towards the corner (0, 0): along both axes the last cell is about `ratio` times
/// as long as the first. Smooth, so mid-side nodes stay near the middle.
void grade_to_corner(Mesh& mesh, double ratio) {
  mesh.x.topRows<2>() = ((mesh.x.topRows<2>().array() * std::log(ratio)).exp() - 1).eval() / (ratio - 1);
}

TEST(Nafems, LE1StressInAnEllipticMembrane) {
  Mesh mesh = rectangle_mesh({.size = {1, 1}, .divisions = {8, 12}, .element = CellType::quad8});
  // The stress falls within the radius of curvature at D, 0.5: linear recovery needs cells well below that.
  grade_to_corner(mesh, 4);
  bend_to_ellipses(mesh);
  const FeModel model = assemble(
      of_material(mesh, {.name = "steel", .young = 210e9, .poisson = 0.3, .density = 7850, .expansion = 0}, 0.1));
  const StaticSolution solution =
      solve_static(model, {{"ymin", {free_dof, held}}, {"ymax", {held}}}, {{"pull", {SurfacePressure{"xmax", -10e6}}}});
  const double found = nodal_stress(model, solution.displacement.col(0))(1, node_at(mesh, {2, 0, 0}));
  record({.group = "Finite elements",
          .name = "LE1 elliptic membrane, sigma_yy at D [Pa], 8x12 quad8 graded to D",
          .reference = "NAFEMS LE1",
          .reference_value = 92.7e6,
          .value = found,
          .error = relative_error(found, 92.7e6),
          .allowed = 0.01,
          .why = "mesh, and three digits of the reference"});
}

TEST(Nafems, FV52FrequenciesOfASolidSquarePlate) {
  const Mesh mesh = box_mesh({.size = {10, 10, 1}, .divisions = {4, 4, 1}, .element = CellType::hex20});
  const auto file =
      of_material(mesh, {.name = "steel", .young = 200e9, .poisson = 0.3, .density = 8000, .expansion = 0});
  std::vector<Support> supports;
  for (const char* edge : {"xmin_zmin", "xmax_zmin", "ymin_zmin", "ymax_zmin"})
    supports.push_back({edge, {free_dof, free_dof, held}});
  const ModalSolution modes = solve_modes(assemble(file), supports, {.count = 10});
  ASSERT_EQ(modes.rigid_modes, 3);
  EXPECT_TRUE(modes.complete);
  const std::array published{45.897, 109.44, 109.44, 167.89, 193.59, 206.19, 206.19};
  for (std::size_t k = 0; k < published.size(); ++k) {
    const double found = modes.frequency[Index(3 + k)];
    record({.group = "Finite elements",
            .name = fmt::format("FV52 solid square plate, mode {} [Hz], 4x4x1 hex20", k + 4),
            .reference = "NAFEMS FV52",
            .reference_value = published[k],
            .value = found,
            .error = relative_error(found, published[k]),
            .allowed = 0.03,
            .why = "coarse mesh"});
  }

  std::string deck = testing::calculix_mesh(*file);
  for (const Support& support : supports) deck += fmt::format("*BOUNDARY\n{}, 3, 3\n", support.nodes);
  deck += "*STEP\n*FREQUENCY\n10\n*END STEP\n";
  const VectorXd peer = testing::calculix_frequencies(testing::run_calculix("fv52", deck).replace_extension("dat"));
  ASSERT_EQ(peer.size(), 10);
  const double worst =
      (modes.frequency.segment(3, 7) - peer.segment(3, 7)).cwiseQuotient(peer.segment(3, 7)).cwiseAbs().maxCoeff();
  record({.group = "Against CalculiX",
          .name = "FV52, largest deviation of 7 frequencies, 4x4x1 hex20",
          .reference = "CalculiX 2.20, same mesh",
          .reference_value = 0,
          .value = worst,
          .error = worst,
          .allowed = 1e-6,
          .why = "CalculiX prints seven digits"});
}

/// Radial displacement and hoop stress of a thick cylinder in plane strain under inner pressure p.
struct Lame {
  double a, b, p, young, poisson;
  double displacement(double r) const {
    const double A = p * a * a / (b * b - a * a);
    return (1 + poisson) / young * A * ((1 - 2 * poisson) * r + b * b / r);
  }
  double hoop(double r) const { return p * a * a / (b * b - a * a) * (1 + b * b / (r * r)); }
};

TEST(ThickCylinder, FollowsLameUnderInnerPressure) {
  const Lame exact{.a = 0.05, .b = 0.1, .p = 80e6, .young = 210e9, .poisson = 0.3};
  for (const CellType type : {CellType::hex20, CellType::tet10, CellType::quad8}) {
    const bool plane = dimension(type) == 2;
    const Mesh mesh = cylinder_mesh({.radius = exact.b,
                                     .inner_radius = exact.a,
                                     .length = 0.02,
                                     .around = 8,
                                     .radial = 6,
                                     .along = 1,
                                     .element = type,
                                     .sector = pi / 2});
    const FeModel model = assemble(of_material(mesh, testing::steel(), 1, PlaneKind::strain));
    std::vector<Support> supports = {{"start", {free_dof, held}}, {"end", {held}}};
    if (!plane)
      for (const char* side : {"bottom", "top"}) supports.push_back({side, {free_dof, free_dof, held}});
    const StaticSolution solution = solve_static(model, supports, {{"p", {SurfacePressure{"inner", exact.p}}}});
    const Index inner = node_at(mesh, {exact.a, 0, plane ? 0 : 0.02});
    const double u = solution.displacement(model.dofs.dimension * inner, 0);
    const double hoop = nodal_stress(model, solution.displacement.col(0))(1, inner);
    record({.group = "Finite elements",
            .name = fmt::format("thick cylinder, displacement of the bore [m], {}", name(type)),
            .reference = "closed form, Lamé",
            .reference_value = exact.displacement(exact.a),
            .value = u,
            .error = relative_error(u, exact.displacement(exact.a)),
            .allowed = 1e-3,
            .why = "6 elements through the wall"});
    record({.group = "Finite elements",
            .name = fmt::format("thick cylinder, hoop stress at the bore [Pa], {}", name(type)),
            .reference = "closed form, Lamé",
            .reference_value = exact.hoop(exact.a),
            .value = hoop,
            .error = relative_error(hoop, exact.hoop(exact.a)),
            .allowed = 0.03,
            .why = "stress extrapolated to the surface"});
  }
}

TEST(ThickCylinder, LinearCellsDoNotLockWhenNearlyIncompressible) {
  const Lame exact{.a = 0.05, .b = 0.1, .p = 80e6, .young = 210e9, .poisson = 0.4999};
  Material rubbery = testing::steel();
  rubbery.poisson = exact.poisson;
  for (const CellType type : {CellType::quad4, CellType::hex8}) {
    const Mesh mesh = cylinder_mesh({.radius = exact.b,
                                     .inner_radius = exact.a,
                                     .length = 0.02,
                                     .around = 16,
                                     .radial = 12,
                                     .along = 1,
                                     .element = type,
                                     .sector = pi / 2});
    const FeModel model = assemble(of_material(mesh, rubbery, 1, PlaneKind::strain));
    std::vector<Support> supports = {{"start", {free_dof, held}}, {"end", {held}}};
    if (dimension(type) == 3)
      for (const char* side : {"bottom", "top"}) supports.push_back({side, {free_dof, free_dof, held}});
    const StaticSolution solution = solve_static(model, supports, {{"p", {SurfacePressure{"inner", exact.p}}}});
    const double u = solution.displacement(model.dofs.dimension * node_at(mesh, {exact.a, 0, 0}), 0);
    record(
        {.group = "Finite elements",
         .name = fmt::format("thick cylinder at Poisson's ratio 0.4999, displacement of the bore [m], {}", name(type)),
         .reference = "closed form, Lamé",
         .reference_value = exact.displacement(exact.a),
         .value = u,
         .error = relative_error(u, exact.displacement(exact.a)),
         .allowed = 0.02,
         .why = "facets instead of arcs, linear cells"});
  }
}

TEST(Bending, LinearCellsDoNotLockInSlenderCantilevers) {
  // One element through the height, four times as long as high.
  const double L = 0.4, height = 0.01, width = 0.01, P = 10;
  const double I = width * std::pow(height, 3) / 12, area = width * height;
  for (const CellType type : {CellType::quad4, CellType::hex8}) {
    const bool plane = dimension(type) == 2;
    const Mesh mesh = plane ? rectangle_mesh({.size = {L, height}, .divisions = {10, 1}, .element = type})
                            : box_mesh({.size = {L, height, width}, .divisions = {10, 1, 1}, .element = type});
    Material no_clamping_effect = testing::steel();
    no_clamping_effect.poisson = 0;  // beam theory knows no lateral contraction at the clamp
    const FeModel model = assemble(of_material(mesh, no_clamping_effect, width));
    const double exact = P * L * L * L / (3 * 210e9 * I) + P * L / (5.0 / 6 * 105e9 * area);
    const std::vector<Support> clamp = {{"xmin", {held, held, plane ? free_dof : held}}};
    const StaticSolution solution = solve_static(model, clamp, {{"tip", {SurfaceTraction{"xmax", {0, P, 0}}}}});
    const Index tip = node_at(mesh, {L, 0, 0});
    const double found = solution.displacement(model.dofs.dimension * tip + 1, 0);
    record({.group = "Finite elements",
            .name = fmt::format("slender cantilever, tip deflection [m], 10 {}, aspect ratio 4", name(type)),
            .reference = "closed form, Timoshenko",
            .reference_value = exact,
            .value = found,
            .error = relative_error(found, exact),
            .allowed = 0.01,
            .why = "10 elements with a linear moment"});
  }
}

}  // namespace
}  // namespace trunnion
