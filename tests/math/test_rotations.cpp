#include "trunnion/math/rotations.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

namespace trunnion {
namespace {

constexpr double pi = std::numbers::pi;

/// Turning angles from nothing to past a half turn, around the switch from series to closed form too.
std::vector<Vector3d> turns() {
  const Vector3d axis = Vector3d(2, -1, 2) / 3;
  std::vector<Vector3d> list{Vector3d::Zero()};
  for (const double angle : {1e-12, 1e-8, 1e-4, 1e-2, 0.3, 0.999, 1.0, 1.001, 2.0, 3.0, 3.14, 4.0})
    list.emplace_back(angle * axis);
  return list;
}

template <class F>
Matrix3d central_difference(const F& f, const Vector3d& v) {
  const double h = 1e-5;  // error h^2 |f'''| / 6 + eps / h: about 1e-10
  Matrix3d d;
  for (int i = 0; i < 3; ++i) d.col(i) = (f(v + h * Vector3d::Unit(i)) - f(v - h * Vector3d::Unit(i))) / (2 * h);
  return d;
}

const Vector3d w(0.3, -1.1, 0.7);

}  // namespace

TEST(Rotations, ExpIsOrthonormalAndTurnsByItsLength) {
  for (const Vector3d& v : turns()) {
    const Matrix3d R = rotation_exp(v);
    EXPECT_LE((R * R.transpose() - Matrix3d::Identity()).norm(), 4e-15) << v.norm();
    EXPECT_NEAR(R.trace(), 1 + 2 * std::cos(v.norm()), 4e-15) << v.norm();
    EXPECT_LE((R * v - v).norm(), 4e-15 * v.norm());
  }
  const Vector3d turned = rotation_exp({0, 0, pi / 2}) * Vector3d::UnitX();
  EXPECT_LE((turned - Vector3d::UnitY()).norm(), 1e-15);
}

TEST(Rotations, LogUndoesExpUpToAHalfTurn) {
  for (const Vector3d& v : turns()) {
    if (v.norm() > pi) continue;
    EXPECT_LE((rotation_log(rotation_exp(v)) - v).norm(), 4e-15) << v.norm();
  }
}

TEST(Rotations, LogOfAHalfTurnKeepsAllDigitsOfTheAxis) {
  for (const double below : {0.0, 1e-15, 1e-9, 1e-6}) {
    const Vector3d v = (pi - below) * Vector3d(1, 2, -2) / 3;
    const Vector3d found = rotation_log(rotation_exp(v));
    EXPECT_LE(std::min((found - v).norm(), (found + v).norm()), 1e-14 + 2 * below * (below < 1e-12)) << below;
  }
}

TEST(Rotations, RightJacobianIsTheBodyDerivativeOfExp) {
  for (const Vector3d& v : turns()) {
    const Matrix3d R = rotation_exp(v);
    const auto body_turn = [&](const Vector3d& u) -> Vector3d { return rotation_log(R.transpose() * rotation_exp(u)); };
    EXPECT_LE((central_difference(body_turn, v) - right_jacobian(v)).norm(), 1e-9) << v.norm();
  }
}

TEST(Rotations, LeftJacobianIsTheTransposeAndTheRotatedRightOne) {
  for (const Vector3d& v : turns()) {
    EXPECT_LE((right_jacobian(-v) - right_jacobian(v).transpose()).norm(), 1e-15);
    EXPECT_LE((rotation_exp(v) * right_jacobian(v) - right_jacobian(-v)).norm(), 4e-15) << v.norm();
  }
}

TEST(Rotations, InverseJacobianIsTheInverse) {
  for (const Vector3d& v : turns())
    EXPECT_LE((right_jacobian_inverse(v) * right_jacobian(v) - Matrix3d::Identity()).norm(), 1e-14) << v.norm();
}

TEST(Rotations, JacobianDerivativesAgreeWithDifferences) {
  for (const Vector3d& v : turns()) {
    EXPECT_LE((central_difference([](const Vector3d& u) -> Vector3d { return right_jacobian(u) * w; }, v) -
               right_jacobian_derivative(v, w))
                  .norm(),
              1e-9);
    EXPECT_LE((central_difference([](const Vector3d& u) -> Vector3d { return right_jacobian(u).transpose() * w; }, v) -
               right_jacobian_transpose_derivative(v, w))
                  .norm(),
              1e-9);
    EXPECT_LE((central_difference([](const Vector3d& u) -> Vector3d { return right_jacobian_inverse(u) * w; }, v) -
               right_jacobian_inverse_derivative(v, w))
                  .norm(),
              1e-9);
  }
}

TEST(Rotations, NearestRotationTakesDriftOffALongProduct) {
  Matrix3d R = Matrix3d::Identity();
  const Matrix3d step = rotation_exp({0.01, 0.02, -0.015});
  for (int i = 0; i < 100000; ++i) R = R * step;
  const Matrix3d clean = nearest_rotation(R);
  EXPECT_LE((clean * clean.transpose() - Matrix3d::Identity()).norm(), 2e-15);
  EXPECT_LE((clean - R).norm(), 1e-9);
}

}  // namespace trunnion
