#include "trunnion/report/thin_curves.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace trunnion {
namespace {

constexpr double bytes_of_number = 4.0 * 4 / 3;  // 32 bits in base64
constexpr Index fewest = 400;                    // points: two a pixel of a small diagram

// Places of the smallest and largest value of samples [first, last); where all are missing, of one of them.
void find_extremes(const VectorXd& y, Index first, Index last, std::set<Index>& places) {
  Index low = -1, high = -1;
  for (Index k = first; k < last; ++k) {
    if (!std::isfinite(y[k])) continue;
    if (low < 0 || y[k] < y[low]) low = k;
    if (high < 0 || y[k] > y[high]) high = k;
  }
  if (low < 0)
    places.insert(first);
  else
    places.insert({low, high});
}

bool ascends(const VectorXd& x) { return std::is_sorted(x.begin(), x.end()); }

}  // namespace

Series thinned(const Series& series, Index points) {
  const Index n = series.x.size();
  if (n <= points) return series;
  const bool goes_round = !ascends(series.x);  // an orbit: both directions have their extremes
  const Index stretches = (points - 2) / (goes_round ? 4 : 2);
  std::vector<Index> kept{0};
  for (Index k = 0; k < stretches; ++k) {
    const Index first = 1 + k * (n - 2) / stretches, last = 1 + (k + 1) * (n - 2) / stretches;
    std::set<Index> places;
    find_extremes(series.y, first, last, places);
    if (goes_round) find_extremes(series.x, first, last, places);
    kept.insert(kept.end(), places.begin(), places.end());
  }
  kept.push_back(n - 1);
  Series out = series;
  out.x = series.x(kept);
  out.y = series.y(kept);
  return out;
}

Index points_that_fit(std::span<const Curve> curves, std::size_t budget) {
  std::vector<Index> sizes;
  double bytes = 0;
  for (const Curve& curve : curves)
    for (std::size_t k = 0; k < curve.series.size(); ++k) {
      const Series& one = curve.series[k];
      sizes.push_back(one.x.size());
      const bool shared = k > 0 && curve.series[k - 1].x.size() == one.x.size() && curve.series[k - 1].x == one.x;
      bytes += bytes_of_number * double(one.x.size()) * (shared ? 1 : 2);
    }
  const auto budget_bytes = double(budget);
  if (bytes <= budget_bytes) return 0;
  const auto thinned_bytes = [&](Index points) {
    double sum = 0;
    for (const Index size : sizes) sum += 2 * bytes_of_number * double(std::min(size, points));
    return sum;
  };
  Index points = *std::max_element(sizes.begin(), sizes.end());
  while (points > fewest && thinned_bytes(points) > budget_bytes) points = std::max(fewest, points * 9 / 10);
  return points;
}

}  // namespace trunnion
