#include "trunnion/forces/ball_row_force.h"

#include "trunnion/joints/relative_coordinate.h"

namespace trunnion {

namespace {

CoordinateValue turn_of(const RelativeMotion& m, const History& past) {
  return evaluate({CoordinateKind::angle, 0, 0}, m, past.front());
}

RingMotion ring_of(const RelativeMotion& m) { return {m.d, m.R, m.v, m.w, 0}; }

Vector6d sum_of(const BallRowForce::Data& data, const RelativeMotion& m, const History& past, double turned) {
  Vector6d W = Vector6d::Zero();
  for (std::size_t k = 1; k < past.size(); ++k)
    W += seated_force(data.row, data.ball, ring_of(m), past[k] + turned).wrench;
  return W;
}

}  // namespace

History BallRowForce::initial_history() const {
  History history{0.0};
  history.insert(history.end(), data_.places.begin(), data_.places.end());
  return history;
}

Vector6d BallRowForce::force(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot&) const {
  if (at.kind == StageKind::transient) return Vector6d::Zero();
  return sum_of(data_, m, past, data_.cage_share * (turn_of(m, past).value - past.front()));
}

WrenchTangent BallRowForce::linearize(const StepContext& at, const RelativeMotion& m, const History& past,
                                      CacheSlot&) const {
  WrenchTangent out;
  if (at.kind == StageKind::transient) return out;
  const CoordinateValue angle = turn_of(m, past);
  const double turned = data_.cage_share * (angle.value - past.front());
  for (std::size_t k = 1; k < past.size(); ++k)
    out.dx += seated_force(data_.row, data_.ball, ring_of(m), past[k] + turned).stiffness;
  // How the sum changes as the balls go round is smooth and small: central differences have digits enough.
  constexpr double step = 1e-5;  // [rad]
  const Vector6d round = (sum_of(data_, m, past, turned + step) - sum_of(data_, m, past, turned - step)) / (2 * step);
  out.dx += data_.cage_share * round * angle.gradient.transpose();
  return out;
}

void BallRowForce::report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot&,
                          ForceReport& out) const {
  const double angle = turn_of(m, past).value, turned = data_.cage_share * (angle - past.front());
  out.trial = past;
  if (at.kind == StageKind::transient) return;
  out.trial.front() = angle;
  for (std::size_t k = 1; k < past.size(); ++k) {
    out.trial[k] += turned;
    out.stored_energy += seated_force(data_.row, data_.ball, ring_of(m), out.trial[k]).stored_energy;
  }
}

}  // namespace trunnion
