#include "trunnion/lubrication/film_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr double same = 1e-9;  // edges closer than this share of the range are one

void need_ascending(const VectorXd& x, const char* what) {
  if (x.size() < 2) throw InputError(fmt::format("film grid: {} nodes {}, at least 2 are needed", x.size(), what));
  for (Index k = 1; k < x.size(); ++k)
    if (!(x[k] > x[k - 1]))
      throw InputError(fmt::format("film grid: node {} {} is at {}, not beyond {}", k + 1, what, x[k], x[k - 1]));
}

// Half of the steps on either side.
VectorXd volumes(const VectorXd& step, Index nodes, bool periodic) {
  VectorXd out = VectorXd::Zero(nodes);
  for (Index k = 0; k < step.size(); ++k) {
    out[k] += 0.5 * step[k];
    out[periodic && k + 1 == nodes ? 0 : k + 1] += 0.5 * step[k];
  }
  return out;
}

void finish_along(FilmGrid& grid) {
  need_ascending(grid.along, "around");
  const Index n = grid.columns();
  grid.step.resize(grid.periodic ? n : n - 1);
  for (Index i = 0; i + 1 < n; ++i) grid.step[i] = grid.along[i + 1] - grid.along[i];
  if (grid.periodic) {
    grid.step[n - 1] = grid.along[0] + turn - grid.along[n - 1];
    if (!(grid.step[n - 1] > 0))
      throw InputError(
          fmt::format("film grid: angles from {} to {} rad are more than one turn", grid.along[0], grid.along[n - 1]));
  }
  grid.width = volumes(grid.step, n, grid.periodic);
}

// zeta of the rows; `power`: how r depends on it, r = arm(zeta).
void finish_across(const VectorXd& zeta, FilmGrid& grid) {
  const Index n = grid.rows();
  grid.rise = zeta.tail(n - 1) - zeta.head(n - 1);
  grid.height = volumes(grid.rise, n, false);
  grid.strip.resize(n);
  grid.strip4.resize(n);
  if (grid.shape != FilmGrid::Shape::annulus) {
    grid.strip = grid.arm.array().square() * grid.height.array();
    grid.strip4 = grid.arm.array().pow(4) * grid.height.array();
    return;
  }
  for (Index j = 0; j < n; ++j) {  // r = R_in exp(zeta): faces at geometric means
    const double low = j > 0 ? grid.arm[j - 1] * grid.arm[j] : grid.arm[0] * grid.arm[0];
    const double high = j + 1 < n ? grid.arm[j] * grid.arm[j + 1] : grid.arm[j] * grid.arm[j];
    grid.strip[j] = 0.5 * (high - low);
    grid.strip4[j] = 0.25 * (high * high - low * low);
  }
}

VectorXd joined(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size()));
}

void sort_and_merge(std::vector<double>& edges, double range) {
  std::sort(edges.begin(), edges.end());
  const auto close = [&](double a, double b) { return b - a < same * range; };
  edges.erase(std::unique(edges.begin(), edges.end(), close), edges.end());
}

// Nodes from the first stop to the last, both included.
std::vector<double> divided(const std::vector<double>& stops, Index steps) {
  const double length = stops.back() - stops.front();
  std::vector<double> out;
  for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
    const double piece = stops[k + 1] - stops[k];
    const Index n = std::max<Index>(std::lround(static_cast<double>(steps) * piece / length), 2);
    for (Index s = 0; s < n; ++s) out.push_back(stops[k] + piece * static_cast<double>(s) / static_cast<double>(n));
  }
  out.push_back(stops.back());
  return out;
}

}  // namespace

VectorXd FilmGrid::areas() const {
  VectorXd out(size());
  for (Index i = 0; i < columns(); ++i) out.segment(at(i, 0), rows()) = width[i] * strip;
  return out;
}

FilmGrid annulus_grid(const VectorXd& angles, const VectorXd& radii) {
  need_ascending(radii, "across");
  if (!(radii[0] > 0)) throw InputError(fmt::format("film grid: inner radius = {} m, must be > 0", radii[0]));
  FilmGrid grid;
  grid.along = angles;
  grid.across = grid.arm = radii;
  finish_along(grid);
  finish_across(radii.array().log(), grid);
  return grid;
}

FilmGrid cylinder_grid(double radius, const VectorXd& angles, const VectorXd& z) {
  need_ascending(z, "across");
  if (!(radius > 0)) throw InputError(fmt::format("film grid: radius = {} m, must be > 0", radius));
  FilmGrid grid;
  grid.shape = FilmGrid::Shape::cylinder;
  grid.along = angles;
  grid.across = z;
  grid.arm = VectorXd::Constant(z.size(), radius);
  finish_along(grid);
  finish_across(z / radius, grid);
  return grid;
}

FilmGrid plane_grid(const VectorXd& x, const VectorXd& y) {
  need_ascending(y, "across");
  FilmGrid grid;
  grid.shape = FilmGrid::Shape::plane;
  grid.periodic = false;
  grid.along = x;
  grid.across = y;
  grid.arm = VectorXd::Ones(y.size());
  finish_along(grid);
  finish_across(y, grid);
  return grid;
}

VectorXd fitted_nodes(double begin, double end, std::vector<double> edges, Index steps) {
  if (!(end > begin)) throw InputError(fmt::format("film grid: range from {} to {} is empty", begin, end));
  const double range = end - begin;
  std::erase_if(edges, [&](double e) { return !(e > begin + same * range && e < end - same * range); });
  edges.push_back(begin);
  edges.push_back(end);
  sort_and_merge(edges, range);
  return joined(divided(edges, std::max<Index>(steps, 1)));
}

VectorXd fitted_angles(std::vector<double> edges, Index count) {
  for (double& e : edges) {
    e = std::fmod(e, turn);
    if (e < 0) e += turn;
    if (turn - e < same * turn) e = 0;
  }
  if (edges.empty()) edges.push_back(0);
  sort_and_merge(edges, turn);
  const double first = edges.front();
  edges.push_back(first + turn);
  std::vector<double> nodes = divided(edges, std::max<Index>(count, 3));
  nodes.pop_back();
  return joined(nodes);
}

VectorXd fitted_radii(double inner, double outer, const std::vector<double>& edges, Index steps) {
  if (!(inner > 0 && outer > inner))
    throw InputError(fmt::format("film grid: radii {} and {} m, must be 0 < inner < outer", inner, outer));
  std::vector<double> logs;
  for (const double e : edges)
    if (e > 0) logs.push_back(std::log(e));
  VectorXd out = fitted_nodes(std::log(inner), std::log(outer), logs, steps).array().exp();
  out[0] = inner;
  out[out.size() - 1] = outer;
  return out;
}

}  // namespace trunnion
