// Shaft with pulley of examples/press-fit, coarsest mesh: meshes and the shrunk state against an independent program
// that condenses the same mesh exactly onto its contact points, and against an axisymmetric mesh refined to 0.1 %.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fe_contact/press_fit_measures.h"
#include "trunnion/fe_contact/facing_surface.h"
#include "trunnion/fem/quadrature.h"
#include "trunnion/mesh/pieces.h"

namespace trunnion {
namespace {

using namespace testing;

const ContactOptions options{.tolerance = 1e-6};  // the reference has four digits
const Published axisymmetric{"independent program, axisymmetric mesh refined to 0.1 %", "stated with the reference"};

TEST(PressFit, NodePairsOfTheMeshesAreThoseOfTheirGrids) {
  // 28 x 8 and 48 x 12 elements around and along the fit; two nodes an element each way, one more along.
  for (const auto& [level, pairs] : {std::pair{1, 56 * 17}, {2, 96 * 25}}) {
    const PressFitExample example = press_fit_example(level);
    const ContactZone zone = press_fit_problem(example, ContactPoints::nodes).fits.front().zone;
    EXPECT_EQ(zone.size(), pairs);
    EXPECT_NEAR(1e6 * zone.area.sum(), 11611.3, 0.1);
    EXPECT_EQ(press_fit_problem(example, ContactPoints::faces).fits.front().zone.nodes.size(), std::size_t(pairs));
  }
}

TEST(PressFit, ShrunkStateAgreesWithAnIndependentProgram) {
  const PressFitExample example = press_fit_example(1);
  const ContactStatics statics(press_fit_problem(example));
  const ContactZone& zone = statics.problem().fits.front().zone;
  EXPECT_EQ(zone.size(), 3 * 448);
  EXPECT_NEAR(1e6 * zone.area.sum(), 11611.3, 0.1);

  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 5, options).converged);
  const FitSummary shrunk = summary(zone, state);
  compare("mean pressure after shrinking [MPa]", shrunk.mean, 66.06, 1e-3);
  compare("largest pressure after shrinking [MPa]", shrunk.most, 102.9, 2e-3);
  compare("smallest pressure after shrinking [MPa]", shrunk.least, 47.7, 2e-3);
  const double torque = 0.2 * 0.022 * 1e6 * shrunk.mean * zone.area.sum();
  compare("torque that friction on all points carries [N m]", torque, 3375, 1e-2);

  compare("mean pressure after shrinking, against an axisymmetric mesh refined to 0.1 % [MPa]", shrunk.mean, 65.85,
          1e-2, axisymmetric);
  compare("largest pressure after shrinking, against an axisymmetric mesh [MPa]", shrunk.most, 103.9, 2e-2,
          axisymmetric);
  compare("torque that friction on all points carries, against an axisymmetric mesh [N m]", torque, 3364, 1e-2,
          axisymmetric);
  // The hub alone and a disc to the rim, both with the penalty in series, bracket it.
  EXPECT_GT(shrunk.mean, 53.96);
  EXPECT_LT(shrunk.mean, 107.7);

  const FitBands along = bands(zone, state);
  const double pressures[8] = {100.2, 84.3, 65.3, 57.9, 56.2, 56.4, 51.6, 56.8};
  const double slips[8] = {0.20, 0.15, 0.62, 2.0, 3.1, 4.1, 4.8, 5.7};
  const double refined_pressures[8] = {100.7, 83.4, 65.1, 57.8, 56.1, 55.5, 53.9, 55.1};
  const double refined_slips[8] = {0.25, 0.31, 0.65, 2.0, 3.2, 4.1, 4.9, 5.6};
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(along.pressure[i], pressures[i], 0.1);
    EXPECT_NEAR(along.slip[i], slips[i], 0.06);
    const std::string band = fmt::format("{:.2f} to {:.2f} mm off the middle", 5.25 * i, 5.25 * (i + 1));
    compare(fmt::format("pressure after shrinking, {}, against an axisymmetric mesh [MPa]", band), along.pressure[i],
            refined_pressures[i], i < 6 ? 2e-2 : 5e-2, axisymmetric);
    if (refined_slips[i] > 1)
      compare(fmt::format("axial slip after shrinking, {}, against an axisymmetric mesh [um]", band), along.slip[i],
              refined_slips[i], 5e-2, axisymmetric);
  }

  const PartStresses stresses = largest_stresses(example.model, state.u);
  const Published stated{.why = "stated with the reference"};
  compare("largest von Mises stress of the shaft, shrunk [MPa]", stresses.shaft, 78, 5e-2, stated);
  compare("largest von Mises stress of the pulley, shrunk [MPa]", stresses.pulley, 226, 5e-2, stated);
  compare("largest von Mises stress of the pulley, shrunk, against the edge of an axisymmetric mesh [MPa]",
          stresses.pulley, 239, 1e-1, axisymmetric);
}

TEST(PressFit, PressuresOfNodesAlternateBetweenCornersAndMidSides) {
  const PressFitExample example = press_fit_example(1);
  ContactProblem problem = press_fit_problem(example, ContactPoints::nodes);
  problem.fits.front().law.friction = 0;
  const ContactStatics statics(std::move(problem));
  const ContactZone& zone = statics.problem().fits.front().zone;
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 1, options).converged);
  const Published stated{.why = "stated with the reference"};
  compare("mean pressure after shrinking without friction, at nodes [MPa]", summary(zone, state).mean, 65.0, 1e-2,
          stated);
  // 21 mm off the middle, where lines of corners lie, every second node around is one.
  double corner = 1e300, middle = 0;
  for (Index k = 0; k < zone.size(); ++k) {
    if (std::abs(std::abs(zone.position(2, k)) - 21e-3) > 1e-6) continue;
    const double p = 1e-6 * state.traction[std::size_t(k)].pressure;
    corner = std::min(corner, p);
    middle = std::max(middle, p);
  }
  compare("pressure of corner nodes 21 mm off the middle, without friction [MPa]", corner, 21, 5e-2, stated);
  EXPECT_GT(middle, 59 * 0.95);
  EXPECT_LT(middle, 70 * 1.05);
}

/// Volume between the outside of the shaft, made of quadratic faces, and the cylinder it stands for [m^3].
double sag_of_shaft(const PressFitExample& example) {
  constexpr double radius = 22e-3;
  Mesh& mesh = example.file->mesh;
  const std::vector<int> piece = piece_of_nodes(mesh);
  const int shaft = piece[std::size_t(nodes_named(mesh, "SHAFT_SEAT").front().value)];
  std::vector<ElementFace>& outside = mesh.surfaces["outside of the shaft"];
  for (const ElementFace& face : boundary_faces(mesh)) {
    const std::vector<NodeId> nodes = surface_nodes(mesh, {face});
    if (std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) {
          return piece[std::size_t(node.value)] == shaft &&
                 std::abs(mesh.x.col(node.value).head<2>().norm() - radius) < 1e-9;
        }))
      outside.push_back(face);
  }
  const FacingSurface surface = facing_surface(example.model, "outside of the shaft");
  const Quadrature rule = face_quadrature(CellType::tri6);
  double volume = 0;
  for (std::size_t f = 0; f < surface.faces.size(); ++f)
    for (Index q = 0; q < rule.size(); ++q) {
      const FacePoint at = face_point(surface, int(f), rule.points.col(q));
      volume += rule.weights[q] * at.jacobian * (radius - at.x.head<2>().norm());
    }
  return volume;
}

TEST(PressFit, MassesAndInertiasOfThePartsAreThoseOfTheirGeometry) {
  const PressFitExample example = press_fit_example(1);
  const Mesh& mesh = example.file->mesh;
  const std::vector<int> piece = piece_of_nodes(mesh);
  struct RigidPart {
    double mass, about_axis, across;  // [kg], [kg m^2] about the origin
  };
  const auto part = [&](const char* surface) {
    const int wanted = piece[std::size_t(nodes_named(mesh, surface).front().value)];
    const auto twice_energy = [&](const Vector3d& speed, const Vector3d& turning) {
      VectorXd v = VectorXd::Zero(example.model.dofs.size);
      for (Index n = 0; n < mesh.num_nodes(); ++n)
        if (piece[std::size_t(n)] == wanted) v.segment<3>(3 * n) = speed + turning.cross(Vector3d(mesh.x.col(n)));
      return v.dot(VectorXd(mass_product(example.model, v)));
    };
    const Vector3d none = Vector3d::Zero();
    return RigidPart{twice_energy(Vector3d::UnitX(), none), twice_energy(none, Vector3d::UnitZ()),
                     twice_energy(none, Vector3d::UnitX())};
  };
  const RigidPart shaft = part("SHAFT_SEAT"), pulley = part("HUB_BORE");
  const double sag = 7850 * sag_of_shaft(example);
  constexpr double round = 7850 * std::numbers::pi * 22e-3 * 22e-3 * 328e-3, digits = 5e-6 / 3.91502;
  compare("mass of the shaft with the sag of its quadratic faces [kg]", shaft.mass + sag, round, 1e-6,
          {"pi r^2 L rho", "quadrature of the mass, exact where edges are straight"});
  compare("mass of the shaft [kg]", shaft.mass, 3.91502, sag / round + digits,
          {"independent program, level not stated", "sag of the quadratic faces, summed, and digits of the reference"});
  // Arcs of twelve elements around a circle, as at the ends of the shaft, leave out (pi/12)^4/30 of it, 1.6e-4; most of
  // the parts has more of them.
  const Published stated{"independent program, level not stated", "quadratic arcs in place of circles"};
  compare("mass of the pulley [kg]", pulley.mass, 5.03450, 1e-4, stated);
  compare("inertia of the shaft about its axis [kg m^2]", shaft.about_axis, 0.94743e-3, 1e-4, stated);
  compare("inertia of the shaft across its axis [kg m^2]", shaft.across, 35.573e-3, 1e-4, stated);
  compare("inertia of the pulley about its axis [kg m^2]", pulley.about_axis, 25.452e-3, 1e-4, stated);
  compare("inertia of the pulley across its axis [kg m^2]", pulley.across, 13.783e-3, 1e-4, stated);
}

}  // namespace
}  // namespace trunnion
