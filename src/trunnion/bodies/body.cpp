#include "trunnion/bodies/body.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/bodies/inertia_check.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

bool InvariantSwitches::all() const {
  return std::all_of(on.begin(), on.end(), [](bool x) { return x; });
}

std::string InvariantSwitches::text() const {
  if (all()) return "all nine";
  std::string list;
  for (std::size_t i = 0; i < on.size(); ++i)
    if (!on[i]) list += fmt::format("{}I{}", list.empty() ? "" : ", ", i + 1);
  return "without " + list;
}

namespace {

// Moves the lists I5, I8, I9 into flat tables: sums over modes become matrix-vector products.
void flatten(Body& body) {
  const Index n = body.num_modes();
  InertiaInvariants& inv = body.inertia;
  body.i5.setZero(3 * n, n);
  body.i8.setZero(9 * n);
  body.i9.setZero(9 * n, n);
  for (Index j = 0; j < n; ++j) {
    body.i5.col(j) = inv.I5[j].reshaped();
    body.i8.segment<9>(9 * j) = inv.I8[j].reshaped();
    for (Index k = 0; k < n; ++k) body.i9.block<9, 1>(9 * k, j) = inv.I9[j][k].reshaped();
  }
  inv.I5.clear();
  inv.I8.clear();
  inv.I9.clear();
}

void apply(const InvariantSwitches& switches, Body& body) {
  const auto& on = switches.on;
  if (!on[0] || !on[5] || !on[6])
    throw InputError(
        fmt::format("flexible body '{}': inertia invariants {}. I1 (mass), I6 (masses of the modes) and I7 (inertia) "
                    "cannot be left out: nothing would resist the forces on the body, and its accelerations would have "
                    "no value. For a body whose modes shall have no inertia of their own take fewer modes, or flexible "
                    "= false.",
                    body.name, switches.text()));
  InertiaInvariants& inv = body.inertia;
  if (!on[1]) inv.I2.setZero();
  if (!on[2]) inv.I3.setZero();
  if (!on[3]) inv.I4.setZero();
  if (!on[4]) body.i5.setZero();
  if (!on[7]) body.i8.setZero();
  if (!on[8]) body.i9.setZero();
  if (!switches.all()) body.warning = fmt::format("body '{}': inertia invariants {}", body.name, switches.text());
}

}  // namespace

Body rigid_body(const std::string& name, const RigidMass& m) {
  if (!(m.mass > 0))
    throw InputError(
        fmt::format("rigid body '{}': mass = {} kg, must be > 0. A body without mass is not needed: "
                    "forces may act between any two markers.",
                    name, m.mass));
  check_inertia(fmt::format("rigid body '{}'", name), m.inertia, Smallest::positive);
  Body body;
  body.name = name;
  const Matrix3d c = skew(m.center);
  body.inertia.I1 = m.mass;
  body.inertia.I2 = m.mass * m.center;
  body.inertia.I7 = m.inertia - m.mass * c * c;  // Steiner
  body.inertia.I3.resize(3, 0);
  body.inertia.I4.resize(3, 0);
  flatten(body);
  return body;
}

Body flexible_body(const ReducedBody& reduced, const InvariantSwitches& switches) {
  Body body;
  body.name = reduced.name;
  body.inertia = reduced.invariants;
  flatten(body);
  const Index n = body.num_modes();
  if (reduced.stiffness.rows() != n || reduced.damping.rows() != n)
    throw InputError(fmt::format("flexible body '{}': stiffness has {} rows, damping {}, but there are {} modes",
                                 reduced.name, reduced.stiffness.rows(), reduced.damping.rows(), n));
  body.stiffness = reduced.stiffness;
  body.damping = reduced.damping;
  body.interfaces = reduced.interfaces;
  body.mode_size.setZero(n);
  for (const InterfaceRows& at : reduced.interfaces)
    for (Index j = 0; j < n; ++j) body.mode_size[j] = std::max(body.mode_size[j], at.translation.col(j).norm());
  for (Index i = 0; i + 2 < reduced.display.translation.rows(); i += 3)
    for (Index j = 0; j < n; ++j)
      body.mode_size[j] = std::max(body.mode_size[j], reduced.display.translation.block<3, 1>(i, j).norm());
  for (const LumpedInertia& lumped : reduced.lumped) {
    const auto at = std::find_if(reduced.interfaces.begin(), reduced.interfaces.end(),
                                 [&](const InterfaceRows& rows) { return rows.name == lumped.interface; });
    if (at == reduced.interfaces.end())
      throw InputError(fmt::format("flexible body '{}': lumped inertia on '{}', which is not one of its interfaces",
                                   reduced.name, lumped.interface));
    body.spinning.push_back({lumped.inertia, at->rotation});
  }
  add_stress_stiffening(body, reduced.stiffening);
  apply(switches, body);
  return body;
}

void add_stress_stiffening(Body& body, const StressStiffening& stiffening) {
  const Index n = body.num_modes();
  constexpr std::array<std::array<Index, 2>, 6> pair{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}}};
  for (std::size_t c = 0; c < stiffening.spin.size(); ++c) {
    const auto [a, b] = pair[c];
    const MatrixXd part = (a == b ? 1.0 : 0.5) * stiffening.spin[c];
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k) {
        body.i9(9 * k + 3 * b + a, j) += part(j, k);
        if (a != b) body.i9(9 * k + 3 * a + b, j) += part(j, k);
      }
  }
  if (stiffening.linear.empty() && stiffening.angular.empty()) return;
  body.i3_second.setZero(3 * n, n);
  body.i4_second.setZero(3 * n, n);
  const auto fill = [n](const std::vector<MatrixXd>& axes, MatrixXd& table) {
    for (std::size_t a = 0; a < axes.size(); ++a)
      for (Index j = 0; j < n; ++j) table.row(3 * j + static_cast<Index>(a)) = axes[a].row(j);
  };
  fill(stiffening.linear, body.i3_second);
  fill(stiffening.angular, body.i4_second);
}

Matrix3Xd contract(const MatrixXd& table, const VectorIn& q) {
  Matrix3Xd out(3, q.size());
  out.reshaped() = table * q;
  return out;
}

}  // namespace trunnion
