#include "support/slider_crank.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <cmath>
#include <complex>
#include <numbers>

#include "support/mechanisms.h"
#include "trunnion/solvers/statics.h"

namespace trunnion::testing {

using std::numbers::pi;

double SliderCrank::angular_frequency(int k) const {
  return std::pow(k * pi / rod, 2) * std::sqrt(young * side * side / (12 * density));
}

double SliderCrank::euler_load() const { return std::pow(pi / rod, 2) * young * std::pow(side, 4) / 12; }

double SliderCrank::shear_and_rotary_inertia() const {
  const double shear = 2 * (1 + 0.3) * 6 / 5.0;  // E/(kappa G)
  return std::pow(pi / rod, 2) * side * side / 12 * (1 + shear);
}

double SliderCrank::phase_error(double rho, double step, double time) const {
  const AlphaParameters p(rho);
  const double w = angular_frequency(1), wh = w * step;
  using Complex = std::complex<double>;
  // x_n = z^n in the equations of a step with a = -w^2 x; A h^2 = force x.
  const auto equation = [&](Complex z) {
    const Complex force = -wh * wh * ((1 - p.af) * z + p.af) / ((1 - p.am) * z + p.am);
    return (z - 1.0) * (z - 1.0) - force * ((1 - p.gamma) + p.gamma * z + (z - 1.0) * (0.5 - p.beta + p.beta * z));
  };
  Complex z = std::polar(1.0, wh);
  for (int i = 0; i < 20; ++i) z -= equation(z) * 2e-7 / (equation(z + 1e-7) - equation(z - 1e-7));
  return std::abs(std::exp(time / step * (std::log(z) - Complex(0, wh))) - 1.0);
}

std::vector<double> Deflections::at_quarters() const {
  std::vector<double> out;
  for (std::size_t k = 1; k <= 6; ++k) out.push_back(computed.at(45 * k));
  return out;
}

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

constexpr int modes = 7;
using Modal = Eigen::Matrix<double, modes, 1>;
using ModalMatrix = Eigen::Matrix<double, modes, modes>;
using Vector2d = Eigen::Vector2d;

// The crank pin and the angle b of the rod below the guide's axis: L sin(b) = r sin(theta).
struct RodAngle {
  Vector2d pin, pin_acceleration, along, across;
  double b, rate, acceleration;
};

// `L`: distance of the ends, its rate and its acceleration.
RodAngle rod_angle(const SliderCrank& d, double t, const Eigen::Vector3d& L) {
  const double r = d.crank, W = d.speed, th = W * t;
  const double height = r * std::sin(th), height_rate = r * W * std::cos(th), sb = height / L[0];
  const double cb = std::sqrt(1 - sb * sb);
  RodAngle out;
  out.pin = {r * std::cos(th), height};
  out.pin_acceleration = -W * W * out.pin;
  out.along = {cb, -sb};
  out.across = {sb, cb};
  out.b = std::asin(sb);
  out.rate = (height_rate - L[1] * sb) / (L[0] * cb);
  out.acceleration =
      (-W * W * height - L[2] * sb - 2 * L[1] * cb * out.rate + L[0] * sb * out.rate * out.rate) / (L[0] * cb);
  return out;
}

class LinearRod {
 public:
  LinearRod(const SliderCrank& d, const Modal& w2) : d_(d), w2_(w2) {}
  Modal acceleration(double t, const Modal& q, const Modal&) const {
    const double l = d_.rod;
    const RodAngle rod = rod_angle(d_, t, {l, 0, 0});
    const double a_y = rod.across.dot(rod.pin_acceleration);
    Modal out;
    for (int j = 0; j < modes; ++j) {
      const double sign = j % 2 == 0 ? -1 : 1;  // (-1)^k, k = j + 1
      const double c1 = 2 * (1 - sign) / ((j + 1) * pi), c2 = -2 * l * sign / ((j + 1) * pi);
      out[j] = -(w2_[j] - rod.rate * rod.rate) * q[j] - (c1 * a_y - c2 * rod.acceleration);
    }
    return out;
  }

 private:
  const SliderCrank& d_;
  Modal w2_;
};

class InextensibleRod {
 public:
  InextensibleRod(const SliderCrank& d, const Modal& w2) : d_(d), stiffness_(0.5 * d.rod_mass() * w2) {
    // Points in the middle of equal pieces; the integral of s_j' s_k' from the big end to each of them, exactly.
    constexpr int pieces = 40;
    const double l = d.rod;
    for (int i = 0; i <= pieces; ++i) {
      Point p;
      p.x = i < pieces ? l * (i + 0.5) / pieces : l;
      p.mass = i < pieces ? d.rod_mass() / pieces : 0.5 * d.rod_mass();  // the last one is the slider
      for (int j = 0; j < modes; ++j) {
        const double a = (j + 1) * pi / l;
        p.shape[j] = i < pieces ? std::sin(a * p.x) : 0;
        for (int k = 0; k < modes; ++k) {
          const double b = (k + 1) * pi / l;
          const double sum = std::sin((a + b) * p.x) / (a + b);
          const double difference = j == k ? p.x : std::sin((a - b) * p.x) / (a - b);
          p.shortening(j, k) = 0.5 * a * b * (sum + difference);
        }
      }
      points_.push_back(p);
    }
  }

  Modal acceleration(double t, const Modal& q, const Modal& qd) const {
    const ModalMatrix& G = points_.back().shortening;
    const Modal Gq = G * q;
    const double L = d_.rod - 0.5 * q.dot(Gq);
    const RodAngle rod = rod_angle(d_, t, {L, -qd.dot(Gq), -qd.dot(G * qd)});  // as if q'' = 0
    const Modal turn = std::tan(rod.b) / L * Gq;                               // db/dq
    ModalMatrix M = ModalMatrix::Zero();
    Modal force = -(stiffness_.array() * q.array()).matrix();
    for (const Point& p : points_) {
      const Modal Gx = p.shortening * q;
      const double a = p.x - 0.5 * q.dot(Gx), a_rate = -qd.dot(Gx), a_acceleration = -qd.dot(p.shortening * qd);
      const double w = p.shape.dot(q), w_rate = p.shape.dot(qd), rate2 = rod.rate * rod.rate;
      const Modal along = -Gx + w * turn, across = p.shape - a * turn;
      const double bias_along = rod.along.dot(rod.pin_acceleration) + a_acceleration - a * rate2 +
                                2 * w_rate * rod.rate + w * rod.acceleration;
      const double bias_across =
          rod.across.dot(rod.pin_acceleration) - 2 * a_rate * rod.rate - a * rod.acceleration - w * rate2;
      M += p.mass * (along * along.transpose() + across * across.transpose());
      force -= p.mass * (bias_along * along + bias_across * across);
    }
    return M.ldlt().solve(force);
  }

 private:
  struct Point {
    double x = 0, mass = 0;
    Modal shape;
    ModalMatrix shortening;
  };
  const SliderCrank& d_;
  Modal stiffness_;
  std::vector<Point> points_;
};

template <class Rod>
std::vector<double> mid_deflections(const Rod& rod, double length, const std::vector<double>& times) {
  Modal q = Modal::Zero(), v = Modal::Zero();
  std::vector<double> out;
  double t = 0;
  constexpr double step = 2e-5;
  for (const double goal : times) {
    while (t < goal - 1e-12) {
      const double h = std::min(step, goal - t);
      const Modal a1 = rod.acceleration(t, q, v), v2 = v + h / 2 * a1, q2 = q + h / 2 * v;
      const Modal a2 = rod.acceleration(t + h / 2, q2, v2), v3 = v + h / 2 * a2, q3 = q + h / 2 * v2;
      const Modal a3 = rod.acceleration(t + h / 2, q3, v3), v4 = v + h * a3, q4 = q + h * v3;
      const Modal a4 = rod.acceleration(t + h, q4, v4);
      q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
      t += h;
    }
    double mid = 0;
    for (int j = 0; j < modes; j += 2) mid += (j % 4 == 0 ? 1 : -1) * q[j];
    out.push_back(mid / length);
  }
  return out;
}

}  // namespace

std::vector<double> rod_equation(const SliderCrank& d, const std::vector<double>& times,
                                 const std::vector<double>& ratio, bool inextensible) {
  Modal w2;
  for (int j = 0; j < modes; ++j)
    w2[j] = std::pow(d.angular_frequency(j + 1) * ratio[std::min<std::size_t>(j, ratio.size() - 1)], 2);
  return inextensible ? mid_deflections(InextensibleRod(d, w2), d.rod, times)
                      : mid_deflections(LinearRod(d, w2), d.rod, times);
}

Deflections run_slider_crank(const SliderCrank& d, const ReducedBody& rod, const SliderCrankRun& run) {
  const Mechanism m = slider_crank(d, rod);
  State s = consistent_state(m);
  if (run.inextensible) {  // the rod starts stretched as the turning parts pull it
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
  const auto keep = [&](const State& at, const Neighbors&) {
    out.t.push_back(at.t);
    out.computed.push_back(mid_deflection(d, m, at));
  };
  out.report = run_transient(m, s, options, {keep});
  EXPECT_TRUE(out.report.finished) << out.report.message;
  out.reference = rod_equation(d, out.t, run.ratio, run.inextensible);
  for (std::size_t i = 0; i < out.t.size(); ++i) {
    out.peak = std::max(out.peak, std::abs(out.reference[i]));
    out.found = std::max(out.found, std::abs(out.computed[i]));
    out.worst = std::max(out.worst, std::abs(out.computed[i] - out.reference[i]));
  }
  out.worst /= out.peak;
  return out;
}

}  // namespace trunnion::testing
