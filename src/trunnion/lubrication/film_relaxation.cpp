#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/lubrication/film_solve.h"

// Point relaxation of p and theta in the order of the motion. A full cell moves its pressure towards its balance and
// beyond by the relaxation factor; where that is negative it breaks up and its fill ratio follows from the balance.
// Oil that gives way takes its density along:  p <- p + w (in - G p - C rho(p))/(G + C rho'(p)),  relaxed beyond its
// balance only by the share of the pressure flow G: what is carried along does not bear it.
// Conductances and squeeze of an oil that depends on pressure are made anew every few sweeps, and the film has settled
// only where a sweep after that changes nothing either.

namespace trunnion {
namespace {

constexpr int adapt_every = 10;
constexpr double fastest = 1.98;

std::size_t z(Index k) { return static_cast<std::size_t>(k); }

/// Balance of one cell without its own unknown: sum of conductances, and what flows in from neighbors.
struct Cell {
  double conductance = 0;  ///< of all faces
  double inflow = 0;       ///< with p = 0, theta = 0 here
  double carried = 0;      ///< outflow per rho theta: transport and storage
};

Cell cell_at(const Film& film, const FilmSolution& s, const VectorXd& stored, Index i, Index j) {
  const FilmGrid& grid = film.grid;
  const Index k = grid.at(i, j);
  Cell cell;
  const auto east = [&](const FilmFace& f, Index other, double sign) {  // sign: +1 the face leaves this cell
    cell.conductance += f.conductance;
    cell.inflow += f.conductance * s.pressure[other];
    const double out = sign * f.transport;
    if (out >= 0)
      cell.carried += out;
    else
      cell.inflow -= out * s.fill[other];
  };
  const auto north = [&](const FilmFace& f, Index other) {
    cell.conductance += f.conductance;
    cell.inflow += f.conductance * s.pressure[other];
  };
  if (i < grid.faces()) east(s.flow.east[z(k)], grid.at(grid.next(i), j), 1);
  if (i > 0 || grid.periodic) {
    const Index west = grid.at(i > 0 ? i - 1 : grid.columns() - 1, j);
    east(s.flow.east[z(west)], west, -1);
  }
  if (j + 1 < grid.rows()) north(s.flow.north[z(k)], k + 1);
  if (j > 0) north(s.flow.north[z(k - 1)], k - 1);
  cell.carried += s.flow.store[z(k)].by_fill;
  cell.inflow -= stored[k];
  return cell;
}

}  // namespace

void relax_film(const Film& film, const FilmMotion& motion, const FilmPast& past, FilmSolution& s,
                const FilmOptions& o) {
  const FilmGrid& grid = film.grid;
  const int most = o.max_iterations > 0 ? o.max_iterations : 200000;
  const bool backwards = motion.speed_1 + motion.speed_2 < 0;
  VectorXd stored(grid.size());  // storage that does not depend on the fill
  const auto refresh = [&] {
    for (Index k = 0; k < s.fill.size(); ++k) s.fill[k] = s.theta[k] * oil_at(film.oil, s.pressure[k]).density;
    update_outflow(film, motion, past, s.pressure, s.fill, s.flow);
    for (Index k = 0; k < s.fill.size(); ++k)
      stored[k] = s.flow.store[z(k)].flow - s.flow.store[z(k)].by_fill * s.fill[k];
  };
  update_faces(film, motion, s.pressure, s.flow);
  refresh();
  double relaxation = o.relaxation, before = 1e300, mean = 0;
  bool fresh = true;  // the oil's properties are those of the sweep's start
  for (s.iterations = 1; s.iterations <= most; ++s.iterations) {
    double moved = 0, sum = 0;
    for (Index c = 0; c < grid.columns(); ++c)
      for (Index j = 0; j < grid.rows(); ++j) {
        const Index i = backwards ? grid.columns() - 1 - c : c, k = grid.at(i, j);
        if (film.boundary.fixed(k)) continue;
        const Cell cell = cell_at(film, s, stored, i, j);
        const double p_old = s.pressure[k], theta_old = s.theta[k];
        bool done = false;
        if (s.full[z(k)]) {
          const OilState oil = oil_at(film.oil, p_old);
          const double G = cell.conductance, C = cell.carried * oil.d_density, share = G / (G + std::max(C, 0.0));
          s.pressure[k] +=
              (1 + (relaxation - 1) * share) * (cell.inflow - G * p_old - cell.carried * oil.density) / (G + C);
          done = s.pressure[k] >= 0 || film.rupture == Rupture::none;
          if (!done) s.pressure[k] = 0;
          s.fill[k] = oil_at(film.oil, s.pressure[k]).density;
        }
        if (!done && film.rupture == Rupture::conserving) {
          const double theta = cell.inflow / std::max(cell.carried, 1e-300);
          s.full[z(k)] = theta >= 1;
          s.theta[k] = s.fill[k] = std::clamp(theta, 0.0, 1.0);
        }
        moved += std::abs(s.pressure[k] - p_old) + std::abs(s.theta[k] - theta_old) * mean;
        sum += std::abs(s.pressure[k]);
      }
    mean = sum / static_cast<double>(grid.size());
    const double change = moved / std::max(sum, 1e-300);
    const bool settled = moved == 0 || change < o.relaxed_change * (2 - relaxation);
    if (settled && fresh) {
      s.converged = true;
      break;
    }
    fresh = film.oil.constant();
    if (!fresh && (settled || s.iterations % adapt_every == 0)) {
      update_faces(film, motion, s.pressure, s.flow);
      refresh();
      fresh = true;
    }
    if (s.iterations % adapt_every == 0) {
      if (o.adaptive)
        relaxation =
            change < before ? std::min(relaxation + 0.05 * (2 - relaxation), fastest) : 1 + 0.9 * (relaxation - 1);
      before = change;
    }
  }
  if (!s.converged) s.message = fmt::format("over-relaxation does not settle in {} sweeps", most);
}

}  // namespace trunnion
