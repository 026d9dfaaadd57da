#include "trunnion/fem/solid_element.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace trunnion {
namespace {

/// A cell of dimension D with N nodes and E incompatible modes (E = 0 or D).
template <int D, int N, int E>
struct Cell {
  static constexpr int functions = N + E;
  using Coordinates = Eigen::Map<const Eigen::Matrix<double, D, N>>;
  using Gradients = Eigen::Matrix<double, D, functions>;  ///< g_a as columns, incompatible modes last
  using Jacobian = Eigen::Matrix<double, D, D>;

  const CellTable& table;
  Coordinates x;
  Jacobian center_inverse;  ///< of dx/dxi at the center of the cell, and its determinant: used by the modes
  double center_det = 0;

  Cell(const CellTable& t, const double* coordinates) : table(t), x(coordinates) {
    if constexpr (E > 0) {
      // The center of a 2^D Gauss rule is the mean of its points, and dN/dxi is linear in each coordinate.
      Jacobian center = Jacobian::Zero();
      for (Index q = 0; q < t.rule.size(); ++q) center += x * reference_gradient(q) / double(t.rule.size());
      center_det = center.determinant();
      center_inverse = center.inverse();
    }
  }

  auto reference_gradient(Index q) const {
    return Eigen::Map<const Eigen::Matrix<double, N, D>>(table.gradient.data() + q * N * D);
  }

  /// Gradients in x at point q; returns det(dx/dxi).
  double gradients(Index q, Gradients& g) const {
    const Jacobian J = x * reference_gradient(q);
    const double det = J.determinant();
    const Jacobian inverse = J.inverse();
    g.template leftCols<N>().noalias() = inverse.transpose() * reference_gradient(q).transpose();
    if constexpr (E > 0)
      for (int j = 0; j < D; ++j)
        g.col(N + j) = center_det / det * -2 * table.rule.points(j, q) * center_inverse.row(j).transpose();
    return det;
  }
};

/// G(D a + i, D b + j) = int dN_a/dx_i dN_b/dx_j dV, from which isotropic stiffness follows without any B matrix.
template <int D, int N, int E>
bool gradient_products(const Cell<D, N, E>& cell, double scale, double* G) {
  constexpr int size = D * (N + E);
  std::fill(G, G + size * size, 0.0);
  typename Cell<D, N, E>::Gradients g;
  for (Index q = 0; q < cell.table.rule.size(); ++q) {
    const double det = cell.gradients(q, g);
    if (!(det > 0)) return false;
    const double w = scale * cell.table.rule.weights[q] * det;
    const double* h = g.data();
    for (int i = 0; i < size; ++i) {
      const double factor = w * h[i];
      double* row = G + i * size;
#pragma omp simd
      for (int j = 0; j < size; ++j) row[j] += factor * h[j];
    }
  }
  return true;
}

template <int D, int M>
void isotropic(const double* G, double lambda, double mu, Eigen::Matrix<double, D * M, D * M>& K) {
  constexpr int size = D * M;
  for (int b = 0; b < M; ++b)
    for (int a = 0; a < M; ++a) {
      double trace = 0;
      for (int i = 0; i < D; ++i) trace += G[(D * a + i) * size + D * b + i];
      for (int j = 0; j < D; ++j)
        for (int i = 0; i < D; ++i)
          K(D * a + i, D * b + j) = lambda * G[(D * a + i) * size + D * b + j] +
                                    mu * G[(D * a + j) * size + D * b + i] + (i == j ? mu * trace : 0);
    }
}

template <int D, int N, int E>
bool full_stiffness(const double* x, const ElementProperty& p, CellType type,
                    Eigen::Matrix<double, D*(N + E), D*(N + E)>& K) {
  const Cell<D, N, E> cell(stiffness_table(type), x);
  alignas(32) double G[D * (N + E) * D * (N + E)];
  if (!gradient_products(cell, p.thickness, G)) return false;
  isotropic<D, N + E>(G, p.lambda, p.mu, K);
  return true;
}

/// Amplitudes of the incompatible modes per nodal displacement: alpha = -K_mm^-1 K_mu u.
template <int D, int N>
Eigen::Matrix<double, D * D, D * N> mode_amplitudes(const Eigen::Matrix<double, D*(N + D), D*(N + D)>& K) {
  constexpr int modes = D * D;
  const Eigen::Matrix<double, modes, modes> own = K.template bottomRightCorner<modes, modes>();
  return -own.llt().solve(K.template bottomLeftCorner<modes, D * N>());
}

template <int D, int N, int E>
bool stiffness(CellType type, const double* x, const ElementProperty& p, double* out) {
  Eigen::Matrix<double, D*(N + E), D*(N + E)> K;
  if (!full_stiffness<D, N, E>(x, p, type, K)) return false;
  Eigen::Map<Eigen::Matrix<double, D * N, D * N>> result(out);
  result = K.template topLeftCorner<D * N, D * N>();
  if constexpr (E > 0) result.noalias() += K.template topRightCorner<D * N, D * E>() * mode_amplitudes<D, N>(K);
  return true;
}

template <int D, int N, int E>
bool mass(CellType type, const double* x, const ElementProperty& p, double* out) {
  const CellTable& table = mass_table(type);
  const Cell<D, N, 0> cell(table, x);
  std::fill(out, out + N * N, 0.0);
  for (Index q = 0; q < table.rule.size(); ++q) {
    const Eigen::Matrix<double, D, D> J = cell.x * cell.reference_gradient(q);
    const double det = J.determinant();
    if (!(det > 0)) return false;
    const double w = p.density * p.thickness * table.rule.weights[q] * det;
    const double* value = table.value.data() + q * N;
    for (int a = 0; a < N; ++a) {
      const double factor = w * value[a];
#pragma omp simd
      for (int b = 0; b < N; ++b) out[a * N + b] += factor * value[b];
    }
  }
  return true;
}

template <int D, int N, int E>
bool gradients_at_points(CellType type, const double* x, const ElementProperty& p, const double* u,
                         const CellTable& table, MatrixXd& H) {
  const Cell<D, N, E> cell(table, x);
  Eigen::Matrix<double, D, N + E> motion;
  const Eigen::Map<const Eigen::Matrix<double, D * N, 1>> nodal(u);
  motion.template leftCols<N>() = Eigen::Map<const Eigen::Matrix<double, D, N>>(u);
  if constexpr (E > 0) {
    Eigen::Matrix<double, D*(N + E), D*(N + E)> K;
    if (!full_stiffness<D, N, E>(x, p, type, K)) return false;
    const Eigen::Matrix<double, D * E, 1> alpha = mode_amplitudes<D, N>(K) * nodal;
    motion.template rightCols<E>() = Eigen::Map<const Eigen::Matrix<double, D, E>>(alpha.data());
  }
  H.resize(D * D, cell.table.rule.size());
  typename Cell<D, N, E>::Gradients g;
  for (Index q = 0; q < H.cols(); ++q) {
    if (!(cell.gradients(q, g) > 0)) return false;
    Eigen::Map<Eigen::Matrix<double, D, D>>(H.col(q).data()).noalias() = motion * g.transpose();
  }
  return true;
}

template <int D, int N, int E>
bool integrals_of_gradients(CellType type, const double* x, const ElementProperty& p, double* out) {
  const Cell<D, N, 0> cell(stiffness_table(type), x);
  Eigen::Map<Eigen::Matrix<double, D, N>> sum(out);
  sum.setZero();
  typename Cell<D, N, 0>::Gradients g;
  for (Index q = 0; q < cell.table.rule.size(); ++q) {
    const double det = cell.gradients(q, g);
    if (!(det > 0)) return false;
    sum += p.thickness * cell.table.rule.weights[q] * det * g;
  }
  return true;
}

template <int D, int N, int E>
bool stressed_products(CellType type, const double* x, const ElementProperty& p, const Matrix6Xd& stress, double* out) {
  const Cell<D, N, 0> cell(stiffness_table(type), x);
  Eigen::Map<Eigen::Matrix<double, N, N>> sum(out);
  sum.setZero();
  typename Cell<D, N, 0>::Gradients g;
  for (Index q = 0; q < cell.table.rule.size(); ++q) {
    const double det = cell.gradients(q, g);
    if (!(det > 0)) return false;
    const auto s = stress.col(q);
    Matrix3d sigma;
    sigma << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    const Eigen::Matrix<double, D, N> pulled =
        p.thickness * cell.table.rule.weights[q] * det * sigma.topLeftCorner<D, D>() * g;
    sum.noalias() += g.transpose() * pulled;
  }
  return true;
}

/// Calls work.template operator()<dimension, nodes, incompatible modes>() for the type of a cell.
template <class Work>
bool with_cell(CellType type, const Work& work) {
  switch (type) {
    case CellType::tri3:
      return work.template operator()<2, 3, 0>();
    case CellType::tri6:
      return work.template operator()<2, 6, 0>();
    case CellType::quad4:
      return work.template operator()<2, 4, 2>();
    case CellType::quad8:
      return work.template operator()<2, 8, 0>();
    case CellType::tet4:
      return work.template operator()<3, 4, 0>();
    case CellType::tet10:
      return work.template operator()<3, 10, 0>();
    case CellType::wedge6:
      return work.template operator()<3, 6, 0>();
    case CellType::wedge15:
      return work.template operator()<3, 15, 0>();
    case CellType::hex8:
      return work.template operator()<3, 8, 3>();
    case CellType::hex20:
      return work.template operator()<3, 20, 0>();
    case CellType::line2:
      break;  // beams: fem/beam_element.h
  }
  return false;
}

}  // namespace

bool solid_stiffness(CellType type, const double* x, const ElementProperty& property, double* K) {
  return with_cell(type, [&]<int D, int N, int E>() { return stiffness<D, N, E>(type, x, property, K); });
}

bool scalar_mass(CellType type, const double* x, const ElementProperty& property, double* Mh) {
  return with_cell(type, [&]<int D, int N, int E>() { return mass<D, N, E>(type, x, property, Mh); });
}

void lump_mass(int nodes, double* Mh) {
  Eigen::Map<MatrixXd> M(Mh, nodes, nodes);
  const double scale = M.trace() > 0 ? M.sum() / M.trace() : 0;  // no density, no mass
  const VectorXd diagonal = M.diagonal() * scale;
  M = diagonal.asDiagonal();
}

bool displacement_gradients(CellType type, const double* x, const ElementProperty& property, const double* u,
                            const CellTable& table, MatrixXd& H) {
  return with_cell(type,
                   [&]<int D, int N, int E>() { return gradients_at_points<D, N, E>(type, x, property, u, table, H); });
}

bool element_stress(CellType type, const double* x, const ElementProperty& property, const double* u, double change,
                    const CellTable& table, Matrix6Xd& stress) {
  MatrixXd H;
  if (!displacement_gradients(type, x, property, u, table, H)) return false;
  const int d = dimension(type);
  stress.resize(6, H.cols());
  for (Index q = 0; q < H.cols(); ++q) {
    Matrix3d strain = Matrix3d::Zero();
    strain.topLeftCorner(d, d) = Eigen::Map<const MatrixXd>(H.col(q).data(), d, d);
    strain = Matrix3d(strain + strain.transpose()) / 2;
    const double pressure = property.lambda * strain.trace() - property.thermal_stress * change;
    const Matrix3d sigma = 2 * property.mu * strain + pressure * Matrix3d::Identity();
    const bool thin = d == 2 && property.plane == PlaneKind::stress;
    stress.col(q) << sigma(0, 0), sigma(1, 1), thin ? 0 : sigma(2, 2), sigma(0, 1), sigma(1, 2), sigma(2, 0);
  }
  return true;
}

bool geometric_products(CellType type, const double* x, const ElementProperty& property, const Matrix6Xd& stress,
                        double* S) {
  return with_cell(type,
                   [&]<int D, int N, int E>() { return stressed_products<D, N, E>(type, x, property, stress, S); });
}

bool gradient_integrals(CellType type, const double* x, const ElementProperty& property, double* out) {
  return with_cell(type,
                   [&]<int D, int N, int E>() { return integrals_of_gradients<D, N, E>(type, x, property, out); });
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
