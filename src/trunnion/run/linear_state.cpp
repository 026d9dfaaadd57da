#include "trunnion/run/linear_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

void warn_of_motion(const StageInput& stage, const Mechanism& m, const State& s, Observer& observer) {
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index k = m.first_velocity[b];
    const Vector3d w = s.x.A[b] * s.v.segment<3>(k + 3), turning = w.cross(s.v.segment<3>(k));
    const double way = (s.a.segment<3>(k) - turning).norm(), turn = s.a.segment<3>(k + 3).norm();
    if (way < 1e-3 && turn < 1e-3) continue;
    observer.warn(
        fmt::format("{}the state is no equilibrium, body '{}' accelerates with {:.3g} m/s^2 and {:.3g} rad/s^2; put a "
                    "static or steady stage before it",
                    stage_place(stage), m.bodies[b].name, way, turn));
    return;
  }
}

void warn_of_missing_equilibrium(const Model& model, const Mechanism& m, const State& start, Observer& observer) {
  for (const StageInput& stage : model.stages) {
    if (!is_mechanism_stage(stage.type)) continue;
    if (stage.type == StageType::campbell) continue;  // finds a steady state at every speed
    if (stage.type != StageType::modes && stage.type != StageType::response) return;
    warn_of_motion(stage, m, start, observer);
    const bool flexible = std::any_of(model.flexible_bodies.begin(), model.flexible_bodies.end(),
                                      [](const FlexibleBodyInput& body) { return body.flexible; });
    if (flexible && m.gravity.norm() > 0)
      observer.warn(
          fmt::format("{}no stage before it lets gravity bend the flexible bodies: the state is no "
                      "equilibrium; put a static or steady stage before it",
                      stage_place(stage)));
  }
}

}  // namespace trunnion
