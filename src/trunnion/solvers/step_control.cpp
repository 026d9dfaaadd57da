#include "trunnion/solvers/step_control.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "trunnion/solvers/culprits.h"

namespace trunnion {

std::vector<double> finest_resolution(const Mechanism& m) {
  std::vector<double> finest(m.bodies.size(), std::numeric_limits<double>::infinity());
  for (const MarkerForceElement& force : m.marker_forces) {
    const double wish = force.law->resolution();
    if (!(wish > 0)) continue;
    for (const Index marker : {force.I, force.J})
      if (const Index body = m.markers[marker].body; body >= 0) finest[body] = std::min(finest[body], wish);
  }
  for (const BodyForceElement& force : m.body_forces)
    if (const double wish = force.law->resolution(); wish > 0)
      for (const Index body : force.bodies) finest[body] = std::min(finest[body], wish);
  return finest;
}

namespace {

void weigh_body(const Mechanism& m, const State& s, std::size_t b, const Tolerances& tol, VectorXd& w) {
  const Body& body = m.bodies[b];
  const Index k = m.first_velocity[b], n = body.num_modes();
  w.segment<3>(k).setConstant(1 / tol.position);
  w.segment<3>(k + 3).setConstant(1 / tol.rotation);
  double size = 0;  // of the elastic displacement: the relative part looks at all modes together
  for (Index j = 0; j < n; ++j) size = std::max(size, std::abs(s.x.q[m.first_mode[b] + j]) * body.mode_size[j]);
  for (Index j = 0; j < n; ++j) w[k + 6 + j] = body.mode_size[j] / (tol.elastic + tol.relative * size);
}

}  // namespace

VectorXd error_weights(const Mechanism& m, const State& s, const Tolerances& tol) {
  VectorXd w(m.num_velocities);
  for (std::size_t b = 0; b < m.bodies.size(); ++b) weigh_body(m, s, b, tol, w);
  return w;
}

VectorXd fine_error_weights(const Mechanism& m, const State& s, const Tolerances& usual) {
  VectorXd w(m.num_velocities);
  const std::vector<double> finest = finest_resolution(m);
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    Tolerances tol = usual;
    tol.position = std::min(usual.position,
                            10 * usual.resolution * finest[b]);  // rigid motion is slow compared with what modes do
    tol.elastic = std::min(usual.elastic, usual.resolution * finest[b]);
    weigh_body(m, s, b, tol, w);
  }
  return w;
}

double weighted_norm(const VectorXd& w, const VectorXd& e) {
  if (e.size() == 0) return 0;
  return std::sqrt((w.array() * e.array()).square().mean());
}

std::string worst_coordinate(const Mechanism& m, const VectorXd& w, const VectorXd& e) {
  Index worst = 0;
  (w.array() * e.array()).abs().maxCoeff(&worst);
  return coordinate_name(m, worst);
}

}  // namespace trunnion
