#include "trunnion/reduction/contact_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trunnion {
namespace {

constexpr double usage = 0.8;  // of the loads tried first
constexpr double other_usages[] = {0, 0.4, 1.2, 1.6};
constexpr double other_shares[] = {0.6, 0.8, 1.2, 1.4};

bool same(double a, double b) { return std::abs(a - b) < 1e-9; }

/// Where y crosses the limit on the way from a point inside; empty: nowhere on the way.
std::optional<double> crossing(const std::vector<std::pair<double, double>>& way, double limit) {
  for (std::size_t k = 1; k < way.size(); ++k) {
    const auto& [x0, y0] = way[k - 1];
    const auto& [x1, y1] = way[k];
    if (!std::isfinite(y1)) return x0;
    if (y1 > limit) return x0 + (x1 - x0) * (limit - y0) / (y1 - y0);
  }
  return {};
}

double farthest(const std::vector<FitReach>& list, double FitReach::*what, bool up) {
  double out = list.front().*what;
  for (const FitReach& at : list) out = up ? std::max(out, at.*what) : std::min(out, at.*what);
  return out;
}

}  // namespace

ContactReach contact_reach(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                           const StateError& error) {
  ContactReach reach;
  const TrainedStates trained = single_loads(body, points, plan, usage);
  const ReducedContactState* worst = nullptr;
  for (const ReducedContactState& state : trained.states) {
    const double indicated = error(state);
    if (worst && indicated <= reach.indicated) continue;
    reach.indicated = indicated;
    worst = &state;
  }
  if (!worst) return reach;
  const auto attempt = [&](double share, double part) {
    ReducedContactState state = unloaded(body, points);
    const bool found = step(body, points, share, state.load, plan.shrink_steps, state) &&
                       step(body, points, share, part / usage * worst->load, 2, state);
    reach.list.push_back({share, part, found ? error(state) : std::numeric_limits<double>::quiet_NaN()});
  };
  reach.list.push_back({1, usage, reach.indicated});
  for (const double part : other_usages) attempt(1, part);
  for (const double share : other_shares) attempt(share, usage);
  return reach;
}

ReachLimits reach_limits(const std::vector<FitReach>& list, double limit) {
  ReachLimits out;
  std::vector<std::pair<double, double>> less, more, loads;
  for (const FitReach& at : list) {
    if (same(at.usage, usage) && at.share <= 1) less.emplace_back(-at.share, at.indicated);
    if (same(at.usage, usage) && at.share >= 1) more.emplace_back(at.share, at.indicated);
    if (same(at.share, 1)) loads.emplace_back(at.usage, at.indicated);
  }
  for (auto* way : {&less, &more, &loads}) std::sort(way->begin(), way->end());
  if (more.empty() || loads.empty() || !(loads.front().second <= limit)) return {false, {}, {}, {}};
  out.largest_usage = crossing(loads, limit);
  out.inside = more.front().second <= limit;
  if (!out.inside) return out;
  if (const auto found = crossing(less, limit)) out.least_share = -*found;
  out.largest_share = crossing(more, limit);
  return out;
}

std::string reach_sentence(const std::vector<FitReach>& list, double limit) {
  const ReachLimits at = reach_limits(list, limit);
  const std::string loads =
      fmt::format("loads up to {}{:.2g} times the one that uses the joint up", at.largest_usage ? "" : "more than ",
                  at.largest_usage.value_or(farthest(list, &FitReach::usage, true)));
  if (!at.inside && !at.largest_usage) return fmt::format("pressures are off by more than {:.2g} %", 100 * limit);
  if (!at.inside) return fmt::format("pressures within {:.2g} % for {}", 100 * limit, loads);
  return fmt::format(
      "pressures within {:.2g} % for {}, and for {}{:.2g} to {}{:.2g} times the interference", 100 * limit, loads,
      at.least_share ? "" : "less than ", at.least_share.value_or(farthest(list, &FitReach::share, false)),
      at.largest_share ? "" : "more than ", at.largest_share.value_or(farthest(list, &FitReach::share, true)));
}

}  // namespace trunnion
