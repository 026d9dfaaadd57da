#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/run/mechanism_stages.h"

namespace trunnion {

void hint_at_reference_condition(const MechanismRun& run, const TimeRecord& record, Observer& observer) {
  constexpr double limit = 0.02;
  const Mechanism& m = run.built.mechanism;
  for (const Body& body : m.bodies) {
    const auto found = run.built.reduced.find(body.name);
    if (found == run.built.reduced.end() || body.num_modes() == 0) continue;
    const ReducedBody& reduced = *found->second;
    const bool stiffens = !reduced.stiffening.spin.empty() && !reduced.interfaces.empty() &&
                          reduced.interfaces.front().translation2.size() > 0;
    const TimeColumn* speed = record.find("body." + body.name + ".angular_speed");
    if (stiffens || !speed || reduced.frequency.size() == 0) continue;
    // Parts that only contact joins have relative rigid motions on soft springs below their elastic modes.
    const bool joined = reduced.record.fits.elastic_hz > 0;
    const double first = 2 * std::numbers::pi * (joined ? reduced.record.fits.elastic_hz : reduced.frequency[0]);
    double length = 0;
    for (const InterfaceRows& one : reduced.interfaces)
      for (const InterfaceRows& other : reduced.interfaces)
        length = std::max(length, (one.position - other.position).norm());
    // Loads push nothing through a body that a joint or bearing does not take up.
    const TimeColumn* along = record.find("body." + body.name + ".axial_force");
    const double force = along ? peak(*along) : 0;
    const double pinned = std::pow(std::numbers::pi / 4.730, 2) * first;
    const double euler = pinned * pinned * body.inertia.I1 * length / (std::numbers::pi * std::numbers::pi);
    const double spin_share = std::pow(peak(*speed) / first, 2), load_share = euler > 0 ? force / euler : 0;
    if (std::max(spin_share, load_share) <= limit) continue;
    const std::string what = fmt::format(
        "body '{}': stress changes its stiffness, which this run leaves out. (speed/first frequency)^2 reaches {:.2g} "
        "and the force of a joint or bearing along it {:.2g} of its Euler load, limit {}; "
        "reduction.geometric_stiffness = [\"inertia\", \"interface\"] takes that in",
        body.name, spin_share, load_share, limit);
    if (reduced.reference_condition == "mean-axis")
      observer.warn(what +
                    "; its reference condition matters too: for a rod between two eyes take reference = "
                    "\"chord\", whose chord does not turn within the frame");
    else
      observer.note(what);
  }
}

}  // namespace trunnion
