#include "trunnion/lubrication/film_flow.h"

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

/// h^3/(12 eta) with flow factor and density, and its derivatives.
struct Mobility {
  double value, by_gap, by_pressure;
};

Mobility mobility(const Film& film, const GapFactor& factor, double h, double p) {
  const OilState oil = oil_at(film.oil, p);
  const double h2 = h * h, eta12 = 12 * oil.viscosity, value = oil.density * factor.value * h2 * h / eta12;
  return {value, oil.density * (3 * factor.value * h2 + factor.slope * h2 * h) / eta12,
          value * (oil.d_density / oil.density - oil.d_viscosity / oil.viscosity)};
}

void set_conductance(const Mobility& m, double shape, FilmFace& face) {
  face.conductance = shape * m.value;
  face.by_gap = shape * m.by_gap;
  face.by_pressure = shape * m.by_pressure;
}

void set_transport(const Film& film, const FilmMotion& motion, double strip, double h, FilmFace& face) {
  const MeanGap gap = mean_gap(film.roughness, h);
  const GapFactor shear = shear_flow(film.roughness, h);
  const double mean = 0.5 * (motion.speed_1 + motion.speed_2), sliding = 0.5 * (motion.speed_1 - motion.speed_2);
  face.transport = strip * (mean * gap.value + sliding * shear.value);
  face.transport_by_gap = strip * (mean * gap.slope + sliding * shear.slope);
  face.by_speed_1 = 0.5 * strip * (gap.value + shear.value);
  face.by_speed_2 = 0.5 * strip * (gap.value - shear.value);
}

FilmStore storage(const MeanGap& h, double rate, double area, const FilmPast& past, Index node, double density,
                  double fill) {
  FilmStore s;
  if (past.step == 0) {
    s.by_fill = h.slope * rate;
    s.flow = fill * s.by_fill;
    s.by_gap = fill * h.curvature * rate;
    s.by_rate = fill * h.slope;
  } else if (past.fill[node] >= 1) {
    s.by_fill = h.value / past.step;
    s.by_density = h.slope * rate;
    s.flow = density * h.slope * rate + s.by_fill * (fill - past.fill[node]);
    s.by_gap = density * h.curvature * rate + h.slope * (fill - past.fill[node]) / past.step;
    s.by_rate = density * h.slope;
  } else {
    s.by_fill = h.value / past.step;
    s.flow = fill * s.by_fill - past.content[node] / past.step;
    s.by_gap = fill * h.slope / past.step;
  }
  for (double* x : {&s.flow, &s.by_fill, &s.by_density, &s.by_gap, &s.by_rate}) *x *= area;
  return s;
}

}  // namespace

void update_faces(const Film& film, const FilmMotion& motion, const VectorXd& p, FilmFlow& flow) {
  const FilmGrid& grid = film.grid;
  flow.east.resize(static_cast<std::size_t>(grid.size()));
  flow.north.resize(static_cast<std::size_t>(grid.size()));
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const Index a = grid.at(i, j);
      if (i < grid.faces()) {
        const Index e = grid.at(grid.next(i), j);
        const double h = 0.5 * (motion.gap[a] + motion.gap[e]);
        FilmFace& face = flow.east[static_cast<std::size_t>(a)];
        set_conductance(mobility(film, flow_along(film.roughness, h), h, 0.5 * (p[a] + p[e])),
                        grid.height[j] / grid.step[i], face);
        set_transport(film, motion, grid.strip[j], h, face);
      }
      if (j + 1 < grid.rows()) {
        const double h = 0.5 * (motion.gap[a] + motion.gap[a + 1]);
        set_conductance(mobility(film, flow_across(film.roughness, h), h, 0.5 * (p[a] + p[a + 1])),
                        grid.width[i] / grid.rise[j], flow.north[static_cast<std::size_t>(a)]);
      }
    }
}

void update_outflow(const Film& film, const FilmMotion& motion, const FilmPast& past, const VectorXd& p,
                    const VectorXd& fill, FilmFlow& flow) {
  const FilmGrid& grid = film.grid;
  flow.store.resize(static_cast<std::size_t>(grid.size()));
  flow.outflow.resize(grid.size());
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const Index a = grid.at(i, j);
      const double density = oil_at(film.oil, p[a]).density;
      FilmStore& store = flow.store[static_cast<std::size_t>(a)];
      store =
          storage(mean_gap(film.roughness, motion.gap[a]), motion.rate[a], grid.area(i, j), past, a, density, fill[a]);
      flow.outflow[a] = store.flow;
    }
  for_each_face(
      grid, flow,
      [&](const FilmFace& f, Index a, Index b) {
        const double q = f.conductance * (p[a] - p[b]) + f.transport * fill[f.transport >= 0 ? a : b];
        flow.outflow[a] += q;
        flow.outflow[b] -= q;
      },
      [&](const FilmFace& f, Index a, Index b) {
        const double q = f.conductance * (p[a] - p[b]);
        flow.outflow[a] += q;
        flow.outflow[b] -= q;
      });
}

}  // namespace trunnion
