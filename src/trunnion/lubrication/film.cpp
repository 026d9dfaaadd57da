#include "trunnion/lubrication/film.h"

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

bool all_fixed(const FilmGrid& grid, const FilmBoundary& boundary, Index column) {
  for (Index j = 0; j < grid.rows(); ++j)
    if (!boundary.fixed(grid.at(column, j))) return false;
  return true;
}

// Columns in the order of their unknowns. A closed film is cut at a groove across it; without one it is folded
// (0, n-1, 1, n-2, ...), so that both neighbors of a column stay near.
std::vector<Index> column_order(const FilmGrid& grid, const FilmBoundary& boundary) {
  const Index n = grid.columns();
  std::vector<Index> order(static_cast<std::size_t>(n));
  Index cut = grid.periodic ? -1 : 0;
  for (Index i = 0; i < n && cut < 0; ++i)
    if (all_fixed(grid, boundary, i)) cut = i;
  for (Index k = 0; k < n; ++k)
    order[static_cast<std::size_t>(k)] = cut >= 0 ? (cut + k) % n : (k % 2 == 0 ? k / 2 : n - 1 - k / 2);
  return order;
}

FilmNumbering numbering_of(const FilmGrid& grid, const FilmBoundary& boundary) {
  FilmNumbering out;
  out.unknown.assign(static_cast<std::size_t>(grid.size()), -1);
  for (const Index i : column_order(grid, boundary))
    for (Index j = 0; j < grid.rows(); ++j)
      if (const Index node = grid.at(i, j); !boundary.fixed(node))
        out.unknown[static_cast<std::size_t>(node)] = out.count++;
  const auto neighbors = [&](Index a, Index b) {
    const Index ka = out.unknown[static_cast<std::size_t>(a)], kb = out.unknown[static_cast<std::size_t>(b)];
    if (ka >= 0 && kb >= 0) out.band = std::max(out.band, std::abs(ka - kb));
  };
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      if (i < grid.faces()) neighbors(grid.at(i, j), grid.at(grid.next(i), j));
      if (j + 1 < grid.rows()) neighbors(grid.at(i, j), grid.at(i, j + 1));
    }
  return out;
}

}  // namespace

Film make_film(const std::string& name, FilmGrid grid, const std::vector<FilmFeed>& feeds, const FilmEdges& edges,
               const Oil& oil, const Roughness& roughness, Rupture rupture) {
  validate(oil, name);
  validate(roughness, name);
  Film film{.grid = std::move(grid), .boundary = {}, .oil = oil, .roughness = roughness, .numbering = {}};
  film.boundary = film_boundary(film.grid, feeds, edges);
  film.ambient = edges.pressure;
  film.rupture = rupture;
  film.numbering = numbering_of(film.grid, film.boundary);
  return film;
}

FilmPast full_past(const Film& film, const VectorXd& gap, double step) {
  FilmPast past{step, VectorXd::Ones(gap.size()), VectorXd(gap.size())};
  for (Index n = 0; n < gap.size(); ++n) past.content[n] = mean_gap(film.roughness, gap[n]).value;
  return past;
}

}  // namespace trunnion
