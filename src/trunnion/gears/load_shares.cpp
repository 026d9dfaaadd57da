#include "trunnion/gears/load_shares.h"

#include <algorithm>
#include <cmath>

namespace trunnion {

LawPlace law_place(Index row, Index rows, Index pitches) {
  // row pitches/rows - pitches/2 + 1/2 = k/(2 rows)
  const Index k = 2 * row * pitches - (pitches - 1) * rows, whole = 2 * rows;
  const Index cycle = k >= 0 ? k / whole : -((-k + whole - 1) / whole);
  return {int(cycle), double(k - cycle * whole) / double(whole) - 0.5};
}

std::vector<PairShare> LoadShares::operator()(double s, double x) const {
  const auto pairs = Index(data_.share.size()), reach = pairs / 2;
  const Index n = data_.share.front().rows(), last = data_.level.size() - 1;
  const double h = data_.period / double(n);
  const double steps = s / h + 0.5 * double(n), wrapped = steps - double(n) * std::floor(steps / double(n));
  const Index i = std::min(Index(wrapped), n - 1), next = (i + 1) % n;
  const double b = wrapped - double(i);
  const auto pitches = Index(std::lround(data_.period / data_.pitch));
  const auto local = [&](Index row) { return data_.pitch * law_place(row, n, pitches).place; };
  const double place = local(i);
  const auto renumbered = Index(std::lround((place + h - local(next)) / data_.pitch));

  const double* const levels = data_.level.data();
  const Index k = std::clamp<Index>(std::upper_bound(levels, levels + last + 1, x) - levels - 1, 1, last - 1);
  const double width = data_.level[k + 1] - data_.level[k], t = std::clamp((x - data_.level[k]) / width, 0.0, 1.0);
  const bool inside = x > data_.level[k] && x < data_.level[k + 1];
  struct Row {
    double value, slope;
  };
  const auto over_x = [&](Index pair, Index row) -> Row {
    if (pair < 0 || pair >= pairs) return {0, 0};
    const MatrixXd& share = data_.share[std::size_t(pair)];
    const double low = share(row, k), high = share(row, k + 1);
    return {(1 - t) * low + t * high, inside ? (high - low) / width : 0};
  };
  std::vector<PairShare> out;
  for (Index j = -1; j <= pairs; ++j) {
    const Row one = over_x(j, i), two = over_x(j + renumbered, next);
    if (one.value == 0 && two.value == 0) continue;
    out.push_back({place + double(j - reach) * data_.pitch + b * h, (1 - b) * one.value + b * two.value,
                   (two.value - one.value) / h, (1 - b) * one.slope + b * two.slope});
  }
  return out;
}

}  // namespace trunnion
