#pragma once
// lubrication/film_flow.h -- flows between control volumes and storage in them, with all derivatives.
//   east:  F = G (p_i - p_e) + T s_up,   north: F = G (p_i - p_n)                    (theory/lubrication.md, Eq. 7.4)
//   storage: area times S(s, h, h'):  where the film was full   rho h_T' h' + h_T (s - s_0)/dt,
//            where it was not   (s h_T - c_0)/dt,   steady   s h_T' h'                                       (Eq. 7.5)
// A film that was full takes its squeeze from the rate of the gap, exact for any step; one that was not keeps account
// of its oil. Both agree at s = 1, so that a cell may fill or break up within the step.

#include "trunnion/lubrication/film.h"

namespace trunnion {

struct FilmFace {
  double conductance = 0, by_gap = 0, by_pressure = 0;  ///< G [m^3/(s Pa)], dG/dh, dG/dp of the face's mean
  double transport = 0, transport_by_gap = 0;           ///< T [m^3/s]; 0 for faces across
  double by_speed_1 = 0, by_speed_2 = 0;                ///< dT/dw
};

struct FilmStore {
  double flow = 0;                 ///< area times S [m^3/s]
  double by_fill = 0;              ///< d/ds
  double by_density = 0;           ///< d/drho, besides s
  double by_gap = 0, by_rate = 0;  ///< d/dh, d/dh'
};

struct FilmFlow {
  std::vector<FilmFace> east, north;  ///< per node: towards the next column and row
  std::vector<FilmStore> store;       ///< per node
  VectorXd outflow;  ///< of each control volume, storage included [m^3/s]; what feeds and edges bring in
};

/// Faces for these pressures; they depend on them only where the oil does.
void update_faces(const Film& film, const FilmMotion& motion, const VectorXd& p, FilmFlow& flow);

/// Storage and outflow for pressures and fills s = rho theta.
void update_outflow(const Film& film, const FilmMotion& motion, const FilmPast& past, const VectorXd& p,
                    const VectorXd& fill, FilmFlow& flow);

/// Calls visit(face, a, b) for every face from node a east, and visit(face, a, b) for every face from a north.
template <class East, class North>
void for_each_face(const FilmGrid& grid, const FilmFlow& flow, East&& east, North&& north) {
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const Index a = grid.at(i, j);
      if (i < grid.faces()) east(flow.east[static_cast<std::size_t>(a)], a, grid.at(grid.next(i), j));
      if (j + 1 < grid.rows()) north(flow.north[static_cast<std::size_t>(a)], a, a + 1);
    }
}

}  // namespace trunnion
