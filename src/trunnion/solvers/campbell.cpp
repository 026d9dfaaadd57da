#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/solvers/mode_lines.h"
#include "trunnion/solvers/statics.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

namespace {

constexpr int most_halvings = 6;  // lines that veer within less than 1/64 of an interval count as crossing

class CampbellSweep {
 public:
  CampbellSweep(const Mechanism& m, const State& s, Index motion, Observer& observer)
      : m_(m), s_(s), motion_(motion), observer_(observer) {}

  CampbellPoint at(double speed) const {
    check_cancelled(observer_);
    Mechanism turning = m_;
    turning.joints[motion_].motion = uniform_rate(-speed * s_.t, speed);
    turning.joints[motion_].motion_is_speed = true;
    State state = s_;
    start_rows(turning, state);
    state.row_active = s_.row_active;  // motions that the stage leaves out, and redundant rows, stay out
    state.v.setZero();
    // Not the whirl of an unbalance: it has no bound at critical speeds, through which the lines have to pass.
    const StaticReport steady = solve_static(turning, state, {.steady = true, .settle = false}, observer_);
    if (!steady.converged) throw SolveError(fmt::format("campbell at {:.4g} rad/s: {}", speed, steady.message));
    const LinearSystem linear = linearize(turning, state);
    return {speed, complex_modes(turning, state, linear), caution(linear)};
  }

  // Leads the lines from one speed to the next, in halves where pairs are in doubt.
  void follow(double from, CampbellPoint& to, ModeLines& lines, int halvings = 0) const {
    ModeLines straight = lines;
    if (straight.follow(to.modes) || halvings == most_halvings) {
      lines = std::move(straight);
      return;
    }
    CampbellPoint middle = at(0.5 * (from + to.speed));
    follow(from, middle, lines, halvings + 1);
    follow(middle.speed, to, lines, halvings + 1);
  }

 private:
  const Mechanism& m_;
  const State& s_;
  Index motion_;
  Observer& observer_;
};

MatrixXd mass_matrix(const Mechanism& m, const State& s) {
  Workspace work(m);
  assemble_jacobian(m, {s.t, 0, 0, StageKind::linear}, s, {{1, 0, 0}, 0, 0}, work);
  return MatrixXd(work.jacobian.matrix()).topLeftCorner(m.num_velocities, m.num_velocities);
}

}  // namespace

std::vector<CampbellPoint> campbell(const Mechanism& m, const State& s, const std::string& motion_name,
                                    const VectorXd& speeds, Index watched, Observer& observer) {
  const auto joint = std::find_if(m.joints.begin(), m.joints.end(), [&](const Joint& j) {
    return j.name == motion_name && j.motion && j.rows[0].terms[0].coordinate.kind == CoordinateKind::angle;
  });
  if (joint == m.joints.end())
    throw InputError(fmt::format("campbell: there is no motion '{}' that drives an angle", motion_name));
  const CampbellSweep sweep(m, s, joint - m.joints.begin(), observer);
  std::vector<CampbellPoint> points;
  std::optional<ModeLines> lines;
  for (const double speed : speeds) {
    points.push_back(sweep.at(speed));
    if (lines)
      sweep.follow(points[points.size() - 2].speed, points.back(), *lines);
    else
      lines.emplace(points.back().modes, mass_matrix(m, s), watched);
    observer.advance(static_cast<double>(points.size()) / static_cast<double>(speeds.size()));
  }
  return points;
}

}  // namespace trunnion
