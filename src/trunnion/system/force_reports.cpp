#include "trunnion/system/force_reports.h"

#include <algorithm>

#include "trunnion/system/assembly.h"
#include "trunnion/system/measured_loads.h"

namespace trunnion {

std::vector<ForceReport> force_reports(const Mechanism& m, const StepContext& at, const State& s, Workspace& work) {
  std::vector<ForceReport> reports(m.num_forces());
  Index slot = 0;
  for (const MarkerForceElement& force : m.marker_forces) {
    force.law->report(at, pair_motion(work, force.I, force.J), s.history[slot], work.slots[slot], reports[slot]);
    ++slot;
  }
  for (const BodyForceElement& force : m.body_forces) {
    force.law->report(at, motions_of(m, s, work, force), s.history[slot], work.slots[slot], reports[slot]);
    ++slot;
  }
  for (Index l = 0; l < static_cast<Index>(m.loads.size()); ++l)
    report_measured_load(m, at, s, l, work, reports[slot++]);
  return reports;
}

bool needs_rates_of_steps(const Mechanism& m) {
  const auto needs = [](const auto& force) { return force.law->needs_rates_of_steps(); };
  return std::any_of(m.marker_forces.begin(), m.marker_forces.end(), needs) ||
         std::any_of(m.body_forces.begin(), m.body_forces.end(), needs);
}

const std::string& force_name(const Mechanism& m, Index f) {
  const Index markers = static_cast<Index>(m.marker_forces.size()), bodies = static_cast<Index>(m.body_forces.size());
  if (f < markers) return m.marker_forces[f].name;
  if (f < markers + bodies) return m.body_forces[f - markers].name;
  return m.loads[f - markers - bodies].name;
}

std::string force_label(const Mechanism& m, Index f) {
  const Index markers = static_cast<Index>(m.marker_forces.size()), bodies = static_cast<Index>(m.body_forces.size());
  const std::string table = f < markers            ? m.marker_forces[f].table
                            : f < markers + bodies ? m.body_forces[f - markers].table
                                                   : "force";
  return table + "." + force_name(m, f);
}

namespace {

// Calls visit(source, values) for every list of event values, in their order.
template <class Visit>
void for_each_event_list(const Mechanism& m, double t, const std::vector<ForceReport>& reports, Visit&& visit) {
  for (std::size_t f = 0; f < reports.size(); ++f) {
    visit(false, reports[f].events, [&] { return force_name(m, static_cast<Index>(f)); });
    visit(true, reports[f].jumps, [&] { return force_name(m, static_cast<Index>(f)); });
  }
  for (const Joint& joint : m.joints)
    if (joint.switches) visit(true, joint.switches(t), [&] { return joint.name; });
}

}  // namespace

VectorXd event_values(const Mechanism& m, double t, const std::vector<ForceReport>& reports) {
  std::vector<double> values;
  for_each_event_list(m, t, reports, [&](bool, const std::vector<double>& list, const auto&) {
    values.insert(values.end(), list.begin(), list.end());
  });
  return Eigen::Map<VectorXd>(values.data(), static_cast<Index>(values.size()));
}

EventSource event_source(const Mechanism& m, double t, const std::vector<ForceReport>& reports, Index event) {
  EventSource source;
  Index first = 0;
  for_each_event_list(m, t, reports, [&](bool jumps, const std::vector<double>& list, const auto& name) {
    const Index last = first + static_cast<Index>(list.size());
    if (event >= first && event < last) source = {name(), jumps};
    first = last;
  });
  return source;
}

}  // namespace trunnion
