#pragma once
// fem/solid_element.h -- stiffness and mass of solid and plane isotropic elements.
//   K_ab = int lambda g_a g_b' + mu g_b g_a' + mu (g_a . g_b) I dV,   g_a = grad N_a         (theory/fem.md, Eq. 4)
//   Mh_ab = int rho N_a N_b dV,   M = Mh (x) I                                               (theory/fem.md, Eq. 5)
// hex8 and quad4 carry the incompatible modes 1 - xi_j^2 with gradients corrected after Taylor, Beresford and Wilson,
// so that they pass the patch test on any shape; the modes are condensed out (Eq. 6).

#include "trunnion/fem/cell_table.h"
#include "trunnion/fem/element_properties.h"

namespace trunnion {

/// Both return false when the Jacobian is not positive at an integration point (the element is inverted).
/// `K`: column-major, (dimension * nodes)^2, fully written. `x`: dimension x nodes, column-major.
bool solid_stiffness(CellType type, const double* x, const ElementProperty& property, double* K);
bool scalar_mass(CellType type, const double* x, const ElementProperty& property, double* Mh,
                 MassQuadrature quadrature = MassQuadrature::exact);

/// Scales the diagonal of a consistent mass to the element's mass and drops the rest (Hinton, Rock, Zienkiewicz), in
/// place: positive for every element, unlike row sums.
void lump_mass(int nodes, double* Mh);

/// Gradient of the displacement at the points of a table: columns are H = grad u (dimension x dimension, column-major).
/// Incompatible modes are included. `table`: stiffness_table or stress_table of the type. False for inverted elements.
bool displacement_gradients(CellType type, const double* x, const ElementProperty& property, const double* u,
                            const CellTable& table, MatrixXd& H);

/// Stress at the points of a table from `u` (dimension x nodes) and a temperature change [K]: rows xx yy zz xy yz zx.
bool element_stress(CellType type, const double* x, const ElementProperty& property, const double* u, double change,
                    const CellTable& table, Matrix6Xd& stress);

/// S_ab = int grad N_a' sigma grad N_b dV with the stress at the points of stiffness_table; nodes x nodes.
bool geometric_products(CellType type, const double* x, const ElementProperty& property, const Matrix6Xd& stress,
                        double* S);

/// int grad N_a dV, dimension x nodes (thickness included): what a uniform stress does at the nodes.
bool gradient_integrals(CellType type, const double* x, const ElementProperty& property, double* out);

constexpr int max_element_nodes = 20;
constexpr int max_element_dofs = 3 * max_element_nodes;

/// Nodes and coordinates of one element, gathered.
struct GatheredElement {
  CellType type = CellType::tet10;
  int count = 0;                 ///< nodes
  const int* nodes = nullptr;    ///< into the mesh
  double x[max_element_dofs]{};  ///< dimension x nodes
};
void gather(const Mesh& mesh, int dimension, ElementId element, GatheredElement& out);

}  // namespace trunnion
