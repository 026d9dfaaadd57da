#pragma once
// solvers/transient.h -- a run in time: adaptive or fixed steps, events located, output by interpolation.

#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "trunnion/base/progress.h"
#include "trunnion/solvers/generalized_alpha.h"

namespace trunnion {

struct TransientOptions {
  double end = 0;          ///< [s]
  double fixed_step = 0;   ///< > 0: this step throughout, no error control [s]
  double max_step = 0;     ///< 0 = a hundredth of the duration [s]
  double min_step = 0;     ///< 0 = 1e-12 of the duration [s]
  double output_step = 0;  ///< > 0: call `output` at this rate, interpolated [s]
  double output_origin =
      std::numeric_limits<double>::quiet_NaN();  ///< output times count from here; NaN: the start [s]
  bool resume = false;                ///< the state comes from a checkpoint of this stage: balances and counts go on
  std::vector<double> picture_times;  ///< ascending: call `picture` at these times, interpolated [s]
  AlphaOptions alpha;
};

/// Called with states at the output times and the accepted steps around them, after each accepted step, and at the
/// times of pictures; with the time of each event and the name of the force that switched.
struct TransientCallbacks {
  std::function<void(const State&, const Neighbors&)> output = {};
  std::function<void(const State&)> accepted = {};
  std::function<void(const State&)> picture = {};
  std::function<void(double t, const std::string& force)> event = {};
};

struct TransientReport {
  bool finished = false;
  long steps = 0, rejected = 0, iterations = 0, factorizations = 0, events = 0;
  double smallest_step = 0, largest_step = 0;  ///< [s]
  double energy_balance_error = 0;  ///< largest |E - E_0 - W + D| over the largest energy that flowed or was there
  double constraint_drift = 0;      ///< largest position-level violation [m]
  double velocity_drift = 0;        ///< largest violation of C_x v + C_t [m/s]
  StepCost cost;                    ///< of generalized-alpha
  std::string message;              ///< why it stopped early: element, quantity, time, what to try
};

/// `state` must be consistent (initialize()); it ends at the last accepted step.
TransientReport run_transient(const Mechanism& mechanism, State& state, const TransientOptions& options,
                              const TransientCallbacks& callbacks = {}, Observer& observer = silent_observer());

/// Calls `output` at the times origin + k step that lie in (before, after]; one per run. States that are handed out
/// have their velocities projected onto the constraints; the integrator goes on with its own.
class OutputClock {
 public:
  OutputClock(double origin, double step, double start) : origin_(std::isnan(origin) ? start : origin), step_(step) {
    if (step_ > 0) next_ = static_cast<long>(std::ceil((start - origin_) / step_ - 1e-9));
  }
  void tick(const Mechanism& mechanism, const State& before, const State& after,
            const std::function<void(const State&, const Neighbors&)>& output);

 private:
  double origin_, step_;
  long next_ = 0;
  std::optional<Workspace> work_;
};

/// Calls `picture` at the listed times that lie in (before, after], and at the first one if it is where the run starts.
class PictureList {
 public:
  explicit PictureList(std::vector<double> times) : times_(std::move(times)) {}
  void tick(const Mechanism& mechanism, const State& before, const State& after,
            const std::function<void(const State&)>& picture);

 private:
  std::vector<double> times_;
  std::size_t next_ = 0;
  std::optional<Workspace> work_;
};

/// The state at t between two accepted ones: cubic in positions, turns and modal coordinates, linear in the rest.
State interpolate(const Mechanism& mechanism, const State& before, const State& after, double t);

}  // namespace trunnion
