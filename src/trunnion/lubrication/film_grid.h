#pragma once
// lubrication/film_grid.h -- where an oil film is computed: nodes around and across an annulus, a cylinder or a plane.
//   annulus: zeta = ln(r/R_in);  cylinder: zeta = z/R, r = R;  plane: zeta = y, r = 1 m, angles read as metres
//   control volume of node (i, j): width_i times strip_j = int r^2 dzeta, together the area   (theory/lubrication.md,
//   Eq. 7.3). The map is conformal: no metric in the pressure flow, and volumes are the physical ones.
// Nodes lie on the edges of grooves and pockets where they are asked to, so that areas do not depend on luck.

#include <string>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct FilmGrid {
  enum class Shape { annulus, cylinder, plane } shape = Shape::annulus;
  bool periodic = true;  ///< closed around; else it begins and ends
  VectorXd along;        ///< node angles [rad]; plane: [m]
  VectorXd across;       ///< r or z or y of the rows [m]

  // by the functions below:
  VectorXd arm;     ///< r of the rows [m]
  VectorXd step;    ///< from column i to the next; periodic: as many as columns, else one less
  VectorXd width;   ///< of control volumes along
  VectorXd rise;    ///< of zeta from row to row
  VectorXd height;  ///< of control volumes in zeta
  VectorXd strip;   ///< int r^2 dzeta [m^2]
  VectorXd strip4;  ///< int r^4 dzeta [m^4], for the moment of shear

  Index columns() const { return along.size(); }
  Index rows() const { return across.size(); }
  Index size() const { return columns() * rows(); }
  Index at(Index i, Index j) const { return i * rows() + j; }
  Index next(Index i) const { return i + 1 == columns() ? 0 : i + 1; }  ///< where periodic
  Index faces() const { return step.size(); }                           ///< between columns, per row
  double area(Index i, Index j) const { return width[i] * strip[j]; }   ///< [m^2]
  VectorXd areas() const;                                               ///< of all nodes [m^2]
};

/// Angles ascend within one turn. Throws InputError naming what is wrong.
FilmGrid annulus_grid(const VectorXd& angles, const VectorXd& radii);
FilmGrid cylinder_grid(double radius, const VectorXd& angles, const VectorXd& z);
FilmGrid plane_grid(const VectorXd& x, const VectorXd& y);

/// About `steps` steps from begin to end with a node on every edge (edges outside are dropped, doubled ones counted
/// once); every piece gets its share of steps, two at least. Includes begin and end.
VectorXd fitted_nodes(double begin, double end, std::vector<double> edges, Index steps);

/// The same around: angles of about `count` nodes from the first edge, without the one that closes the turn.
VectorXd fitted_angles(std::vector<double> edges, Index count);

/// Radii whose logarithms are spaced as fitted_nodes says.
VectorXd fitted_radii(double inner, double outer, const std::vector<double>& edges, Index steps);

}  // namespace trunnion
