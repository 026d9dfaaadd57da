#include "trunnion/fe_contact/no_equilibrium.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "trunnion/contact/fit_axis.h"

namespace trunnion {

FrictionCapacity friction_capacity(const Fit& fit, const FitTraction* traction) {
  const ContactZone& zone = fit.zone;
  const FitAxis axis = fit_axis(zone.position, zone.normal, zone.area);
  FrictionCapacity out;
  for (Index k = 0; k < zone.size(); ++k) {
    const double force = fit.law.friction * traction[k].pressure * zone.area[k];
    out.force += force;
    out.moment += force * (zone.position.col(k) - axis.center).cross(axis.direction).norm();
  }
  return out;
}

std::string why_no_equilibrium(const std::vector<Fit>& fits, const FitPoints& points, const EquilibriumFound& last,
                               double reached) {
  const std::string where = fmt::format("the last equilibrium is at {:.1f} % of the step", 100 * reached);
  std::string slipping, counts;
  for (std::size_t f = 0; f < fits.size(); ++f) {
    const FitCounts count = fit_counts(points, f, last.forces.traction);
    const std::string& name = fits[f].zone.name;
    if (count.comes_off()) {
      slipping += fmt::format("the fit '{}' comes off: all its {} points are open and nothing else holds the parts; ",
                              name, count.points);
    } else if (count.slips()) {
      const FrictionCapacity capacity = friction_capacity(fits[f], last.forces.traction.data() + points.first[f]);
      slipping += fmt::format(
          "the fit '{}' slips: all its {} closed points slide; at the pressures there friction holds {:.4g} N in sum, "
          "{:.4g} N m about its axis; ",
          name, count.closed, capacity.force, capacity.moment);
    }
    counts +=
        fmt::format(" '{}': {} of {} points closed, {} sliding.", name, count.closed, count.points, count.sliding);
  }
  if (!slipping.empty()) return slipping + where;
  return fmt::format(
      "no equilibrium was found: after {} iterations the motion still changes by {:.2g} of its size; {}.{} Use more "
      "increments, or a law with smoothing.",
      last.iterations, last.change, where, counts);
}

}  // namespace trunnion
