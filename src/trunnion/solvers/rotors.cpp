#include "trunnion/solvers/rotors.h"

#include <algorithm>
#include <cmath>

#include "trunnion/math/rotations.h"

namespace trunnion {

namespace {

constexpr double still = 1e-6;      // angular velocity over that of the fastest body
constexpr double alike = 1e-2;      // of angular velocities: the pull of skew inertias on a shaft in springs
constexpr double eccentric = 1e-9;  // offset of a mass center [m], or lean of a principal axis [rad]

Vector3d angular_velocity(const Mechanism& m, const State& s, Index body) {
  return body < 0 ? Vector3d::Zero() : Vector3d(s.x.A[body] * s.v.segment<3>(m.first_velocity[body] + 3));
}

std::vector<char> turning_bodies(const Mechanism& m, const State& s) {
  std::vector<double> speed;
  for (std::size_t b = 0; b < m.bodies.size(); ++b)
    speed.push_back(angular_velocity(m, s, static_cast<Index>(b)).norm());
  const double fastest = speed.empty() ? 0 : *std::max_element(speed.begin(), speed.end());
  std::vector<char> turns;
  for (const double one : speed) turns.push_back(one > still * fastest);
  return turns;
}

// Bodies that joints hold together, of those that may be counted.
std::vector<Index> joined_bodies(const Mechanism& m, Index first, const std::vector<char>& counted) {
  std::vector<Index> found{first};
  for (std::size_t k = 0; k < found.size(); ++k)
    for (const Joint& joint : m.joints)
      for (const ConstraintRow& row : joint.rows)
        for (const ConstraintTerm& term : row.terms) {
          if (term.coordinate.kind == CoordinateKind::mesh) continue;  // gears: each has its own axis
          const Index I = m.markers[term.coordinate.I].body, J = m.markers[term.coordinate.J].body;
          for (const auto& [here, there] : {std::pair{I, J}, std::pair{J, I}})
            if (here == found[k] && there >= 0 && counted[there] &&
                std::find(found.begin(), found.end(), there) == found.end())
              found.push_back(there);
        }
  return found;
}

// Where a marker is when nothing turns.
MarkerKinematics marker_at(const Mechanism& m, const Configuration& x, Index marker) {
  MarkerKinematics out;
  const Marker& at = m.markers[marker];
  if (at.body < 0) {
    out.motion.r = at.p;
    out.motion.R = at.A0;
    return out;
  }
  update_marker(at, pose_of(m, x, at.body), VectorXd::Zero(m.bodies[at.body].size()), out);
  return out;
}

}  // namespace

std::vector<Rotor> find_rotors(const Mechanism& m, const State& s, const Configuration& rest) {
  const std::vector<char> turns = turning_bodies(m, s);
  std::vector<Rotor> rotors;
  std::vector<char> taken(m.bodies.size(), 0);
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r) {
      if (!s.row_active[m.first_row[j] + static_cast<Index>(r)]) continue;
      for (const ConstraintTerm& term : m.joints[j].rows[r].terms) {
        const RelativeCoordinate& c = term.coordinate;
        if (c.kind != CoordinateKind::angle) continue;
        const Index I = m.markers[c.I].body, J = m.markers[c.J].body;
        const bool turns_I = I >= 0 && turns[I], turns_J = J >= 0 && turns[J];
        if (turns_I == turns_J) continue;
        Rotor rotor;
        rotor.turning_marker = turns_I ? c.I : c.J;
        rotor.standing_marker = turns_I ? c.J : c.I;
        const Index driven = turns_I ? I : J;
        if (taken[driven]) continue;
        const MarkerKinematics stand = marker_at(m, rest, rotor.standing_marker);
        rotor.point = stand.motion.r;
        rotor.axis = stand.motion.R.col(2);
        const Vector3d w = angular_velocity(m, s, driven);
        rotor.speed = rotor.axis.dot(w);
        rotor.bodies = joined_bodies(m, driven, turns);
        if (m.joints[j].motion) rotor.driven_with = joined_bodies(m, driven, std::vector<char>(m.bodies.size(), 1));
        for (const Index b : rotor.bodies) {
          if ((angular_velocity(m, s, b) - w).norm() > alike * w.norm()) return {};
          taken[b] = 1;
        }
        rotors.push_back(std::move(rotor));
      }
    }
  return rotors;
}

bool others_turn(const Mechanism& m, const State& s, const std::vector<Rotor>& rotors) {
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r)
      for (const ConstraintTerm& term : m.joints[j].rows[r].terms)
        if (term.coordinate.kind == CoordinateKind::azimuth && s.row_active[m.first_row[j] + static_cast<Index>(r)])
          return true;  // carried around
  std::vector<char> turns = turning_bodies(m, s);
  for (const Rotor& rotor : rotors)
    for (const Index b : rotor.bodies) turns[b] = 0;
  return std::find(turns.begin(), turns.end(), 1) != turns.end();
}

BodyAxis axis_of(const Mechanism& m, const Rotor& rotor, Index body) {
  const Marker& driven = m.markers[rotor.turning_marker];
  const BodyStart &from = m.start[driven.body], &to = m.start[body];
  const Vector3d point = from.R + from.A * driven.p;
  Vector3d axis = from.A * driven.A0.col(2);
  if (axis.dot(rotor.axis) * rotor.speed < 0) axis = -axis;
  return {to.A.transpose() * (point - to.R), to.A.transpose() * axis};
}

bool out_of_balance(const Mechanism& m, const std::vector<Rotor>& rotors) {
  for (const Rotor& rotor : rotors)
    for (const Index b : rotor.bodies) {
      const InertiaInvariants& inertia = m.bodies[b].inertia;
      const BodyAxis own = axis_of(m, rotor, b);
      const Vector3d offset = inertia.I2 / inertia.I1;
      const Matrix3d shift = skew(offset), about_center = inertia.I7 + inertia.I1 * shift * shift;
      if ((offset - own.point).cross(own.axis).norm() > eccentric ||
          own.axis.cross(about_center * own.axis).norm() > eccentric * about_center.trace())
        return true;
    }
  return false;
}

}  // namespace trunnion
