#pragma once
// solvers/generalized_alpha.h -- one step of the Lie-group generalized-alpha method on the index-3 equations.
//   M a_1 + C_x' lambda = Q at t_1,   C(x_1) = 0,   x_1 = x_0 . exp(dx)
//   dx = h v_0 + h^2 (1/2 - beta) A_0 + h^2 beta A_1,   v_1 = v_0 + h (1 - gamma) A_0 + h gamma A_1
//   (1 - am) A_1 + am A_0 = (1 - af) a_1 + af a_0                                  (theory/solvers.md, Eq. 1.1 to 1.4)
// A is the auxiliary acceleration, a_n at t_n + (am - af) h to second order. Multipliers are scaled by the factor of M.
// Velocities are not projected onto the constraints between steps: that would cost the multipliers an order. They drift
// by a term in h^2 instead, which starts with the run and is scaled where the step changes.

#include "trunnion/solvers/step_control.h"
#include "trunnion/system/assembly.h"

namespace trunnion {

/// Parameters for the damping of the highest frequencies: rho = 1 none, 0 all of it in one step.
struct AlphaParameters {
  explicit AlphaParameters(double rho);
  double am, af, gamma, beta;
  /// Newmark's method. A little damping: without any, the multipliers of joints would swing.
  static AlphaParameters newmark();
};

struct AlphaOptions {
  double rho = 0.7;
  Tolerances tolerances;
  double newton = 1e-4;  ///< largest correction that counts as converged, in units of the allowed error
  int max_iterations = 16;
  /// Oil films and bodies in turn: films are evaluated where the bodies are, bodies move under these forces, until
  /// nothing changes; with Newmark's method. For comparison: converges only in steps that are small enough
  /// (docs/decisions/0007).
  bool fixed_point = false;
};

struct StepReport {
  bool converged = false;
  int iterations = 0;
  int factorizations = 0;
  double error = 0;     ///< local error over the allowed one
  std::string trouble;  ///< who failed, for messages
};

/// Where the wall time of steps went [s].
struct StepCost {
  double residual = 0, tangent = 0, factor = 0, solve = 0;
};

/// A factorisation that serves several steps. It has worn out when one more step with it costs more than its steps cost
/// on average, its own price included: from then on the average could only rise.
struct KeptFactorization {
  double price = 0;       ///< in iterations
  double iterations = 0;  ///< done with it
  double last = 0, steps = 0;

  void used(double in_step) {
    last = in_step;
    iterations += in_step;
    ++steps;
  }
  bool worn_out() const { return last * steps > price + iterations; }
};

/// The integrator with its kept factorisation. The mechanism must outlive it.
class GeneralizedAlpha {
 public:
  GeneralizedAlpha(const Mechanism& mechanism, const AlphaOptions& options);

  /// From `from` (with its a, a_aux and jerk) a step h to `to`. Nothing is committed.
  StepReport step(const State& from, double h, State& to);
  /// Sets a_aux of a fresh start, and the drift of its velocities, so that multipliers begin without a first-order
  /// error.
  void prepare(State& state, double h);
  Workspace& workspace() { return work_; }
  const StepCost& cost() const { return cost_; }
  /// Nothing of the last step helps the next one (after an event).
  void forget() {
    kept_step_ = 0;
    extrapolate_ = false;
  }

 private:
  std::string settle_trouble(const StepContext& at, const State& s);
  VectorXd rates_with(const State& state, const VectorXd& v);
  void scale_velocity_drift(const StepContext& at, const State& from, State& to, StepReport& report);
  void start_velocity_drift(State& state, double h);
  bool refresh(const StepContext& at, const State& s, const VectorXd& dx, double h, StepReport& report);

  const Mechanism& mechanism_;
  AlphaOptions options_;
  AlphaParameters p_;
  Workspace work_;
  StepCost cost_;
  VectorXd dx_, rhs_, correction_, before_, weights_;
  std::vector<Matrix3d> T_;
  double kept_step_ = 0;  // the step the factorisation belongs to; 0 = none
  KeptFactorization kept_;
  bool extrapolate_ = false;  // whether accelerations are smooth enough to be extrapolated
};

}  // namespace trunnion
