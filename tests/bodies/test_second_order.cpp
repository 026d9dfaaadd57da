// Geometric stiffness enters as motion of second order in the modal coordinates: forces, energy and momentum of a body
// must then belong together.

#include <gtest/gtest.h>

#include "support/point_mass_body.h"
#include "trunnion/bodies/inertia_forces.h"
#include "trunnion/bodies/marker.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using testing::scattered;

struct Motion {
  testing::PointMassBody cloud = testing::point_mass_body(7, 4);
  Body body;
  VectorXd q = 0.2 * scattered(4, 1, 11), v = 3 * scattered(10, 1, 12), a = 20 * scattered(10, 1, 13);
  Vector3d R = scattered(3, 1, 14), gravity{0.3, -9.81, 1.1};
  Matrix3d A = rotation_exp(2 * Vector3d(scattered(3, 1, 15)));

  Motion() {
    testing::add_second_order(cloud.reduced);
    cloud.reduced.damping.setZero();
    body = flexible_body(cloud.reduced);
  }
  /// Value of something that depends on pose and velocity, a time dt later on the way (v, a).
  template <class Work>
  auto later(double dt, const Work& work) const {
    const Vector3d turn = dt * v.segment<3>(3) + 0.5 * dt * dt * a.segment<3>(3);
    const VectorXd moved = q + dt * v.tail(4) + 0.5 * dt * dt * a.tail(4), rate = v + dt * a;
    const BodyPose pose{R + dt * v.head<3>() + 0.5 * dt * dt * a.head<3>(), A * rotation_exp(turn), moved.data(), 4};
    return work(pose, rate);
  }
  template <class Work>
  auto rate(const Work& work) const {
    constexpr double h = 1e-4;
    using Value = decltype(later(h, work));  // not an expression that refers to what is gone on return
    return Value(((later(h, work) - later(-h, work)) * 8 - (later(2 * h, work) - later(-2 * h, work))) / (12 * h));
  }
  VectorXd residual() const {
    InertiaTerms terms;
    VectorXd r(10);
    inertia_residual(body, {R, A, q.data(), 4}, v, a, gravity, terms, r);
    return r;
  }
};

TEST(GeometricStiffness, PowerOfTheForcesIsTheRateOfTheEnergy) {
  const Motion m;
  InertiaTerms terms;
  const double power = m.rate([&](const BodyPose& pose, const VectorXd& v) {
    update_inertia(m.body, pose, terms);
    const BodyEnergy e = body_energy(m.body, pose, v, m.gravity, terms);
    return e.kinetic + e.strain + e.gravity;
  });
  EXPECT_NEAR(m.v.dot(m.residual()), power, 1e-8 * std::abs(power));
}

TEST(GeometricStiffness, ForcesAreTheRateOfTheMomentum) {
  const Motion m;
  InertiaTerms terms;
  const VectorXd r = m.residual();
  const Vector3d weight = m.body.inertia.I1 * m.gravity;
  const Vector3d linear =
      m.rate([&](const BodyPose& pose, const VectorXd& v) { return body_momentum(m.body, pose, v, terms).linear; });
  EXPECT_LE((linear - weight - r.head<3>()).norm(), 1e-8 * r.head<3>().norm());
  const Vector3d angular =
      m.rate([&](const BodyPose& pose, const VectorXd& v) { return body_momentum(m.body, pose, v, terms).angular; });
  update_inertia(m.body, {m.R, m.A, m.q.data(), 4}, terms);
  const Vector3d torque = m.R.cross(r.head<3>()) + m.A * r.segment<3>(3);
  const Vector3d of_weight = (m.body.inertia.I1 * m.R + m.A * terms.S).cross(m.gravity);
  EXPECT_LE((angular - of_weight - torque).norm(), 1e-8 * torque.norm());
}

TEST(GeometricStiffness, EveryInertiaLoadAddsItsMatrixToTheModalStiffness) {
  Motion m;
  const StressStiffening stiffening = m.cloud.reduced.stiffening;
  m.cloud.reduced.stiffening = {};
  const Body plain = flexible_body(m.cloud.reduced);
  m.v.tail(4).setZero();
  m.a.tail(4).setZero();
  InertiaTerms terms;
  VectorXd without(10);
  inertia_residual(plain, {m.R, m.A, m.q.data(), 4}, m.v, m.a, m.gravity, terms, without);
  const Vector3d w = m.v.segment<3>(3), alpha = m.a.segment<3>(3), b = m.A.transpose() * (m.a.head<3>() - m.gravity);
  const double products[6] = {w[0] * w[0], w[1] * w[1], w[2] * w[2], w[0] * w[1], w[1] * w[2], w[2] * w[0]};
  VectorXd expected = VectorXd::Zero(4);
  for (int c = 0; c < 6; ++c) expected += products[c] * stiffening.spin[c] * m.q;
  for (int c = 0; c < 3; ++c) expected += (b[c] * stiffening.linear[c] + alpha[c] * stiffening.angular[c]) * m.q;
  EXPECT_LE((m.residual().tail(4) - without.tail(4) - expected).norm(), 1e-12 * expected.norm());
}

TEST(GeometricStiffness, AForceAtAnInterfaceAddsItsMatrixToTheModalStiffness) {
  const Motion m;
  Marker marker = interface_marker("left", m.body, 0, "left");
  const VectorXd rest = VectorXd::Zero(10);
  const Vector3d force = m.A * Vector3d(3, -2, 5);
  const BodyPose pose{m.R, m.A, m.q.data(), 4};
  MarkerKinematics with, without;
  update_marker(marker, pose, rest, with);
  VectorXd expected = VectorXd::Zero(4);
  for (Index k = 0; k < 4; ++k)
    expected += m.q[k] * marker.translation2.col(k).reshaped(3, 4).transpose() * Vector3d(3, -2, 5);
  marker.translation2.resize(0, 0);
  update_marker(marker, pose, rest, without);
  const VectorXd extra = (with.J - without.J).topRows<3>().transpose() * force;
  EXPECT_LE((extra.tail(4) - expected).norm(), 1e-12 * expected.norm());
}

}  // namespace
}  // namespace trunnion
