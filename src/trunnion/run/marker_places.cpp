#include "trunnion/run/marker_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "trunnion/forces/ball_bearing_force.h"
#include "trunnion/forces/journal_bearing_force.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

namespace {

constexpr double largest_tilt = 2;        // [deg]; bearings take tenths of a degree
constexpr double largest_share = 0.05;    // of a ball or of a film's length: far beyond any play that is meant
constexpr double shortest_shadow = 1e-3;  // of x on the plane across the axis: below, it has no direction there

/// How far the markers of a bearing may be apart, by the axis of the second one [m].
struct Play {
  double along = 0, across = 0;
};

std::optional<Play> play_of(const MarkerForce& law) {
  if (const auto* ball = dynamic_cast<const BallBearingForce*>(&law)) {
    const double play = largest_share * ball->data().bearing.ball_diameter;
    return Play{play, play};
  }
  if (const auto* journal = dynamic_cast<const JournalBearingForce*>(&law))
    return Play{largest_share * journal->bearing().film.length, journal->bearing().film.clearance};
  return {};
}

std::string in_mm(const Vector3d& p) {
  const auto tidy = [](double v) { return std::abs(v) < 1e-9 ? 0 : 1e3 * v; };
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) mm", tidy(p.x()), tidy(p.y()), tidy(p.z()));
}

}  // namespace

std::vector<std::string> misplaced_bearings(const Mechanism& m, const State& s) {
  Workspace work(m);
  update_kinematics(m, s, work);
  std::vector<std::string> sentences;
  for (const MarkerForceElement& element : m.marker_forces) {
    const std::optional<Play> play = play_of(*element.law);
    if (!play) continue;
    const RelativeMotion at = relative_motion(work.markers[element.I].motion, work.markers[element.J].motion);
    const std::string &inner = m.markers[element.I].name, &outer = m.markers[element.J].name;
    const double tilt = std::acos(std::clamp(at.R(2, 2), -1.0, 1.0)) * 180 / std::numbers::pi;
    if (tilt > largest_tilt)
      sentences.push_back(fmt::format(
          "bearing '{}': the z axes of its markers '{}' and '{}' stand {:.3g} degrees apart at the start; both are to "
          "point along the shaft: a [[marker]] on the interface, or on ground, takes a direction 'z'",
          element.name, inner, outer, tilt));
    const double along = std::abs(at.d.z()), across = std::hypot(at.d.x(), at.d.y());
    if (along > play->along || across > play->across)
      sentences.push_back(fmt::format(
          "bearing '{}': its markers do not meet at the start: '{}' is at {} of the world, '{}' {:.3g} mm along and "
          "{:.3g} mm across the axis from there; the rings would be pressed together by as much",
          element.name, inner, in_mm(work.markers[element.I].motion.r), outer, 1e3 * along, 1e3 * across));
  }
  return sentences;
}

void check_angles(const BuiltMechanism& b, const State& s) {
  const Mechanism& m = b.mechanism;
  Workspace work(m);
  update_kinematics(m, s, work);
  for (std::size_t j = 0; j < b.joint_places.size(); ++j)
    for (const ConstraintRow& row : m.joints[j].rows)
      for (const ConstraintTerm& term : row.terms) {
        const Index I = term.coordinate.I, J = term.coordinate.J;
        if (term.coordinate.kind != CoordinateKind::angle) continue;
        const RelativeMotion at = relative_motion(work.markers[I].motion, work.markers[J].motion);
        if (at.R.col(0).head<2>().norm() > shortest_shadow) continue;
        throw InputError(
            b.joint_places[j],
            fmt::format("'{}': the x axis of marker '{}' lies along z of '{}', about which it would turn, so "
                        "there is no angle; give both markers the same direction 'z'",
                        m.joints[j].name, m.markers[I].name, m.markers[J].name));
      }
}

}  // namespace trunnion
