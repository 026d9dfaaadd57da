#pragma once
// forces/force.h -- the one interface through which anything acts on bodies.
// MarkerForce: a wrench between two markers as a function of their relative motion; the system adds the exact marker
// Jacobians with the geometric term. BodyForce: on all coordinates of one or two bodies.
// Memory (History) is passed in and a trial is returned; only a solver commits it, after an accepted step.
// What is kept between calls for speed lives in the CacheSlot and may be dropped at any time.

#include <any>
#include <span>
#include <string>
#include <vector>

#include "trunnion/bodies/marker_pair.h"

namespace trunnion {

enum class StageKind {
  stationary,
  steady,
  transient,
  linear
};  ///< statics; running, no transients; time; about a state

struct StepContext {
  double t = 0;              ///< end of the step [s]
  double step = 0;           ///< 0 when there is none [s]
  double previous_step = 0;  ///< [s]
  StageKind kind = StageKind::transient;
  double load_factor = 1;  ///< share of gravity and loads that acts (load stepping)
  bool outputs = false;    ///< whether a report is recorded: costly outputs may be left out of others
};

using History = std::vector<double>;
using CacheSlot = std::any;

/// One number of an element over time, in SI. Outputs of one group and unit share a diagram.
struct NamedOutput {
  std::string name;  ///< "tension"
  double value = 0;
  const char* unit = "N";
  const char* group = "Forces";
};
using NamedOutputs = std::vector<NamedOutput>;

/// What besides the force itself an element has to tell. Cleared by the caller.
struct ForceReport {
  History trial;                ///< committed by the solver only
  double stored_energy = 0;     ///< [J]
  double dissipated_power = 0;  ///< [W]
  double supplied_power = 0;    ///< from outside the mechanism [W]
  std::vector<double> events;   ///< change sign when something switches and the force has a kink
  std::vector<double> jumps;    ///< the same where the force itself jumps
  std::string stop;             ///< not empty: why a run must end here
  NamedOutputs outputs;
};

struct WrenchTangent {
  Matrix6d dx = Matrix6d::Zero();  ///< dW/d(d, rho), rho: turn of I relative to J in J's axes
  Matrix6d dv = Matrix6d::Zero();  ///< dW/d(d', w)
};

/// W = (F, T) on I at I's origin, in the axes of J; -W acts on J at the same point in space.
class MarkerForce {
 public:
  virtual ~MarkerForce() = default;
  virtual Vector6d force(const StepContext& at, const RelativeMotion& m, const History& past,
                         CacheSlot& slot) const = 0;
  virtual WrenchTangent linearize(const StepContext& at, const RelativeMotion& m, const History& past,
                                  CacheSlot& slot) const = 0;
  /// Energies, events, outputs and the trial history belonging to force().
  virtual void report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot& slot,
                      ForceReport& out) const = 0;
  virtual History initial_history() const { return {}; }
  /// Error of the position that leaves the force meaningful [m]; integrators keep theirs below it. 0: no wish.
  virtual double resolution() const { return 0; }
  /// Whether it answers rates between two steps, which are only interpolated, with forces that no step had: records
  /// then interpolate the force itself.
  virtual bool needs_rates_of_steps() const { return false; }
};

/// Coordinates of the bodies a BodyForce acts on, one after the other.
struct BodyMotion {
  BodyPose pose;
  const double* rates = nullptr;
  Eigen::Map<const VectorXd> v() const { return {rates, 6 + pose.num_modes}; }  ///< (R', w, q')
};

struct BodyTangent {
  MatrixXd dx, dv;  ///< of the force on all coordinates of the bodies, in their order
};

class BodyForce {
 public:
  virtual ~BodyForce() = default;
  /// Generalised force on (R, theta, q) of each body; `f` is as long as all of them together and comes in zeroed.
  virtual void force(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
                     VectorOut f) const = 0;
  /// `out` comes in zeroed.
  virtual void linearize(const StepContext& at, std::span<const BodyMotion> bodies, const History& past,
                         CacheSlot& slot, BodyTangent& out) const = 0;
  virtual void report(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
                      ForceReport& out) const = 0;
  virtual History initial_history() const { return {}; }
  /// As of a MarkerForce.
  virtual double resolution() const { return 0; }
  virtual bool needs_rates_of_steps() const { return false; }
};

}  // namespace trunnion
