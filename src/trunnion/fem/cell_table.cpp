#include "trunnion/fem/cell_table.h"

#include <Eigen/LU>
#include <array>
#include <unsupported/Eigen/AutoDiff>

namespace trunnion {
namespace {

using Dual = Eigen::AutoDiffScalar<Vector3d>;  // derivatives of the shape functions come from their definition
constexpr int max_nodes = 20;
using Duals = std::array<Dual, max_nodes>;

constexpr std::array<std::array<int, 3>, 20> hex_nodes{
    {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1},  {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},
     {-1, 1, 1},   {0, -1, -1}, {1, 0, -1},  {0, 1, -1},  {-1, 0, -1}, {0, -1, 1}, {1, 0, 1},
     {0, 1, 1},    {-1, 0, 1},  {-1, -1, 0}, {1, -1, 0},  {1, 1, 0},   {-1, 1, 0}}};
constexpr std::array<std::array<int, 3>, 8> quad_nodes{
    {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}}};
constexpr std::array<std::array<int, 2>, 6> tet_edges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
constexpr std::array<std::array<int, 2>, 3> triangle_edges{{{0, 1}, {1, 2}, {2, 0}}};

Dual constant(double value) { return {value, Vector3d::Zero()}; }

/// Lagrange functions of degree one or two on a simplex with barycentric coordinates L.
template <std::size_t Vertices, std::size_t Edges>
void simplex_functions(const std::array<Dual, Vertices>& L, const std::array<std::array<int, 2>, Edges>& edges,
                       bool quadratic, Duals& N) {
  for (std::size_t v = 0; v < Vertices; ++v) N[v] = quadratic ? Dual(L[v] * (L[v] * 2.0 - 1.0)) : L[v];
  if (!quadratic) return;
  for (std::size_t e = 0; e < Edges; ++e)
    N[Vertices + e] = L[std::size_t(edges[e][0])] * L[std::size_t(edges[e][1])] * 4.0;
}

/// Linear or serendipity functions on [-1, 1]^dim: a mid-side node has one zero coordinate.
template <std::size_t Nodes>
void cube_functions(const std::array<std::array<int, 3>, Nodes>& nodes, int count, int dim, bool quadratic,
                    const std::array<Dual, 3>& xi, Duals& N) {
  const double corner_scale = dim == 3 ? 1.0 / 8 : 1.0 / 4;
  for (int a = 0; a < count; ++a) {
    Dual product = constant(1), sum = constant(0);
    bool corner = true;
    for (int j = 0; j < dim; ++j) {
      const double at = nodes[std::size_t(a)][std::size_t(j)];
      const Dual& x = xi[std::size_t(j)];
      if (at == 0) {
        product = product * (x * x * -1.0 + 1.0);
        corner = false;
      } else {
        product = product * (x * at + 1.0);
        sum = sum + x * at;
      }
    }
    if (corner && quadratic) product = product * (sum + double(1 - dim));
    N[std::size_t(a)] = product * (corner ? corner_scale : 2 * corner_scale);
  }
}

void wedge_functions(const std::array<Dual, 3>& L, const Dual& z, bool quadratic, Duals& N) {
  for (std::size_t v = 0; v < 3; ++v) {
    const Dual below = z * -1.0 + 1.0, above = z + 1.0;
    if (!quadratic) {
      N[v] = L[v] * below * 0.5;
      N[v + 3] = L[v] * above * 0.5;
      continue;
    }
    const Dual& next = L[(v + 1) % 3];
    N[v] = L[v] * below * (L[v] * 2.0 - 2.0 - z) * 0.5;
    N[v + 3] = L[v] * above * (L[v] * 2.0 - 2.0 + z) * 0.5;
    N[v + 6] = L[v] * next * below * 2.0;
    N[v + 9] = L[v] * next * above * 2.0;
    N[v + 12] = L[v] * below * above;
  }
}

void line_functions(const Dual& x, bool quadratic, Duals& N) {
  const Dual left = (x * -1.0 + 1.0) * 0.5, right = (x + 1.0) * 0.5;
  N[0] = quadratic ? Dual(left * x * -1.0) : left;
  N[1] = quadratic ? Dual(right * x) : right;
  N[2] = left * right * 4.0;
}

CellTable tabulate(CellType type, Index nodes, const Quadrature& rule) {
  const int dim = dimension(type);
  CellTable table{rule, MatrixXd(nodes, rule.size()), MatrixXd(nodes, dim * rule.size())};
  for (Index q = 0; q < rule.size(); ++q) {
    const ShapeValues shape = face_shape_functions(type, nodes, rule.points.col(q));
    table.value.col(q) = shape.value;
    table.gradient.middleCols(dim * q, dim) = shape.gradient;
  }
  return table;
}

constexpr std::array all_types{CellType::line2,   CellType::tri3, CellType::tri6,  CellType::quad4,
                               CellType::quad8,   CellType::tet4, CellType::tet10, CellType::wedge6,
                               CellType::wedge15, CellType::hex8, CellType::hex20};

template <class Rule>
std::array<CellTable, all_types.size()> tabulate_all(const Rule& rule) {
  std::array<CellTable, all_types.size()> tables;
  for (const CellType type : all_types) tables[std::size_t(type)] = tabulate(type, num_nodes(type), rule(type));
  return tables;
}

CellType linear_cell(CellType type) {
  switch (type) {
    case CellType::tri6:
      return CellType::tri3;
    case CellType::quad8:
      return CellType::quad4;
    case CellType::tet10:
      return CellType::tet4;
    case CellType::wedge15:
      return CellType::wedge6;
    case CellType::hex20:
      return CellType::hex8;
    default:
      return type;
  }
}

MatrixXd extrapolation(CellType type) {
  const CellType linear = linear_cell(type);
  const Quadrature rule = stress_quadrature(type);
  const Matrix3Xd nodes = reference_nodes(type);
  if (rule.size() == 1) return MatrixXd::Ones(nodes.cols(), 1);
  MatrixXd at_points(rule.size(), num_nodes(linear)), at_nodes(nodes.cols(), num_nodes(linear));
  for (Index q = 0; q < rule.size(); ++q)
    at_points.row(q) = shape_functions(linear, rule.points.col(q)).value.transpose();
  for (Index a = 0; a < nodes.cols(); ++a) at_nodes.row(a) = shape_functions(linear, nodes.col(a)).value.transpose();
  return at_nodes * at_points.inverse();
}

}  // namespace

ShapeValues face_shape_functions(CellType type, Index nodes, const Vector3d& xi) {
  std::array<Dual, 3> x;
  for (int j = 0; j < 3; ++j) x[std::size_t(j)] = Dual(xi[j], 3, j);
  const bool quadratic = is_quadratic(type);
  const Dual rest2 = x[0] * -1.0 - x[1] + 1.0;
  Duals N;
  switch (type) {
    case CellType::line2:
      line_functions(x[0], nodes == 3, N);
      break;
    case CellType::tri3:
    case CellType::tri6:
      simplex_functions(std::array{rest2, x[0], x[1]}, triangle_edges, quadratic, N);
      break;
    case CellType::tet4:
    case CellType::tet10:
      simplex_functions(std::array{Dual(rest2 - x[2]), x[0], x[1], x[2]}, tet_edges, quadratic, N);
      break;
    case CellType::wedge6:
    case CellType::wedge15:
      wedge_functions({rest2, x[0], x[1]}, x[2], quadratic, N);
      break;
    case CellType::quad4:
    case CellType::quad8:
      cube_functions(quad_nodes, int(nodes), 2, quadratic, x, N);
      break;
    case CellType::hex8:
    case CellType::hex20:
      cube_functions(hex_nodes, int(nodes), 3, quadratic, x, N);
      break;
  }
  const int dim = dimension(type);
  ShapeValues shape{VectorXd(nodes), MatrixXd(nodes, dim)};
  for (Index a = 0; a < nodes; ++a) {
    shape.value[a] = N[std::size_t(a)].value();
    shape.gradient.row(a) = N[std::size_t(a)].derivatives().head(dim).transpose();
  }
  return shape;
}

ShapeValues shape_functions(CellType type, const Vector3d& xi) {
  return face_shape_functions(type, num_nodes(type), xi);
}

Matrix3Xd reference_nodes(CellType type) {
  const int count = num_nodes(type);
  Matrix3Xd nodes = Matrix3Xd::Zero(3, count);
  const auto from = [&](const auto& list) {
    for (int a = 0; a < count; ++a)
      for (int j = 0; j < 3; ++j) nodes(j, a) = list[std::size_t(a)][std::size_t(j)];
  };
  const auto middle = [&](int at, int a, int b) { nodes.col(at) = (nodes.col(a) + nodes.col(b)) / 2; };
  switch (type) {
    case CellType::line2:
      nodes.row(0) << -1, 1;
      break;
    case CellType::tri3:
    case CellType::tri6:
    case CellType::tet4:
    case CellType::tet10: {
      const int corners = num_corners(type);
      for (int v = 1; v < corners; ++v) nodes(v - 1, v) = 1;
      for (int e = corners; e < count; ++e) {
        const auto& edge =
            corners == 4 ? tet_edges[std::size_t(e - corners)] : triangle_edges[std::size_t(e - corners)];
        middle(e, edge[0], edge[1]);
      }
      break;
    }
    case CellType::wedge6:
    case CellType::wedge15:
      for (int v = 0; v < 6; ++v) nodes.col(v) << (v % 3 == 1), (v % 3 == 2), (v < 3 ? -1 : 1);
      for (int e = 6; e < count; ++e) {
        const int v = (e - 6) % 3, row = (e - 6) / 3;
        row < 2 ? middle(e, 3 * row + v, 3 * row + (v + 1) % 3) : middle(e, v, v + 3);
      }
      break;
    case CellType::quad4:
    case CellType::quad8:
      from(quad_nodes);
      break;
    case CellType::hex8:
    case CellType::hex20:
      from(hex_nodes);
      break;
  }
  return nodes;
}

const CellTable& stiffness_table(CellType type) {
  static const auto tables = tabulate_all(stiffness_quadrature);
  return tables[std::size_t(type)];
}

const CellTable& mass_table(CellType type) {
  static const auto tables = tabulate_all(mass_quadrature);
  return tables[std::size_t(type)];
}

const CellTable& stress_table(CellType type) {
  static const auto tables = tabulate_all(stress_quadrature);
  return tables[std::size_t(type)];
}

const CellTable& face_load_table(CellType type, Index nodes) {
  static const auto tables = tabulate_all(face_quadrature);
  static const CellTable curved_edge = tabulate(CellType::line2, 3, face_quadrature(CellType::line2));
  return type == CellType::line2 && nodes == 3 ? curved_edge : tables[std::size_t(type)];
}

const MatrixXd& stress_extrapolation(CellType type) {
  static const auto carries = [] {
    std::array<MatrixXd, all_types.size()> all;
    for (const CellType t : all_types)
      if (t != CellType::line2) all[std::size_t(t)] = extrapolation(t);
    return all;
  }();
  return carries[std::size_t(type)];
}

}  // namespace trunnion
