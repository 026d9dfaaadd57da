#include "trunnion/fem/solid_element.h"

#include <Eigen/LU>

namespace trunnion {
namespace {

int incompatible_modes(CellType type) { return type == CellType::hex8 ? 3 : type == CellType::quad4 ? 2 : 0; }

constexpr int max_functions = max_element_nodes;  // hex8 with its three modes has eleven

/// Gradients of the functions of one cell of dimension D: its nodes' and, where asked for, its incompatible modes'.
/// Plain loops over arrays: one instantiation per dimension serves all cell types.
template <int D>
class Cell {
 public:
  using Jacobian = Eigen::Matrix<double, D, D>;

  Cell(CellType type, const CellTable& table, const double* x, bool with_modes)
      : table_(table), x_(x), nodes_(num_nodes(type)), modes_(with_modes ? incompatible_modes(type) : 0) {
    if (modes_ == 0) return;
    // The center of a 2^D Gauss rule is the mean of its points, and dN/dxi is linear in each coordinate.
    Jacobian center = Jacobian::Zero();
    for (Index q = 0; q < points(); ++q) center += jacobian(q) / double(points());
    center_det_ = center.determinant();
    center_inverse_ = center.inverse();
  }

  Index points() const { return table_.rule.size(); }
  int functions() const { return nodes_ + modes_; }
  double weight(Index q) const { return table_.rule.weights[q]; }
  const double* values(Index q) const { return table_.value.data() + q * nodes_; }

  /// dx/dxi at point q.
  Jacobian jacobian(Index q) const {
    Jacobian J;
    for (int j = 0; j < D; ++j) {
      const double* slope = table_.gradient.data() + (D * q + j) * nodes_;
      for (int i = 0; i < D; ++i) {
        double sum = 0;
        for (int a = 0; a < nodes_; ++a) sum += x_[D * a + i] * slope[a];
        J(i, j) = sum;
      }
    }
    return J;
  }

  /// Writes grad N_a to g[D a ...], modes behind the nodes; returns det(dx/dxi).
  double gradients(Index q, double* g) const {
    const Jacobian J = jacobian(q);
    const double det = J.determinant();
    const Jacobian inverse = J.inverse();
    const double* slopes = table_.gradient.data() + D * q * nodes_;
    for (int a = 0; a < nodes_; ++a)
      for (int i = 0; i < D; ++i) {
        double sum = 0;
        for (int j = 0; j < D; ++j) sum += inverse(j, i) * slopes[j * nodes_ + a];
        g[D * a + i] = sum;
      }
    for (int m = 0; m < modes_; ++m)
      for (int i = 0; i < D; ++i)
        g[D * (nodes_ + m) + i] = center_det_ / det * -2 * table_.rule.points(m, q) * center_inverse_(m, i);
    return det;
  }

 private:
  const CellTable& table_;
  const double* x_;
  int nodes_, modes_;
  Jacobian center_inverse_ = Jacobian::Zero();
  double center_det_ = 0;
};

/// sum += factor v v', both of length n, row-major.
void add_outer_product(double factor, const double* v, int n, double* sum) {
  for (int i = 0; i < n; ++i) {
    const double scaled = factor * v[i];
    double* row = sum + std::ptrdiff_t(i) * n;
#pragma omp simd
    for (int j = 0; j < n; ++j) row[j] += scaled * v[j];
  }
}

/// Stiffness of nodes and modes together. G(D a + i, D b + j) = int dN_a/dx_i dN_b/dx_j dV comes first; isotropic
/// stiffness follows from it without any strain-displacement matrix.
template <int D>
bool full_stiffness(CellType type, const double* x, const ElementProperty& p, double* K) {
  const Cell<D> cell(type, stiffness_table(type), x, true);
  const int m = cell.functions(), size = D * m;
  alignas(32) double G[max_element_dofs * max_element_dofs], g[3 * max_functions];
  std::fill(G, G + std::ptrdiff_t(size) * size, 0.0);
  for (Index q = 0; q < cell.points(); ++q) {
    const double det = cell.gradients(q, g);
    if (!(det > 0)) return false;
    add_outer_product(p.thickness * cell.weight(q) * det, g, size, G);
  }
  for (int b = 0; b < m; ++b)
    for (int a = 0; a < m; ++a) {
      const double* block = G + std::ptrdiff_t(D * a) * size + D * b;  // block[i * size + j]
      double trace = 0;
      for (int i = 0; i < D; ++i) trace += block[i * size + i];
      for (int j = 0; j < D; ++j)
        for (int i = 0; i < D; ++i)
          K[std::ptrdiff_t(D * b + j) * size + D * a + i] =
              p.lambda * block[i * size + j] + p.mu * block[j * size + i] + (i == j ? p.mu * trace : 0);
    }
  return true;
}

/// Eliminates the dofs n .. size - 1 of a symmetric matrix one after the other, the last first. Row k keeps what
/// recovers dof k: u_k = -sum_{j < k} K_kj u_j / K_kk.
void condense(double* K, int size, int n) {
  for (int k = size - 1; k >= n; --k) {
    const double* row = K + std::ptrdiff_t(k) * size;
    for (int j = 0; j < k; ++j) {
      const double factor = row[j] / row[k];
      double* column = K + std::ptrdiff_t(j) * size;
#pragma omp simd
      for (int i = 0; i < k; ++i) column[i] -= factor * row[i];
    }
  }
}

template <int D>
bool stiffness(CellType type, const double* x, const ElementProperty& p, double* out) {
  alignas(32) double K[max_element_dofs * max_element_dofs];
  if (!full_stiffness<D>(type, x, p, K)) return false;
  const int n = D * num_nodes(type), size = n + D * incompatible_modes(type);
  condense(K, size, n);
  for (int j = 0; j < n; ++j) std::copy_n(K + std::ptrdiff_t(j) * size, n, out + std::ptrdiff_t(j) * n);
  return true;
}

template <int D>
bool mass(CellType type, const double* x, const ElementProperty& p, const CellTable& table, double* out) {
  const Cell<D> cell(type, table, x, false);
  const int n = cell.functions();
  std::fill(out, out + std::ptrdiff_t(n) * n, 0.0);
  for (Index q = 0; q < cell.points(); ++q) {
    const double det = cell.jacobian(q).determinant();
    if (!(det > 0)) return false;
    add_outer_product(p.density * p.thickness * cell.weight(q) * det, cell.values(q), n, out);
  }
  return true;
}

template <int D>
bool gradients_at_points(CellType type, const double* x, const ElementProperty& p, const double* u,
                         const CellTable& table, MatrixXd& H) {
  const Cell<D> cell(type, table, x, true);
  const int n = D * num_nodes(type), size = D * cell.functions();
  double motion[max_element_dofs], g[3 * max_functions];
  std::copy_n(u, n, motion);
  if (size > n) {
    double K[max_element_dofs * max_element_dofs];
    if (!full_stiffness<D>(type, x, p, K)) return false;
    condense(K, size, n);
    for (int k = n; k < size; ++k) {
      const double* row = K + std::ptrdiff_t(k) * size;
      motion[k] = 0;
      for (int j = 0; j < k; ++j) motion[k] -= row[j] * motion[j] / row[k];
    }
  }
  H.setZero(D * D, cell.points());
  for (Index q = 0; q < H.cols(); ++q) {
    if (!(cell.gradients(q, g) > 0)) return false;
    for (int a = 0; a < cell.functions(); ++a)
      for (int j = 0; j < D; ++j)
        for (int i = 0; i < D; ++i) H(D * j + i, q) += motion[D * a + i] * g[D * a + j];
  }
  return true;
}

template <int D>
bool integrals_of_gradients(CellType type, const double* x, const ElementProperty& p, double* out) {
  const Cell<D> cell(type, stiffness_table(type), x, false);
  const int size = D * cell.functions();
  double g[3 * max_functions];
  std::fill(out, out + size, 0.0);
  for (Index q = 0; q < cell.points(); ++q) {
    const double det = cell.gradients(q, g);
    if (!(det > 0)) return false;
    for (int k = 0; k < size; ++k) out[k] += p.thickness * cell.weight(q) * det * g[k];
  }
  return true;
}

template <int D>
bool stressed_products(CellType type, const double* x, const ElementProperty& p, const Matrix6Xd& stress, double* out) {
  const Cell<D> cell(type, stiffness_table(type), x, false);
  const int n = cell.functions();
  double g[3 * max_functions], pulled[3 * max_functions];
  std::fill(out, out + std::ptrdiff_t(n) * n, 0.0);
  for (Index q = 0; q < cell.points(); ++q) {
    const double det = cell.gradients(q, g);
    if (!(det > 0)) return false;
    const auto s = stress.col(q);
    Matrix3d sigma;
    sigma << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    sigma *= p.thickness * cell.weight(q) * det;
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < D; ++i) {
        pulled[D * a + i] = 0;
        for (int j = 0; j < D; ++j) pulled[D * a + i] += sigma(i, j) * g[D * a + j];
      }
    for (int b = 0; b < n; ++b)
      for (int a = 0; a < n; ++a)
        for (int i = 0; i < D; ++i) out[b * n + a] += g[D * a + i] * pulled[D * b + i];
  }
  return true;
}

}  // namespace

bool solid_stiffness(CellType type, const double* x, const ElementProperty& property, double* K) {
  return dimension(type) == 3 ? stiffness<3>(type, x, property, K) : stiffness<2>(type, x, property, K);
}

bool scalar_mass(CellType type, const double* x, const ElementProperty& property, double* Mh,
                 MassQuadrature quadrature) {
  const CellTable& table = quadrature == MassQuadrature::exact ? mass_table(type) : stiffness_table(type);
  return dimension(type) == 3 ? mass<3>(type, x, property, table, Mh) : mass<2>(type, x, property, table, Mh);
}

void lump_mass(int nodes, double* Mh) {
  Eigen::Map<MatrixXd> M(Mh, nodes, nodes);
  const double scale = M.trace() > 0 ? M.sum() / M.trace() : 0;  // no density, no mass
  const VectorXd diagonal = M.diagonal() * scale;
  M = diagonal.asDiagonal();
}

bool displacement_gradients(CellType type, const double* x, const ElementProperty& property, const double* u,
                            const CellTable& table, MatrixXd& H) {
  return dimension(type) == 3 ? gradients_at_points<3>(type, x, property, u, table, H)
                              : gradients_at_points<2>(type, x, property, u, table, H);
}

bool element_stress(CellType type, const double* x, const ElementProperty& property, const double* u, double change,
                    const CellTable& table, Matrix6Xd& stress) {
  MatrixXd H;
  if (!displacement_gradients(type, x, property, u, table, H)) return false;
  const int d = dimension(type);
  stress.resize(6, H.cols());
  for (Index q = 0; q < H.cols(); ++q) {
    Matrix3d slope = Matrix3d::Zero();
    for (int j = 0; j < d; ++j)
      for (int i = 0; i < d; ++i) slope(i, j) = H(d * j + i, q);
    const double mean = property.lambda * slope.trace() - property.thermal_stress * change;
    const Matrix3d sigma = property.mu * (slope + slope.transpose()) + mean * Matrix3d::Identity();
    const bool thin = d == 2 && property.plane == PlaneKind::stress;
    stress.col(q) << sigma(0, 0), sigma(1, 1), thin ? 0 : sigma(2, 2), sigma(0, 1), sigma(1, 2), sigma(2, 0);
  }
  return true;
}

bool geometric_products(CellType type, const double* x, const ElementProperty& property, const Matrix6Xd& stress,
                        double* S) {
  return dimension(type) == 3 ? stressed_products<3>(type, x, property, stress, S)
                              : stressed_products<2>(type, x, property, stress, S);
}

bool gradient_integrals(CellType type, const double* x, const ElementProperty& property, double* out) {
  return dimension(type) == 3 ? integrals_of_gradients<3>(type, x, property, out)
                              : integrals_of_gradients<2>(type, x, property, out);
}

void gather(const Mesh& mesh, int dimension, ElementId element, GatheredElement& out) {
  const ElementRef at = mesh.locate(element);
  const ElementBlock& block = mesh.blocks[std::size_t(at.block)];
  out.type = block.type;
  out.count = int(block.nodes.rows());
  out.nodes = block.nodes.col(at.column).data();
  for (int a = 0; a < out.count; ++a)
    for (int i = 0; i < dimension; ++i) out.x[dimension * a + i] = mesh.x(i, out.nodes[a]);
}

}  // namespace trunnion
