// Rigid bodies without a mesh are shown as solids that have their mass and inertia.

#include <gtest/gtest.h>

#include "support/mechanisms.h"
#include "trunnion/run/rigid_shape.h"

namespace trunnion {
namespace {

Vector3d extent(const Mesh& mesh) { return mesh.x.rowwise().maxCoeff() - mesh.x.rowwise().minCoeff(); }

// Volume inside a closed surface: sum of a . (b x c)/6; positive only when all triangles face outwards.
double volume(const Mesh& mesh) {
  double sum = 0;
  for (Index t = 0; t < mesh.blocks[0].nodes.cols(); ++t) {
    const auto corner = [&](Index k) { return Vector3d(mesh.x.col(mesh.blocks[0].nodes(k, t))); };
    sum += corner(0).dot(corner(1).cross(corner(2))) / 6;
  }
  return sum;
}

std::shared_ptr<const Mesh> shown(double mass, const Vector3d& inertia) {
  Mechanism m;
  m.add_body(rigid_body("body", {mass, {1, 0, 0}, inertia.asDiagonal()}));
  finish(m);
  return rigid_shape(m, 0);
}

TEST(RigidShape, OfMassAndInertiaOfASolidIsThatSolid) {
  // 20 x 40 x 80 mm, steel
  const Vector3d edges(0.02, 0.04, 0.08), squares = edges.cwiseAbs2();
  const double mass = 7850 * edges.prod();
  const auto box =
      shown(mass, mass / 12 * Vector3d(squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]));
  EXPECT_LT((extent(*box) - edges).norm(), 1e-12);
  EXPECT_NEAR(volume(*box), edges.prod(), 1e-15);
  // a disc of 100 mm radius and 30 mm length about y
  const double r = 0.1, h = 0.03, weight = 7850 * M_PI * r * r * h, across = weight * (3 * r * r + h * h) / 12;
  const auto disc = shown(weight, {across, weight * r * r / 2, across});
  EXPECT_NEAR(extent(*disc).y(), h, 1e-12);
  const double facets = std::sin(2 * M_PI / 36) / (2 * M_PI / 36);  // of a 36-sided prism
  EXPECT_NEAR(volume(*disc), facets * M_PI * r * r * h, 1e-12);
}

// A gram with the inertia of a football: nothing solid has both.
TEST(RigidShape, OfUnlikelyInertiaIsASteelBallOfTheMass) {
  const auto ball = shown(1e-3, Vector3d::Constant(1e-5));
  EXPECT_NEAR(volume(*ball), 1e-3 / 7850, 0.02 * 1e-3 / 7850);  // facets
}

TEST(RigidShape, ReachesToItsMarkers) {
  Mechanism m;
  m.add_body(rigid_body("arm", {1, Vector3d::Zero(), 1e-4 * Matrix3d::Identity()}));
  testing::add_marker(m, 0, {0.5, 0, 0});
  finish(m);
  EXPECT_GE(rigid_shape(m, 0)->x.row(0).maxCoeff(), 0.5);
}

// Two pins 300 mm apart and the inertia of a flat disc: shown as a bar, not as a disc of 200 mm.
TEST(RigidShape, OfALinkOfAPlaneMechanismIsABarBetweenItsPins) {
  Mechanism m;
  m.add_body(rigid_body("link", {2, {0.15, 0, 0}, Vector3d(0.02, 0.02, 0.04).asDiagonal()}));
  const Index left = testing::add_marker(m, 0, Vector3d::Zero()), right = testing::add_marker(m, 0, {0.3, 0, 0});
  m.joints = {revolute_joint("left", left, testing::add_marker(m, -1, Vector3d::Zero())),
              revolute_joint("right", right, testing::add_marker(m, -1, {0.3, 0, 0}))};
  finish(m);
  const Vector3d size = extent(*rigid_shape(m, 0));
  EXPECT_NEAR(size.x(), 0.3 + 4 * 0.08 * 0.15, 1e-3);  // pins and the eyes about them
  EXPECT_LT(size.y(), 0.06);
}

}  // namespace
}  // namespace trunnion
