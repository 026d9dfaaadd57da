#include "trunnion/reduction/mode_selection.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace trunnion {
namespace {

double squared_rate(double hz) { return std::pow(2 * std::numbers::pi * hz, 2); }

ModeSelection chosen(std::vector<Index> modes, const VectorXd& share) {
  ModeSelection selection;
  std::sort(modes.begin(), modes.end());
  for (const Index i : modes) selection.completeness += share[i];
  selection.modes = std::move(modes);
  return selection;
}

}  // namespace

double near_band(double band_hz) { return squared_rate(1.3 * band_hz); }

std::vector<Index> with_priority(const std::vector<Index>& ranked, const std::vector<Index>& always) {
  std::vector<Index> order = always;
  for (const Index i : ranked)
    if (std::find(always.begin(), always.end(), i) == always.end()) order.push_back(i);
  return order;
}

std::vector<Index> rank_modes(SelectionRule rule, const VectorXd& eigenvalues, const VectorXd& share, double band_hz,
                              double damping_ratio) {
  std::vector<Index> order(eigenvalues.size());
  std::iota(order.begin(), order.end(), Index(0));
  if (rule != SelectionRule::interface_mass && rule != SelectionRule::band_interface_mass) return order;
  VectorXd rank = share;
  if (rule == SelectionRule::band_interface_mass) {
    const double wb2 = squared_rate(band_hz);
    for (Index i = 0; i < rank.size(); ++i) {
      const double distance =
          std::max(std::abs(eigenvalues[i] - wb2), 2 * damping_ratio * std::sqrt(wb2 * eigenvalues[i]));
      rank[i] = eigenvalues[i] < near_band(band_hz) ? 1e300 : share[i] * wb2 / distance;
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return rank[a] > rank[b]; });
  return order;
}

ModeSelection select_count(const std::vector<Index>& ranked, const VectorXd& share, Index count) {
  const Index taken = std::min<Index>(count, Index(ranked.size()));
  ModeSelection selection = chosen({ranked.begin(), ranked.begin() + taken}, share);
  selection.met = taken == count;
  return selection;
}

ModeSelection select_below(const VectorXd& eigenvalues, const VectorXd& share, double cutoff_hz) {
  std::vector<Index> modes;
  for (Index i = 0; i < eigenvalues.size(); ++i)
    if (eigenvalues[i] < squared_rate(cutoff_hz)) modes.push_back(i);
  return chosen(std::move(modes), share);
}

ModeSelection select_completeness(const std::vector<Index>& ranked, const VectorXd& share, double target,
                                  const std::vector<Index>& always) {
  std::vector<Index> modes;
  double sum = 0;
  const std::vector<Index> order = with_priority(ranked, always);
  for (std::size_t i = 0; i < order.size() && (sum < target || i < always.size()); ++i) {
    modes.push_back(order[i]);
    sum += share[order[i]];
  }
  ModeSelection selection = chosen(std::move(modes), share);
  selection.met = sum >= target;
  return selection;
}

}  // namespace trunnion
