#include "trunnion/solvers/energy_ledger.h"
#include "trunnion/system/joint_equations.h"

#include <algorithm>
#include <cmath>

namespace trunnion {

namespace {

StepContext context(const State& s) { return {s.t, s.previous_step, s.previous_step, StageKind::transient}; }

double present(const Energies& e) { return e.kinetic + e.strain + std::abs(e.stored); }

void balances_of(const BalanceBook& book, TransientReport& report) {
  const double scale = std::max(book.largest, book.flowed);
  report.energy_balance_error = scale > 0 ? book.worst / scale : 0;
  report.constraint_drift = book.opening;
  report.velocity_drift = book.opening_rate;
}

Vector3d start_of(const Mechanism& m, Index marker) {
  const Marker& at = m.markers[marker];
  return at.body < 0 ? at.p : Vector3d(m.start[at.body].R + m.start[at.body].A * at.p);
}

// Rows of a joint are lengths, or angles and cosines. Those count by how far they let the farthest marker of the two
// bodies go.
VectorXd arms_of(const Mechanism& m) {
  std::vector<double> reach(m.bodies.size(), 0.0);
  for (const Marker& marker : m.markers)
    if (marker.body >= 0) reach[marker.body] = std::max(reach[marker.body], marker.p.norm());
  VectorXd arms = VectorXd::Ones(m.num_rows);
  Index row = 0;
  for (const Joint& joint : m.joints)
    for (const ConstraintRow& r : joint.rows) {
      const RelativeCoordinate& first = r.terms.front().coordinate;
      if (first.kind == CoordinateKind::angle || first.kind == CoordinateKind::dot) {
        arms[row] = 0;
        for (const Index marker : {first.I, first.J})
          if (const Index body = m.markers[marker].body; body >= 0) arms[row] = std::max(arms[row], reach[body]);
      } else if (first.kind == CoordinateKind::azimuth) {
        arms[row] = (start_of(m, first.I) - start_of(m, first.J)).norm();
      }
      ++row;
    }
  return arms;
}

}  // namespace

EnergyLedger::EnergyLedger(const Mechanism& m, State& s, bool resume, Workspace& work)
    : mechanism_(m), arms_(arms_of(m)) {
  update_kinematics(m, s, work);
  last_ = energies(m, context(s), s, work);
  if (resume) return;
  s.book = {};
  s.book.start = last_.total() - s.supplied_work + s.dissipated_work;
  s.book.largest = present(last_);
}

void EnergyLedger::add(State& s, double h, const std::vector<ForceReport>& reports, const Workspace& work,
                       TransientReport& report) {
  const StepContext at = context(s);
  const Energies now = energies(mechanism_, at, s, reports, work);
  BalanceBook& book = s.book;
  s.supplied_work += 0.5 * h * (last_.supplied_power + now.supplied_power);
  s.dissipated_work += 0.5 * h * (last_.dissipated_power + now.dissipated_power);
  s.element_work += 0.5 * h * (last_.element_power + now.element_power);
  book.flowed +=
      0.5 * h *
      (std::abs(last_.supplied_power) + std::abs(now.supplied_power) + last_.dissipated_power + now.dissipated_power);
  book.largest = std::max(book.largest, present(now));
  book.worst = std::max(book.worst, std::abs(now.total() - book.start - s.supplied_work + s.dissipated_work));
  if (mechanism_.num_rows > 0) {
    openings_.resize(mechanism_.num_rows);
    rates_.resize(mechanism_.num_rows);
    constraint_violations(mechanism_, at, s, work, openings_, rates_);
    book.opening = std::max(book.opening, openings_.cwiseProduct(arms_).cwiseAbs().maxCoeff());
    book.opening_rate = std::max(book.opening_rate, rates_.cwiseProduct(arms_).cwiseAbs().maxCoeff());
  }
  balances_of(book, report);
  book.steps = static_cast<double>(report.steps + 1);
  book.rejected = static_cast<double>(report.rejected);
  book.iterations = static_cast<double>(report.iterations);
  book.factorizations = static_cast<double>(report.factorizations);
  book.events = static_cast<double>(report.events);
  last_ = now;
}

void EnergyLedger::cross(State& s, double h, Workspace& work) {
  s.supplied_work += h * last_.supplied_power;
  s.dissipated_work += h * last_.dissipated_power;
  s.element_work += h * last_.element_power;
  update_kinematics(mechanism_, s, work);
  last_ = energies(mechanism_, context(s), s, work);
}

void resume_counts(const BalanceBook& book, TransientReport& report) {
  balances_of(book, report);
  report.steps = std::lround(book.steps);
  report.rejected = std::lround(book.rejected);
  report.iterations = std::lround(book.iterations);
  report.factorizations = std::lround(book.factorizations);
  report.events = std::lround(book.events);
}

}  // namespace trunnion
