// IFToMM benchmark A05, the stiff flyball governor: data of the library (rods, shaft and slider of 3000 kg/m^3, balls
// of 5 kg, coupler rods as springs of 8e5 N/m and dampers of 4e4 N s/m, started at one turn per second). The library's
// reference curve was not at hand; references here are the symmetric governor's own three equations, solved by
// Runge-Kutta, and the second integrator.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/ida.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::add_marker;

constexpr double g = 9.81, k = 8e5, c = 4e4, free_length = 0.5, hinge = 0.05, spin = 2 * pi, beta0 = pi / 6;
constexpr double ball = 5, rod_mass = 0.3, slider_mass = 3, shaft_mass = 0.3;
constexpr double thin = 2 * 0.01 * 0.01 / 12, slender = (1 + 0.01 * 0.01) / 12;  // inertias of a bar over its mass

Matrix3d bar(double mass, int axis) {
  Vector3d inertia = Vector3d::Constant(mass * slender);
  inertia[axis] = mass * thin;
  return inertia.asDiagonal();
}

// A rod with its ball: frame at the hinge, x along the rod.
Body rod_with_ball(const std::string& name) {
  const double mass = ball + rod_mass, center = (ball + 0.5 * rod_mass) / mass;
  Matrix3d inertia = bar(rod_mass, 0);
  const double apart = ball * std::pow(1 - center, 2) + rod_mass * std::pow(center - 0.5, 2);
  inertia(1, 1) += apart;
  inertia(2, 2) += apart;
  return rigid_body(name, {mass, {center, 0, 0}, inertia});
}

Mechanism governor() {
  Mechanism m;
  m.gravity = {0, 0, -g};
  const Index shaft = m.add_body(rigid_body("shaft", {shaft_mass, {0, 0, 0.5}, bar(shaft_mass, 2)}));
  const Index slider =
      m.add_body(rigid_body("slider", {slider_mass, Vector3d::Zero(), slider_mass * 0.02 / 12 * Matrix3d::Identity()}));
  m.start[slider].R = {0, 0, 0.5};
  m.start[shaft].w = m.start[slider].w = {0, 0, spin};
  const Index ground = add_marker(m, -1, Vector3d::Zero()), foot = add_marker(m, shaft, Vector3d::Zero()),
              guide = add_marker(m, slider, Vector3d::Zero());
  m.joints = {revolute_joint("foot", foot, ground), prismatic_joint("guide", guide, foot)};
  for (const double side : {1.0, -1.0}) {
    const Index rod = m.add_body(rod_with_ball(side > 0 ? "rod 1" : "rod 2"));
    const Matrix3d A = rotation_exp({0, 0, side > 0 ? 0 : pi}) * rotation_exp({0, beta0, 0});
    m.start[rod].R = {side * hinge, 0, 1};
    m.start[rod].A = A;
    m.start[rod].v = {0, side * hinge * spin, 0};
    m.start[rod].w = A.transpose() * Vector3d(0, 0, spin);
    const Matrix3d y = testing::axis_frame(Vector3d::UnitY());
    const Index top = add_marker(m, shaft, {side * hinge, 0, 1}, y),
                eye = add_marker(m, rod, Vector3d::Zero(), A.transpose() * y);
    m.joints.push_back(revolute_joint(side > 0 ? "hinge 1" : "hinge 2", eye, top));
    const Index middle = add_marker(m, rod, {0.5, 0, 0}), lug = add_marker(m, slider, {side * hinge, 0, 0});
    const std::string name = side > 0 ? "coupler 1" : "coupler 2";
    m.marker_forces.push_back(
        {name, "spring", middle, lug,
         std::make_shared<LineSpring>(name, LineSpring::Data{free_length, 0, linear_law(k), linear_law(c)})});
  }
  finish(m);
  return m;
}

// Rod angle b below the horizontal, slider height s; the turning follows from the angular momentum J(b) w = L.
struct Symmetric {
  double momentum;
  static double inertia(double b) {
    const double C = std::cos(b), S = std::sin(b);
    return shaft_mass * thin + slider_mass * 0.02 / 12 +
           2 * (ball * std::pow(hinge + C, 2) + rod_mass * std::pow(hinge + 0.5 * C, 2) +
                rod_mass * (thin * S * S + slender * C * C));
  }
  static double inertia_slope(double b) {
    const double C = std::cos(b), S = std::sin(b);
    return 2 *
           (-2 * ball * (hinge + C) * S - rod_mass * (hinge + 0.5 * C) * S + 2 * rod_mass * (thin - slender) * S * C);
  }
  std::array<double, 4> operator()(const std::array<double, 4>& y) const {  // b, s, b', s'
    const double C = std::cos(y[0]), S = std::sin(y[0]), dx = 0.5 * C, dz = 1 - 0.5 * S - y[1], d = std::hypot(dx, dz);
    const double d_b = (dx * -0.5 * S + dz * -0.5 * C) / d, d_s = -dz / d;
    const double tension = k * (d - free_length) + c * (d_b * y[2] + d_s * y[3]);
    const double w = momentum / inertia(y[0]);
    const double weight = 2 * g * C * (ball + 0.5 * rod_mass);  // -dV/db
    const double turn = 0.5 * inertia_slope(y[0]) * w * w;
    return {y[2], y[3], (turn + weight - 2 * tension * d_b) / (2 * (ball + rod_mass * (0.25 + slender))),
            -g - 2 * tension * d_s / slider_mass};
  }
};

double reference_height(double end) {
  const Symmetric f{spin * Symmetric::inertia(beta0)};
  std::array<double, 4> y{beta0, 0.5, 0, 0};
  const int n = static_cast<int>(std::lround(end / 2.5e-5));
  const double h = end / n;
  const auto moved = [&](const std::array<double, 4>& by, double a) {
    std::array<double, 4> out;
    for (int i = 0; i < 4; ++i) out[i] = y[i] + a * by[i];
    return out;
  };
  for (int i = 0; i < n; ++i) {
    const auto k1 = f(y), k2 = f(moved(k1, h / 2)), k3 = f(moved(k2, h / 2)), k4 = f(moved(k3, h));
    for (int j = 0; j < 4; ++j) y[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return y[1];
}

TEST(IftommA05, TheGovernorsSliderRisesAsItsEquationsSay) {
  const Mechanism m = governor();
  constexpr double end = 10;
  const double reference = reference_height(end);
  State alpha = testing::consistent_state(m);
  const TransientReport r = testing::run(m, alpha, end, 0.01, 0.8);
  ASSERT_TRUE(r.finished) << r.message;
  State ida = testing::consistent_state(m);
  IdaOptions options;
  options.end = end;
  options.relative = 1e-9;
  options.absolute = {1e-10, 1e-10, 1e-11, 0};
  const TransientReport second = run_ida(m, ida, options);
  ASSERT_TRUE(second.finished) << second.message;
  testing::record(
      {.group = "Multibody dynamics",
       .name = "IFToMM A05 flyball governor, slider height after 10 s, generalized-alpha",
       .reference = "equations of the symmetric governor, Runge-Kutta 2.5e-5 s (library's curve not at hand)",
       .reference_value = reference,
       .value = alpha.x.R[1].z(),
       .error = std::abs(alpha.x.R[1].z() - reference),
       .allowed = 1e-4,
       .why = "second order, local error 1e-9 a step"});
  testing::record({.group = "Multibody dynamics",
                   .name = "IFToMM A05 flyball governor, slider height after 10 s, IDA",
                   .reference = "equations of the symmetric governor, Runge-Kutta 2.5e-5 s",
                   .reference_value = reference,
                   .value = ida.x.R[1].z(),
                   .error = std::abs(ida.x.R[1].z() - reference),
                   .allowed = 1e-5,
                   .why = "relative tolerance 1e-9 a step, ten turns"});
  EXPECT_LT(r.energy_balance_error, 1e-3);
}

}  // namespace
}  // namespace trunnion
