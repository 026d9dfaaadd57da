#include <gtest/gtest.h>

#include "trunnion/math/rotations.h"
#include "trunnion/reduction/inertia_invariants.h"

namespace trunnion {
namespace {

SparseMatrix lower_of(const MatrixXd& a) { return MatrixXd(a.triangularView<Eigen::Lower>()).sparseView(); }

/// A small cloud of masses with a few arbitrary modes; the mass is diagonal or full.
struct Cloud {
  explicit Cloud(bool diagonal) {
    std::srand(7);
    x = Matrix3Xd::Random(3, 5);
    modes = MatrixXd::Random(15, 3);
    const MatrixXd r = MatrixXd::Random(5, 5);
    mass = diagonal ? MatrixXd(r.row(0).cwiseAbs().asDiagonal()) : MatrixXd(r * r.transpose() + MatrixXd::Ones(5, 5));
  }
  Vector3d phi(Index node, Index mode) const { return modes.col(mode).segment<3>(3 * node); }
  InertiaInvariants invariants() const { return inertia_invariants(lower_of(mass), x, modes); }
  Matrix3Xd x;
  MatrixXd modes, mass;
};

class InertiaInvariantsOf : public ::testing::TestWithParam<bool> {};

TEST_P(InertiaInvariantsOf, AnyMassEqualTheDoubleSumOverNodes) {
  const Cloud cloud(GetParam());
  const InertiaInvariants inv = cloud.invariants();
  const Index n = 3;
  double i1 = 0;
  Vector3d i2 = Vector3d::Zero();
  Matrix3Xd i3 = Matrix3Xd::Zero(3, n), i4 = i3;
  Matrix3d i7 = Matrix3d::Zero();
  MatrixXd i6 = MatrixXd::Zero(n, n);
  for (Index a = 0; a < 5; ++a)
    for (Index b = 0; b < 5; ++b) {
      const double m = cloud.mass(a, b);
      const Vector3d xa = cloud.x.col(a), xb = cloud.x.col(b);
      i1 += m;
      i2 += m * xa;
      i7 -= m * skew(xa) * skew(xb);
      for (Index j = 0; j < n; ++j) {
        i3.col(j) += m * cloud.phi(a, j);
        i4.col(j) += m * xa.cross(cloud.phi(b, j));
        for (Index k = 0; k < n; ++k) i6(j, k) += m * cloud.phi(a, j).dot(cloud.phi(b, k));
      }
    }
  EXPECT_NEAR(inv.I1, i1, 1e-13 * std::abs(i1));
  EXPECT_LE((inv.I2 - i2).norm(), 1e-13 * cloud.mass.norm());
  EXPECT_LE((inv.I3 - i3).norm(), 1e-13 * cloud.mass.norm());
  EXPECT_LE((inv.I4 - i4).norm(), 1e-13 * cloud.mass.norm());
  EXPECT_LE((inv.I6 - i6).norm(), 1e-13 * cloud.mass.norm());
  EXPECT_LE((inv.I7 - i7).norm(), 1e-13 * cloud.mass.norm());
  for (Index j = 0; j < n; ++j) {
    Matrix3d i8 = Matrix3d::Zero();
    for (Index a = 0; a < 5; ++a)
      for (Index b = 0; b < 5; ++b) i8 += cloud.mass(a, b) * skew(cloud.x.col(a)) * skew(cloud.phi(b, j));
    EXPECT_LE((inv.I8[j] - i8).norm(), 1e-13 * cloud.mass.norm());
    for (Index k = 0; k < n; ++k) {
      Matrix3d i9 = Matrix3d::Zero();
      Vector3d i5 = Vector3d::Zero();
      for (Index a = 0; a < 5; ++a)
        for (Index b = 0; b < 5; ++b) {
          i9 += cloud.mass(a, b) * skew(cloud.phi(a, j)) * skew(cloud.phi(b, k));
          i5 += cloud.mass(a, b) * cloud.phi(a, j).cross(cloud.phi(b, k));
        }
      EXPECT_LE((inv.I9[j][k] - i9).norm(), 1e-13 * cloud.mass.norm());
      EXPECT_LE((inv.I5[j].col(k) - i5).norm(), 1e-13 * cloud.mass.norm());
      EXPECT_LE((inv.I9[j][k].transpose() - inv.I9[k][j]).norm(), 1e-13 * cloud.mass.norm());
      EXPECT_LE((inv.I5[j].col(k) + inv.I5[k].col(j)).norm(), 1e-13 * cloud.mass.norm());
    }
  }
}

TEST_P(InertiaInvariantsOf, RigidMotionAsModesAreThoseOfARigidBody) {
  Cloud cloud(GetParam());
  cloud.modes = MatrixXd(15, 6);
  for (Index a = 0; a < 5; ++a) cloud.modes.middleRows<3>(3 * a) << Matrix3d::Identity(), -skew(cloud.x.col(a));
  const InertiaInvariants inv = cloud.invariants();
  const double scale = cloud.mass.norm();
  EXPECT_LE((inv.I3.leftCols<3>() - inv.I1 * Matrix3d::Identity()).norm(), 1e-13 * scale);
  EXPECT_LE((inv.I3.rightCols<3>() + skew(inv.I2)).norm(), 1e-13 * scale);
  EXPECT_LE((inv.I4.leftCols<3>() - skew(inv.I2)).norm(), 1e-13 * scale);
  EXPECT_LE((inv.I4.rightCols<3>() - inv.I7).norm(), 1e-13 * scale);
  EXPECT_LE((inv.I6.topLeftCorner<3, 3>() - inv.I1 * Matrix3d::Identity()).norm(), 1e-13 * scale);
  EXPECT_LE((inv.I6.bottomRightCorner<3, 3>() - inv.I7).norm(), 1e-13 * scale);
}

INSTANTIATE_TEST_SUITE_P(Mass, InertiaInvariantsOf, ::testing::Values(true, false),
                         [](const auto& tested) { return tested.param ? "Diagonal" : "Consistent"; });

TEST(InertiaInvariants, PointMassAddsWhatADiagonalEntryWould) {
  const Cloud cloud(true);
  MatrixXd without = cloud.mass;
  without(2, 2) = 0;
  InertiaInvariants inv = inertia_invariants(lower_of(without), cloud.x, cloud.modes);
  add_point_mass(inv, cloud.mass(2, 2), cloud.x.col(2), cloud.modes.middleRows<3>(6));
  const InertiaInvariants whole = cloud.invariants();
  EXPECT_NEAR(inv.I1, whole.I1, 1e-14);
  EXPECT_LE((inv.I4 - whole.I4).norm(), 1e-14);
  EXPECT_LE((inv.I5[1] - whole.I5[1]).norm(), 1e-14);
  EXPECT_LE((inv.I6 - whole.I6).norm(), 1e-14);
  EXPECT_LE((inv.I7 - whole.I7).norm(), 1e-14);
  EXPECT_LE((inv.I9[0][2] - whole.I9[0][2]).norm(), 1e-14);
}

TEST(InertiaInvariants, RotaryInertiaEqualsFourMassesOnARigidCross) {
  // Two pairs of masses on a cross of arms h in x and y, held by a node that only rotates.
  const double m = 0.3, h = 1e-2;
  const Matrix3Xd rotation = (Matrix3Xd(3, 2) << 0.3, -1.0, 0.7, 0.2, -0.4, 0.5).finished();
  InertiaInvariants points = inertia_invariants(SparseMatrix(1, 1), Matrix3Xd::Zero(3, 1), MatrixXd::Zero(3, 2));
  InertiaInvariants lumped = points;
  for (const Vector3d& arm : {Vector3d(h, 0, 0), Vector3d(-h, 0, 0), Vector3d(0, h, 0), Vector3d(0, -h, 0)})
    add_point_mass(points, m, arm, -skew(arm) * rotation);
  const Matrix3d inertia = Vector3d(2 * m * h * h, 2 * m * h * h, 4 * m * h * h).asDiagonal();
  add_rotary_inertia(lumped, inertia, rotation);
  EXPECT_LE((points.I7 - lumped.I7).norm(), 1e-15);
  EXPECT_LE((points.I6 - lumped.I6).norm(), 1e-15);
  EXPECT_LE((points.I4 - lumped.I4).norm(), 1e-15);
}

}  // namespace
}  // namespace trunnion
