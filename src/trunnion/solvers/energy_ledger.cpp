#include "trunnion/solvers/energy_ledger.h"

#include <algorithm>
#include <cmath>

namespace trunnion {

namespace {
StepContext context(const State& s) { return {s.t, s.previous_step, s.previous_step, StageKind::transient}; }
}  // namespace

EnergyLedger::EnergyLedger(const Mechanism& m, const State& s, Workspace& work) : mechanism_(m) {
  update_kinematics(m, s, work);
  last_ = energies(m, context(s), s, work);
  start_ = last_.total() - s.supplied_work + s.dissipated_work;
  largest_ = last_.kinetic + last_.strain + std::abs(last_.stored);
}

void EnergyLedger::add(State& s, double h, Workspace& work, TransientReport& report) {
  const StepContext at = context(s);
  assemble_residual(mechanism_, at, s, work);
  const Energies now = energies(mechanism_, at, s, work);
  s.supplied_work += 0.5 * h * (last_.supplied_power + now.supplied_power);
  s.dissipated_work += 0.5 * h * (last_.dissipated_power + now.dissipated_power);
  flowed_ +=
      0.5 * h *
      (std::abs(last_.supplied_power) + std::abs(now.supplied_power) + last_.dissipated_power + now.dissipated_power);
  largest_ = std::max(largest_, now.kinetic + now.strain + std::abs(now.stored));
  worst_ = std::max(worst_, std::abs(now.total() - start_ - s.supplied_work + s.dissipated_work));
  const double scale = std::max(largest_, flowed_);
  report.energy_balance_error = scale > 0 ? worst_ / scale : 0;
  for (Index r = 0; r < mechanism_.num_rows; ++r)
    if (s.row_active[r])
      report.constraint_drift =
          std::max(report.constraint_drift, std::abs(work.residual[mechanism_.num_velocities + r]));
  if (mechanism_.num_rows > 0) {
    rates_.resize(mechanism_.num_rows);
    constraint_rates(mechanism_, at, s, work, rates_);
    report.velocity_drift = std::max(report.velocity_drift, rates_.cwiseAbs().maxCoeff());
  }
  last_ = now;
}

}  // namespace trunnion
