#include "trunnion/run/fit_slip.h"

#include <fmt/format.h>

#include <cmath>

namespace trunnion {
namespace {

constexpr int halvings = 6;
constexpr double largest_motion_share = 0.02;  ///< of the extent; as on the full mesh

double way_slid(const FitField& field) { return field.motion.colwise().norm().maxCoeff(); }
double farthest(const FitElement& fit) { return largest_motion_share * std::sqrt(fit.force->fit().area.sum()); }

/// What a fit carries by friction, over the recorded positions.
struct Carried {
  const char *name, *unit;
  std::vector<double> values;
};

Carried carried(const FitElement& fit, const TimeRecord& recorded) {
  const auto column = [&](const char* output) -> const std::vector<double>& {
    return recorded.find(fmt::format("fit.{}.{}", fit.name, output))->values;
  };
  const FitAxis& axis = fit.force->axis();
  Carried torque{"torque", "N m", column("torque")}, force{"force", "N", {}};
  for (std::size_t k = 0; k < recorded.t.size(); ++k) {
    const Vector3d all(column("fx")[k], column("fy")[k], column("fz")[k]);
    const double along = all.dot(axis.direction);
    force.values.push_back(axis.round ? along : (all - along * axis.direction).norm());
  }
  const bool turns = axis.round && std::abs(torque.values.back()) >= axis.radius * std::abs(force.values.back());
  return turns ? torque : force;
}

}  // namespace

// Where all that touches stands on the limit of friction, no equilibrium is to be expected.
std::optional<FitElement> slipping_fit(const Mechanism& mechanism, const State& state) {
  constexpr double all = 0.99;
  for (const FitElement& fit : fit_elements(mechanism)) {
    const FitField field = field_at(mechanism, fit, {state.t, state.x, state.history});
    const FitShares shares = shares_of(field, fit.force->fit().area);
    if (shares.sliding > 0 && shares.open + shares.sliding >= all) return fit;
    if (way_slid(field) > farthest(fit)) return fit;
  }
  return std::nullopt;
}

std::string slid_away(const Mechanism& mechanism, const State& state) {
  for (const FitElement& fit : fit_elements(mechanism)) {
    const double way = way_slid(field_at(mechanism, fit, {state.t, state.x, state.history}));
    if (way > farthest(fit))
      return fmt::format(
          "the surfaces of the fit '{}' have moved by {:.3g} mm against each other, more than {:.3g} mm, 2 % of their "
          "extent: they have slipped, and soft springs between the parts alone hold them",
          fit.name, 1e3 * way, 1e3 * farthest(fit));
  }
  return "";
}

SlipBracket narrowed(SlipBracket bracket, const std::function<bool(double)>& has_equilibrium) {
  for (int k = 0; k < halvings; ++k) {
    const double middle = 0.5 * (bracket.held + bracket.lost);
    (has_equilibrium(middle) ? bracket.held : bracket.lost) = middle;
  }
  return bracket;
}

void tell_of_slipping(const FitElement& fit, const Axis& over, const SlipBracket& bracket, const TimeRecord& recorded,
                      MechanismResult& out) {
  const Carried load = carried(fit, recorded);
  // No equilibrium, no load: what the sweep would have asked for if it went on as it did.
  const std::size_t n = recorded.t.size();
  const double held = load.values.back();
  const double slope = n < 2 ? 0 : (held - load.values[n - 2]) / (recorded.t[n - 1] - recorded.t[n - 2]);
  const double lost = held + slope * (bracket.lost - bracket.held);
  const double sliding = recorded.find(fmt::format("fit.{}.sliding_share", fit.name))->values.back();
  out.ended = fmt::format("the fit '{}' slips at a {} between {:.5g} and {:.5g} {}", fit.name, load.name,
                          std::abs(held), std::abs(lost), load.unit);
  out.record.warnings.push_back(
      fmt::format("{}: all that touches stands on the limit of friction. At {} = {:.5g} {} it carried the first with "
                  "{:.3g} % of its "
                  "area sliding, at {:.5g} {} the second is asked for",
                  out.ended, over.label, bracket.held, over.unit, 100 * sliding, bracket.lost, over.unit));
  const std::string prefix = fmt::format("fit.{}.", fit.name);
  out.quantities.push_back({prefix + "slips_at", bracket.lost, ""});
  out.quantities.push_back({fmt::format("{}slips_at_{}", prefix, load.name), std::abs(lost), ""});
  out.quantities.push_back({fmt::format("{}{}_held", prefix, load.name), std::abs(held), ""});
}

}  // namespace trunnion
