#pragma once
// fem/quadrature.h -- points and weights on the reference cells:  int f dV = sum_q w_q f(xi_q).
// Reference cells: line, quad, hex on [-1, 1]^d; tri and tet on the unit simplex; wedge = unit triangle x [-1, 1].
// The choice per element (theory/fem.md, Table 1) is that of CalculiX where it leaves no zero-energy mode, so that
// results compare digit by digit.

#include "trunnion/math/types.h"
#include "trunnion/mesh/cell_type.h"

namespace trunnion {

struct Quadrature {
  Matrix3Xd points;  ///< unused coordinates are zero
  VectorXd weights;
  Index size() const { return weights.size(); }
};

/// Points of the mass: enough for the consistent mass of straight-sided cells, or those of the stiffness, which is what
/// CalculiX takes. The latter is too few for tet4, tet10 and wedge15; it serves to compare digit by digit.
enum class MassQuadrature : unsigned char { exact, as_stiffness };

Quadrature stiffness_quadrature(CellType type);
Quadrature mass_quadrature(CellType type);  ///< exact for the consistent mass of straight-sided cells
Quadrature face_quadrature(CellType type);  ///< for loads on faces and edges, exact on straight-sided ones
/// Where stresses are most accurate; as many points as the linear cell of the same family has nodes (tet4: one).
Quadrature stress_quadrature(CellType type);
Quadrature gauss_line(int points);  ///< 1 to 4 points

}  // namespace trunnion
