#include "trunnion/system/force_reports.h"

#include "trunnion/system/assembly.h"
#include "trunnion/system/measured_loads.h"

namespace trunnion {

void for_each_report(const Mechanism& m, const StepContext& at, const State& s, Workspace& work,
                     const std::function<void(Index, const std::string&, ForceReport&)>& visit) {
  ForceReport report;
  Index slot = 0;
  for (const MarkerForceElement& force : m.marker_forces) {
    report = {};
    force.law->report(at, pair_motion(work, force.I, force.J), s.history[slot], work.slots[slot], report);
    visit(slot++, force.name, report);
  }
  for (const BodyForceElement& force : m.body_forces) {
    report = {};
    force.law->report(at, motions_of(m, s, work, force), s.history[slot], work.slots[slot], report);
    visit(slot++, force.name, report);
  }
  for (Index l = 0; l < static_cast<Index>(m.loads.size()); ++l) {
    report = {};
    report_measured_load(m, at, s, l, work, report);
    visit(slot++, m.loads[l].name, report);
  }
}

VectorXd event_values(const Mechanism& m, const StepContext& at, const State& s, Workspace& work) {
  std::vector<double> values;
  for_each_report(m, at, s, work, [&](Index, const std::string&, ForceReport& report) {
    values.insert(values.end(), report.events.begin(), report.events.end());
  });
  return Eigen::Map<VectorXd>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace trunnion
