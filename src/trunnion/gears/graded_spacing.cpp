#include "trunnion/gears/graded_spacing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace trunnion {

std::vector<double> graded_spacing(double first, double length, double growth, double largest) {
  std::vector<double> steps{std::min(first, length)};
  double sum = steps[0];
  while (sum < length) {
    steps.push_back(std::min(steps.back() * growth, largest));
    sum += steps.back();
  }
  // The misfit goes to the coarse end, so that the fine steps stay what was asked for.
  const auto n = steps.size();
  std::vector<double> weight(n, 1);
  for (std::size_t i = 0; n > 1 && i < n; ++i) weight[i] = std::pow(double(i) / double(n - 1), 2);
  double weighted = 0;
  for (std::size_t i = 0; i < n; ++i) weighted += weight[i] * steps[i];
  const double misfit = sum - length;
  for (std::size_t i = 0; i < n; ++i)
    steps[i] = weighted > misfit ? steps[i] - misfit * weight[i] * steps[i] / weighted : steps[i] * length / sum;
  std::vector<double> x(n + 1, 0);
  std::partial_sum(steps.begin(), steps.end(), x.begin() + 1);
  x.back() = length;
  return x;
}

std::vector<double> arc_lengths(const Polyline& line) {
  std::vector<double> arc(line.size(), 0);
  for (std::size_t i = 1; i < line.size(); ++i) arc[i] = arc[i - 1] + (line[i] - line[i - 1]).norm();
  return arc;
}

Vector2d point_at(const Polyline& line, const std::vector<double>& arc, double at) {
  if (at >= arc.back()) return line.back();
  const auto above = std::upper_bound(arc.begin(), arc.end(), at);
  const auto i = std::max<std::ptrdiff_t>(above - arc.begin(), 1);
  const auto k = static_cast<std::size_t>(i);
  const double share = arc[k] > arc[k - 1] ? (at - arc[k - 1]) / (arc[k] - arc[k - 1]) : 0;
  return line[k - 1] + share * (line[k] - line[k - 1]);
}

Polyline resampled(const Polyline& line, std::size_t steps) {
  const std::vector<double> arc = arc_lengths(line);
  Polyline out;
  for (std::size_t i = 0; i <= steps; ++i) out.push_back(point_at(line, arc, arc.back() * double(i) / double(steps)));
  return out;
}

std::vector<Polyline> transfinite_grid(const Polyline& bottom, const Polyline& top, const Polyline& left,
                                       const Polyline& right) {
  const auto shares = [](const Polyline& line) {
    std::vector<double> arc = arc_lengths(line);
    for (double& a : arc) a /= arc.back();
    return arc;
  };
  const std::vector<double> ub = shares(bottom), ut = shares(top), vl = shares(left), vr = shares(right);
  std::vector<Polyline> grid(left.size(), Polyline(bottom.size()));
  for (std::size_t i = 0; i < left.size(); ++i)
    for (std::size_t j = 0; j < bottom.size(); ++j) {
      const double du = ut[j] - ub[j], dv = vr[i] - vl[i];
      const double u = (ub[j] + vl[i] * du) / (1 - du * dv), v = vl[i] + u * dv;
      grid[i][j] = (1 - v) * bottom[j] + v * top[j] + (1 - u) * left[i] + u * right[i] -
                   ((1 - u) * (1 - v) * bottom.front() + u * (1 - v) * bottom.back() + (1 - u) * v * top.front() +
                    u * v * top.back());
    }
  // Exactly on the curves, so that neighbors share their nodes.
  grid.front() = bottom;
  grid.back() = top;
  for (std::size_t i = 0; i < left.size(); ++i) {
    grid[i].front() = left[i];
    grid[i].back() = right[i];
  }
  return grid;
}

}  // namespace trunnion
