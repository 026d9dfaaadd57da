#pragma once
// lubrication/film_change.h -- how pressure and fill ratio answer small changes of gap, gap rate and speeds.
//   M dx = -(dR/dh dh + dR/dh' dh' + dR/dw dw),   x = p or theta, cells keep their side     (theory/lubrication.md,
//   Eq. 10.3). One factorization, which the solution has already, for all directions.

#include "trunnion/lubrication/film_solve.h"

namespace trunnion {

/// One column per direction.
struct FilmDirections {
  RowMatrixXd gap, rate;                ///< nodes x directions [m], [m/s]
  Eigen::RowVectorXd speed_1, speed_2;  ///< [rad/s]
  Index count() const { return gap.cols(); }
};
FilmDirections no_directions(Index nodes, Index count);

struct FilmChange {
  RowMatrixXd pressure;  ///< nodes x directions [Pa]
  RowMatrixXd theta;
};

/// The solution must have converged; it is factorized when it has not been.
FilmChange film_change(const Film& film, FilmSolution& solution, const FilmDirections& directions);

}  // namespace trunnion
