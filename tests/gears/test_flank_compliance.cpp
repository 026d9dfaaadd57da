#include <gtest/gtest.h>

#include <cmath>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/flank_compliance.h"

namespace trunnion {
namespace {

using namespace testing;

const GearMaterial steel{{30e6 * psi, 0.3}, PlaneKind::stress};

GearGridOptions grid_options(const GearGeometry& g, double h, double hr) {
  GearGridOptions o;
  o.flank_size = h * inch;
  o.bulk_size = hr * inch;
  o.rim_size = 0.04 * inch;
  o.idle_size = 0.008 * inch;
  o.low_tangent = tangent_length(g, 0.95 * inch);
  return o;
}

double smallest_area(const Mesh& mesh) {
  double least = 1e300;
  const auto& quads = mesh.blocks[0].nodes;
  for (Index e = 0; e < quads.cols(); ++e)
    for (int k = 0; k < 4; ++k) {
      const Vector3d a = mesh.x.col(quads((k + 1) % 4, e)) - mesh.x.col(quads(k, e));
      const Vector3d b = mesh.x.col(quads((k + 3) % 4, e)) - mesh.x.col(quads(k, e));
      least = std::min(least, a.cross(b).z());
    }
  return least;
}

double mesh_area(const Mesh& mesh) {
  double sum = 0;
  const auto& quads = mesh.blocks[0].nodes;
  for (Index e = 0; e < quads.cols(); ++e) {
    const Vector3d a = mesh.x.col(quads(2, e)) - mesh.x.col(quads(0, e));
    const Vector3d b = mesh.x.col(quads(3, e)) - mesh.x.col(quads(1, e));
    sum += 0.5 * a.cross(b).z();
  }
  return sum;
}

TEST(GearGrid, AllKindsOfGearsAreMeshedWithoutTurnedElements) {
  Gear filleted = standard_gear(40);
  filleted.root = RootForm::fillet;
  filleted.root_radius = 1.2e-3;
  Gear thin = standard_gear(60);
  thin.hub_radius = 0.12 - 9e-3;
  for (Gear gear : {reference_gear(), standard_gear(12), standard_gear(18, 0.4), standard_gear(25),
                    standard_gear(80, -0.2), filleted, thin, ring_gear(60), ring_gear(100)}) {
    const GearGeometry g = gear_geometry(gear);
    const double m = g.module;
    for (const bool clockwise : {false, true}) {
      GearGridOptions o;
      o.flank_size = 0.02 * m;
      o.bulk_size = 0.15 * m;
      o.rim_size = 0.5 * m;
      o.idle_size = 0.1 * m;
      const double form = tooth_root(gear, g).form_tangent;
      o.low_tangent = form + 0.1 * (g.tip_tangent - form);
      o.clockwise = clockwise;
      const GearGrid grid = gear_grid(gear, g, o);
      EXPECT_GT(smallest_area(grid.mesh), 0) << gear.name << gear.teeth;
      validate(grid.mesh);
      // The ring between root and hub is all there, and teeth above it: nothing overlaps, nothing is missing.
      const double rim = std::numbers::pi * std::abs(g.root * g.root - gear.hub_radius * gear.hub_radius);
      const double whole = std::numbers::pi * std::abs(g.tip * g.tip - gear.hub_radius * gear.hub_radius);
      EXPECT_GT(mesh_area(grid.mesh), rim);
      EXPECT_LT(mesh_area(grid.mesh), whole);
      // Loaded flank where the geometry has it.
      for (const FlankNodes& flank : grid.flanks) {
        Vector2d tip = flank_point(g, g.tip_tangent).x;
        if (clockwise) tip.y() *= -1;
        const Vector2d expected = Eigen::Rotation2Dd(flank.tooth * g.tooth_angle) * tip;
        EXPECT_LT((grid.mesh.x.col(flank.nodes[0]).head<2>() - expected).norm(), 1e-12);
      }
    }
  }
}

TEST(FlankCompliance, SingleGearUnderHertzPressureAgreesWithFineTriangles) {
  // Sector of five teeth, pressure of half-width 0.00393005 in at the pitch point; work-conjugate compliance.
  // Reference: 6-node triangles, unstructured, extrapolated: 3.532e-7 in/lbf.
  const Gear gear = reference_gear();
  const GearGeometry g = gear_geometry(gear);
  const auto compliance = [&](double h, double hr) {
    GearGridOptions o = grid_options(g, h, hr);
    o.loaded_teeth = 1;
    o.modelled_teeth = 5;
    const FlankCompliance c = flank_compliance(gear, g, steel, o);
    const double at = arc_length(g, tangent_length(g, inch)), half = 0.00393005 * inch;
    const Vector2d n = flank_point(g, tangent_length(g, inch)).normal;
    VectorXd f = VectorXd::Zero(c.G->rows());
    constexpr int points = 4000;
    double sum = 0;
    for (int i = 0; i < points; ++i) {
      const double x = -1 + 2 * (i + 0.5) / points, share = std::sqrt(1 - x * x);
      const FlankCarrier carrier = flank_carrier(c, 0, at + x * half);
      for (int k = 0; k < 2; ++k)
        f.segment<2>(2 * carrier.nodes[std::size_t(k)]) -= share * carrier.weights[std::size_t(k)] * n;
      sum += share;
    }
    f /= sum;
    return f.dot(*c.G * f) / (inch / pound);
  };
  const double coarse = compliance(0.001, 0.01), finer = compliance(0.001, 0.005);
  record({.group = "Gears",
          .name = "Compliance of one gear under Hertz pressure, h = 0.001 in, bulk 0.01 in, 5 teeth",
          .reference = "independent program, same mesh",
          .reference_value = 3.5144e-7 * inch / pound,
          .value = coarse * inch / pound,
          .error = relative_error(coarse, 3.5144e-7),
          .allowed = 5e-4,
          .why = "placing of the nodes"});
  // Second order in the bulk size.
  const double extrapolated = finer + (finer - coarse) / 3;
  record({.group = "Gears",
          .name = "Compliance of one gear under Hertz pressure, extrapolated from bulk sizes 0.01 and 0.005 in",
          .reference = "independent program, 102 000 triangles of 6 nodes",
          .reference_value = 3.532e-7 * inch / pound,
          .value = extrapolated * inch / pound,
          .error = relative_error(extrapolated, 3.532e-7),
          .allowed = 1e-3 + 0.5 * (finer - coarse) / (3 * 3.532e-7),
          .why = "0.1 % between meshes of the reference, half of what the extrapolation adds"});
}

TEST(FlankCompliance, TurningTheRingGivesTheOtherTeeth) {
  // All teeth alike and fine: loads on neighbors must answer as the turned solution says. A sector of nearly all teeth
  // is solved directly; a ring by turning.
  const Gear gear = reference_gear();
  const GearGeometry g = gear_geometry(gear);
  GearGridOptions o = grid_options(g, 0.01, 0.02);
  o.idle_size = 0;
  const FlankCompliance ring = flank_compliance(gear, g, steel, o);
  EXPECT_LT(ring.reciprocity_error, 1e-9);
  const Index n = ring.nodes_per_flank;
  const Eigen::Rotation2Dd R(g.tooth_angle);
  const MatrixXd& G = *ring.G;
  for (const Index k : {Index(0), n - 1}) {
    const Eigen::Matrix2d at0 = G.block<2, 2>(2 * (n + k), 2 * (n + k)),
                          at1 = G.block<2, 2>(2 * (2 * n + k), 2 * (2 * n + k));
    EXPECT_LT((at1 - R.toRotationMatrix() * at0 * R.toRotationMatrix().transpose()).norm(), 1e-12 * at0.norm());
  }
  // Forces of the picture's solution give the same motion at the flank.
  MatrixXd forces = MatrixXd::Zero(2, 3 * n);
  forces(1, 2 * n + 3) = 1000;
  const MatrixXd u = gear_displacements(ring, {forces});
  const FlankNodes& flank = ring.grid.flanks[10];
  ASSERT_EQ(flank.tooth, 1);
  EXPECT_NEAR(u(2 * flank.nodes[3] + 1, 0), 1000 * G(2 * (2 * n + 3) + 1, 2 * (2 * n + 3) + 1),
              1e-9 * std::abs(u(2 * flank.nodes[3] + 1, 0)));
}

TEST(FlankCompliance, CoarseTeethOutOfMeshHardlyMatter) {
  const Gear gear = reference_gear();
  const GearGeometry g = gear_geometry(gear);
  GearGridOptions o = grid_options(g, 0.004, 0.02);
  const FlankCompliance mixed = flank_compliance(gear, g, steel, o);
  o.idle_size = 0;
  const FlankCompliance fine = flank_compliance(gear, g, steel, o);
  EXPECT_LT(mixed.reciprocity_error, 2e-4);
  EXPECT_LT((*mixed.G - *fine.G).norm(), 1e-3 * fine.G->norm());
}

}  // namespace
}  // namespace trunnion
