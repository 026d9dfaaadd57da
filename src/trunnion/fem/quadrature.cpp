#include "trunnion/fem/quadrature.h"

#include <cassert>
#include <cmath>
#include <initializer_list>

namespace trunnion {
namespace {

/// Tensor product of a rule in the first axes with a line rule in axis `axis`.
Quadrature product(const Quadrature& base, const Quadrature& line, int axis) {
  Quadrature rule{Matrix3Xd::Zero(3, base.size() * line.size()), VectorXd(base.size() * line.size())};
  Index k = 0;
  for (Index j = 0; j < line.size(); ++j)
    for (Index i = 0; i < base.size(); ++i, ++k) {
      rule.points.col(k) = base.points.col(i);
      rule.points(axis, k) = line.points(0, j);
      rule.weights[k] = base.weights[i] * line.weights[j];
    }
  return rule;
}

Quadrature gauss_quad(int n) { return product(gauss_line(n), gauss_line(n), 1); }
Quadrature gauss_hex(int n) { return product(gauss_quad(n), gauss_line(n), 2); }

/// Points that share one weight: all distinct permutations of barycentric coordinates with one or two values.
struct Orbit {
  double weight;  ///< of each point, as a share of the cell's volume
  double a;       ///< the coordinate that `repeat` vertices share; the others share the rest
  int repeat;
};

/// Rule on a simplex with `vertices` corners (3: triangle, 4: tetrahedron).
Quadrature simplex(int vertices, double volume, std::initializer_list<Orbit> orbits) {
  std::vector<Vector3d> points;
  std::vector<double> weights;
  for (const Orbit& orbit : orbits) {
    const double b = (1 - orbit.repeat * orbit.a) / std::max(1, vertices - orbit.repeat);
    for (unsigned mask = 0; mask < (1U << unsigned(vertices)); ++mask) {
      if (__builtin_popcount(mask) != orbit.repeat) continue;
      Vector3d xi = Vector3d::Zero();  // barycentric coordinates of vertices 1, 2, 3
      for (int v = 1; v < vertices; ++v) xi[v - 1] = (mask >> unsigned(v)) & 1U ? orbit.a : b;
      points.push_back(xi);
      weights.push_back(orbit.weight * volume);
    }
  }
  Quadrature rule{Matrix3Xd(3, Index(points.size())), VectorXd(Index(points.size()))};
  for (Index k = 0; k < rule.size(); ++k) {
    rule.points.col(k) = points[size_t(k)];
    rule.weights[k] = weights[size_t(k)];
  }
  return rule;
}

Quadrature triangle(int points) {
  const double third = 1.0 / 3;
  switch (points) {
    case 1:
      return simplex(3, 0.5, {{1, third, 3}});
    case 3:
      return simplex(3, 0.5, {{third, 1.0 / 6, 2}});
    default:  // six points, degree 4
      return simplex(
          3, 0.5, {{0.223381589678011465, 0.445948490915964886, 2}, {0.109951743655321868, 0.0915762135097707435, 2}});
  }
}

Quadrature tetrahedron(int points) {
  const double volume = 1.0 / 6;
  switch (points) {
    case 1:
      return simplex(4, volume, {{1, 0.25, 4}});
    case 4:
      return simplex(4, volume, {{0.25, (5 - std::sqrt(5.0)) / 20, 3}});
    default: {  // fifteen points, degree 5
      const double s = std::sqrt(15.0);
      return simplex(4, volume,
                     {{16.0 / 135, 0.25, 4},
                      {(2665 + 14 * s) / 37800, (7 - s) / 34, 3},
                      {(2665 - 14 * s) / 37800, (7 + s) / 34, 3},
                      {10.0 / 189, (10 - 2 * s) / 40, 2}});
    }
  }
}

Quadrature wedge(int triangle_points, int line_points) {
  return product(triangle(triangle_points), gauss_line(line_points), 2);
}

}  // namespace

Quadrature gauss_line(int points) {
  assert(points >= 1 && points <= 4);
  std::vector<double> x, w;
  switch (points) {
    case 1:
      x = {0}, w = {2};
      break;
    case 2:
      x = {-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)}, w = {1, 1};
      break;
    case 3:
      x = {-std::sqrt(0.6), 0, std::sqrt(0.6)}, w = {5.0 / 9, 8.0 / 9, 5.0 / 9};
      break;
    default: {
      const double inner = std::sqrt((3 - 2 * std::sqrt(1.2)) / 7), outer = std::sqrt((3 + 2 * std::sqrt(1.2)) / 7);
      const double heavy = (18 + std::sqrt(30.0)) / 36, light = (18 - std::sqrt(30.0)) / 36;
      x = {-outer, -inner, inner, outer}, w = {light, heavy, heavy, light};
    }
  }
  Quadrature rule{Matrix3Xd::Zero(3, points), VectorXd(points)};
  for (int k = 0; k < points; ++k) {
    rule.points(0, k) = x[size_t(k)];
    rule.weights[k] = w[size_t(k)];
  }
  return rule;
}

Quadrature stiffness_quadrature(CellType type) {
  switch (type) {
    case CellType::line2:
      return gauss_line(4);
    case CellType::tri3:
      return triangle(1);
    case CellType::tri6:
      return triangle(3);
    case CellType::quad4:
      return gauss_quad(2);
    case CellType::quad8:
      return gauss_quad(3);
    case CellType::tet4:
      return tetrahedron(1);
    case CellType::tet10:
      return tetrahedron(4);
    case CellType::wedge6:
      return wedge(3, 2);  // one point in the triangle would leave a zero-energy mode
    case CellType::wedge15:
      return wedge(3, 3);
    case CellType::hex8:
      return gauss_hex(2);
    case CellType::hex20:
      return gauss_hex(3);
  }
  return {};
}

Quadrature mass_quadrature(CellType type) {
  switch (type) {
    case CellType::tri3:
      return triangle(3);
    case CellType::tri6:
      return triangle(6);
    case CellType::tet4:
      return tetrahedron(4);
    case CellType::tet10:
      return tetrahedron(15);
    case CellType::wedge15:
      return wedge(6, 3);
    default:
      return stiffness_quadrature(type);
  }
}

Quadrature face_quadrature(CellType type) {
  switch (type) {
    case CellType::line2:
      return gauss_line(3);
    case CellType::tri3:
      return triangle(3);
    case CellType::tri6:
      return triangle(6);
    default:
      return stiffness_quadrature(type);
  }
}

Quadrature stress_quadrature(CellType type) {
  switch (type) {
    case CellType::quad8:
      return gauss_quad(2);
    case CellType::wedge15:
      return wedge(3, 2);
    case CellType::hex20:
      return gauss_hex(2);
    default:
      return stiffness_quadrature(type);
  }
}

}  // namespace trunnion
