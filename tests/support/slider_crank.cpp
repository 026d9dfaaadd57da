#include "support/slider_crank.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>

#include "support/mechanisms.h"
#include "trunnion/solvers/statics.h"

namespace trunnion::testing {

using std::numbers::pi;

double SliderCrank::angular_frequency(int k) const {
  return std::pow(k * pi / rod, 2) * std::sqrt(young * side * side / (12 * density));
}

double SliderCrank::euler_load() const { return std::pow(pi / rod, 2) * young * std::pow(side, 4) / 12; }

Mechanism slider_crank(const SliderCrank& d, const ReducedBody& rod) {
  Mechanism m;
  m.add_body(rigid_body("crank", {1, Vector3d::Zero(), 1e-3 * Matrix3d::Identity()}));
  m.add_body(flexible_body(rod));
  m.add_body(rigid_body("slider", {0.5 * d.rod_mass(), Vector3d::Zero(), 1e-5 * Matrix3d::Identity()}));
  m.start[1].R = {d.crank, 0, 0};
  m.start[2].R = {d.crank + d.rod, 0, 0};
  const Index big = m.add_marker(interface_marker("big", m.bodies[1], 1, "big"));
  const Index small = m.add_marker(interface_marker("small", m.bodies[1], 1, "small"));
  m.add_marker(interface_marker("mid", m.bodies[1], 1, "mid"));
  const Matrix3d along = axis_frame(Vector3d::UnitX());
  const Index main = add_marker(m, 0, Vector3d::Zero()), ground = add_marker(m, -1, Vector3d::Zero());
  const Index pin = add_marker(m, 0, {d.crank, 0, 0}), wrist = add_marker(m, 2, Vector3d::Zero());
  const Index guide = add_marker(m, 2, Vector3d::Zero(), along), rail = add_marker(m, -1, Vector3d::Zero(), along);
  m.joints = {revolute_joint("main", main, ground), revolute_joint("big end", big, pin),
              spherical_joint("small end", small, wrist), prismatic_joint("guide", guide, rail),
              motion("drive", main, ground, MotionKind::angular_speed, constant_value(d.speed))};
  finish(m);
  return m;
}

double mid_deflection(const SliderCrank& d, const Mechanism& m, const State& s) {
  Vector3d r[3];
  for (Index k = 0; k < 3; ++k) {
    MarkerKinematics kinematics;
    update_marker(m.markers[k], pose_of(m, s.x, 1), s.v.segment(m.first_velocity[1], m.bodies[1].size()), kinematics);
    r[k] = kinematics.motion.r;
  }
  const Vector3d across = Vector3d::UnitZ().cross((r[1] - r[0]).normalized());
  return across.dot(r[2] - 0.5 * (r[0] + r[1])) / d.rod;
}

namespace {

// Where the rigid rod is, and the tension it carries.
struct RodMotion {
  double rate = 0, acceleration = 0;  // of its angle, sign reversed: beta = -phi
  double across = 0;                  // acceleration of the crank pin across the rod
  double tension[3] = {0, 0, 0};      // N(x) = t0 + t1 x + t2 x^2
  double along = 0;                   // acceleration of the crank pin along the rod
  double slope = 0;                   // tangent of the rod's angle: share of a force across the guide that is tension
};

RodMotion rod_motion(const SliderCrank& d, double t) {
  const double r = d.crank, l = d.rod, W = d.speed, th = W * t, m = d.rod_mass();
  const double sb = r / l * std::sin(th), cb = std::sqrt(1 - sb * sb);
  RodMotion out;
  out.rate = r * W * std::cos(th) / (l * cb);
  out.acceleration = (-r * W * W * std::sin(th) + l * sb * out.rate * out.rate) / (l * cb);
  const Vector3d pin = -r * W * W * Vector3d(std::cos(th), std::sin(th), 0), along(cb, -sb, 0), across(sb, cb, 0);
  out.across = across.dot(pin);
  const double turn = -out.acceleration, turn_rate = -out.rate;
  // Force of the slider on the rod: along the guide from the slider's mass, across it from the rod's moments.
  const Vector3d slider = pin + l * (turn * across - turn_rate * turn_rate * along);
  const double fx = -0.5 * m * slider.x(), moment = m * l / 2 * along.cross(pin).z() + m * l * l / 3 * turn;
  const double fy = (moment / l + along.y() * fx) / along.x();
  const double end = along.x() * fx + along.y() * fy, line = m / l;
  // N(x) = N(l) - int_x^l rho A (a_pin . e - phi'^2 xi) dxi
  const double a = along.dot(pin), w2 = turn_rate * turn_rate;
  out.tension[0] = end - line * (a * l - w2 * l * l / 2);
  out.tension[1] = line * a;
  out.tension[2] = -line * w2 / 2;
  out.along = a;
  out.slope = along.y() / along.x();
  return out;
}

// int x^p s_k' s_j' dx for p = 0, 1, 2, by Simpson's rule on 400 pieces.
std::array<MatrixXd, 3> slope_moments(double l, int n) {
  std::array<MatrixXd, 3> out;
  out.fill(MatrixXd::Zero(n, n));
  constexpr int pieces = 400;
  for (int i = 0; i <= pieces; ++i) {
    const double x = l * i / pieces, weight = (i == 0 || i == pieces ? 1 : (i % 2 == 1 ? 4 : 2)) * l / (3 * pieces);
    VectorXd slope(n);
    for (int k = 0; k < n; ++k) slope[k] = (k + 1) * pi / l * std::cos((k + 1) * pi * x / l);
    for (int p = 0; p < 3; ++p) out[p] += weight * std::pow(x, p) * slope * slope.transpose();
  }
  return out;
}

}  // namespace

std::vector<double> rod_equation(const SliderCrank& d, int n, const std::vector<double>& times,
                                 const std::vector<double>& ratio, bool axial_force) {
  const double l = d.rod;
  VectorXd y = VectorXd::Zero(2 * n), w2(n);
  for (int j = 0; j < n; ++j)
    w2[j] = std::pow(d.angular_frequency(j + 1) * ratio[std::min<std::size_t>(j, ratio.size() - 1)], 2);
  const std::array<MatrixXd, 3> moments = slope_moments(l, n);
  const auto rate = [&](double t, const VectorXd& z) {
    const RodMotion rod = rod_motion(d, t);
    VectorXd out(2 * n);
    out.head(n) = z.tail(n);
    for (int j = 0; j < n; ++j) {
      const double sign = j % 2 == 0 ? -1 : 1;  // (-1)^k, k = j + 1
      const double c1 = 2 * (1 - sign) / ((j + 1) * pi), c2 = -2 * l * sign / ((j + 1) * pi);
      out[n + j] = -(w2[j] - rod.rate * rod.rate) * z[j] - (c1 * rod.across - c2 * rod.acceleration);
    }
    if (axial_force) {
      // Moments about the big end of bending inertia (arm x) and of axial inertia (arm w) load the guide, and through
      // it the oblique rod. The terms of phi'^2 cancel.
      double moment = 0;
      for (int j = 0; j < n; ++j) {
        const double sign = j % 2 == 0 ? 1 : -1, mean = (1 + sign) / ((j + 1) * pi);  // 1/l int s_k dx
        moment += d.rod_mass() * (sign * l / ((j + 1) * pi) * out[n + j] - rod.along * mean * z[j]);
      }
      out.tail(n) -= 2 / d.rod_mass() * rod.slope * moment / l * (moments[0] * z.head(n));
      for (int p = 0; p < 3; ++p) out.tail(n) -= 2 / d.rod_mass() * rod.tension[p] * (moments[p] * z.head(n));
    }
    return out;
  };
  std::vector<double> out;
  double t = 0;
  constexpr double step = 2e-6;
  for (const double goal : times) {
    while (t < goal - 1e-12) {
      const double h = std::min(step, goal - t);
      const VectorXd k1 = rate(t, y), k2 = rate(t + h / 2, y + h / 2 * k1), k3 = rate(t + h / 2, y + h / 2 * k2),
                     k4 = rate(t + h, y + h * k3);
      y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      t += h;
    }
    double mid = 0;
    for (int j = 0; j < n; j += 2) mid += (j % 4 == 0 ? 1 : -1) * y[j];
    out.push_back(mid / l);
  }
  return out;
}

Deflections run_slider_crank(const SliderCrank& d, const ReducedBody& rod, const SliderCrankRun& run) {
  const Mechanism m = slider_crank(d, rod);
  State s = consistent_state(m);
  if (run.axial_force) {  // the rod starts stretched as the turning parts pull it
    const StaticReport steady = solve_static(m, s, {.steady = true});
    EXPECT_TRUE(steady.converged) << steady.message;
    Workspace work(m);
    project_velocities(m, s, work);
    solve_accelerations(m, {s.t, 0, 0, StageKind::transient}, s, work);
    s.a_aux = s.a;
    s.jerk.setZero(m.num_velocities);
    s.previous_step = 0;
  }
  TransientOptions options;
  options.end = run.turns * 2 * pi / d.speed;
  options.fixed_step = run.step;
  options.output_step = options.end / (180 * run.turns);
  options.alpha.rho = run.rho;
  options.alpha.newton = 1e-5;
  Deflections out;
  const auto keep = [&](const State& at) {
    out.t.push_back(at.t);
    out.computed.push_back(mid_deflection(d, m, at));
  };
  out.report = run_transient(m, s, options, {keep});
  EXPECT_TRUE(out.report.finished) << out.report.message;
  out.reference = rod_equation(d, 7, out.t, run.ratio, run.axial_force);
  for (std::size_t i = 0; i < out.t.size(); ++i) {
    out.peak = std::max(out.peak, std::abs(out.reference[i]));
    out.worst = std::max(out.worst, std::abs(out.computed[i] - out.reference[i]));
  }
  out.worst /= out.peak;
  return out;
}

}  // namespace trunnion::testing
