#include "trunnion/lubrication/film_change.h"

#include "trunnion/base/error.h"

namespace trunnion {

namespace {
std::size_t z(Index k) { return static_cast<std::size_t>(k); }
}  // namespace

FilmDirections no_directions(Index nodes, Index count) {
  return {RowMatrixXd::Zero(nodes, count), RowMatrixXd::Zero(nodes, count), Eigen::RowVectorXd::Zero(count),
          Eigen::RowVectorXd::Zero(count)};
}

FilmChange film_change(const Film& film, FilmSolution& s, const FilmDirections& d) {
  if (!s.factored && !factorize(film, s)) throw SolveError("the film has no derivative: " + s.message);
  const std::vector<Index>& unknown = film.numbering.unknown;
  RowMatrixXd X = RowMatrixXd::Zero(film.numbering.count, d.count());
  Eigen::RowVectorXd q(d.count());
  const auto leave = [&](Index a, Index b) {  // X = -R: what flows from a to b
    if (const Index u = unknown[z(a)]; u >= 0) X.row(u) -= q;
    if (const Index u = unknown[z(b)]; u >= 0) X.row(u) += q;
  };
  for_each_face(
      film.grid, s.flow,
      [&](const FilmFace& f, Index a, Index b) {
        const double fill = s.fill[f.transport >= 0 ? a : b];
        const double by_gap = 0.5 * (f.by_gap * (s.pressure[a] - s.pressure[b]) + f.transport_by_gap * fill);
        q = by_gap * (d.gap.row(a) + d.gap.row(b)) + fill * (f.by_speed_1 * d.speed_1 + f.by_speed_2 * d.speed_2);
        leave(a, b);
      },
      [&](const FilmFace& f, Index a, Index b) {
        q = 0.5 * f.by_gap * (s.pressure[a] - s.pressure[b]) * (d.gap.row(a) + d.gap.row(b));
        leave(a, b);
      });
  for (Index k = 0; k < film.grid.size(); ++k)
    if (const Index u = unknown[z(k)]; u >= 0)
      X.row(u) -= s.flow.store[z(k)].by_gap * d.gap.row(k) + s.flow.store[z(k)].by_rate * d.rate.row(k);
  s.factor.solve(X);
  FilmChange out{RowMatrixXd::Zero(film.grid.size(), d.count()), RowMatrixXd::Zero(film.grid.size(), d.count())};
  for (Index k = 0; k < film.grid.size(); ++k)
    if (const Index u = unknown[z(k)]; u >= 0) {
      if (s.full[z(k)])
        out.pressure.row(k) = X.row(u);
      else if (film.rupture == Rupture::conserving)
        out.theta.row(k) = X.row(u);
    }
  return out;
}

}  // namespace trunnion
