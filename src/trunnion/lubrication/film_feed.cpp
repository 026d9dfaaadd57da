#include "trunnion/lubrication/film_feed.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double edge_tolerance = 1e-9;

double away_along(const FilmGrid& grid, double angle, double middle) {
  const double d = angle - middle;
  return grid.periodic ? std::remainder(d, 2 * std::numbers::pi) : d;
}

// Distance from the middle of a hole in the surface [m].
double distance(const FilmGrid& grid, const FilmFeed& feed, Index i, Index j) {
  const double along = grid.arm[j] * away_along(grid, grid.along[i], feed.along);
  return std::hypot(along, grid.across[j] - feed.across);
}

bool covers(const FilmGrid& grid, const FilmFeed& feed, Index i, Index j) {
  if (feed.diameter > 0) return distance(grid, feed, i, j) <= 0.5 * feed.diameter * (1 + edge_tolerance);
  if (feed.along_width > 0 && std::abs(away_along(grid, grid.along[i], feed.along)) >
                                  0.5 * feed.along_width + edge_tolerance * grid.step.mean())
    return false;
  return !(feed.across_width > 0) || std::abs(grid.across[j] - feed.across) <=
                                         0.5 * feed.across_width + edge_tolerance * (grid.across[1] - grid.across[0]);
}

void mark(FilmBoundary& out, Index node, int source, double pressure) {
  out.source[static_cast<std::size_t>(node)] = source;
  out.pressure[node] = pressure;
}

void mark_feed(const FilmGrid& grid, const FilmFeed& feed, int number, FilmBoundary& out) {
  Index found = 0, nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      if (covers(grid, feed, i, j)) {
        mark(out, grid.at(i, j), number, feed.pressure);
        ++found;
      } else if (feed.diameter > 0 && distance(grid, feed, i, j) < least) {
        least = distance(grid, feed, i, j);
        nearest = grid.at(i, j);
      }
    }
  if (found > 0) return;
  const double cell = grid.across[grid.rows() - 1] - grid.across[0];
  if (feed.diameter > 0 && least < cell)
    mark(out, nearest, number, feed.pressure);
  else
    throw InputError(
        fmt::format("feed '{}': no node of the film lies in it; it is outside the film, or the grid is "
                    "coarser than the feed",
                    feed.name));
}

}  // namespace

FilmBoundary film_boundary(const FilmGrid& grid, const std::vector<FilmFeed>& feeds, const FilmEdges& edges) {
  FilmBoundary out;
  out.source.assign(static_cast<std::size_t>(grid.size()), FilmBoundary::none);
  out.pressure = VectorXd::Zero(grid.size());
  const Index columns = grid.columns(), rows = grid.rows();
  for (Index i = 0; i < columns; ++i) {
    if (edges.low) mark(out, grid.at(i, 0), FilmBoundary::edge, edges.pressure);
    if (edges.high) mark(out, grid.at(i, rows - 1), FilmBoundary::edge, edges.pressure);
  }
  for (Index j = 0; j < rows && !grid.periodic; ++j) {
    if (edges.begin) mark(out, grid.at(0, j), FilmBoundary::edge, edges.pressure);
    if (edges.end) mark(out, grid.at(columns - 1, j), FilmBoundary::edge, edges.pressure);
  }
  for (std::size_t k = 0; k < feeds.size(); ++k) {
    if (!(feeds[k].pressure >= 0))
      throw InputError(
          fmt::format("feed '{}': pressure = {} Pa above cavitation, must be >= 0", feeds[k].name, feeds[k].pressure));
    mark_feed(grid, feeds[k], static_cast<int>(k), out);
  }
  for (Index n = 0; n < grid.size(); ++n)
    if (!out.fixed(n)) return out;
  throw InputError("film grid: no node is left whose pressure is unknown; use more rows or columns");
}

std::vector<double> edges_along(const std::vector<FilmFeed>& feeds) {
  std::vector<double> out;
  for (const FilmFeed& f : feeds) {
    if (f.diameter > 0)
      out.push_back(f.along);
    else if (f.along_width > 0)
      out.insert(out.end(), {f.along - 0.5 * f.along_width, f.along + 0.5 * f.along_width});
  }
  return out;
}

std::vector<double> edges_across(const std::vector<FilmFeed>& feeds) {
  std::vector<double> out;
  for (const FilmFeed& f : feeds) {
    if (f.diameter > 0)
      out.push_back(f.across);
    else if (f.across_width > 0)
      out.insert(out.end(), {f.across - 0.5 * f.across_width, f.across + 0.5 * f.across_width});
  }
  return out;
}

}  // namespace trunnion
