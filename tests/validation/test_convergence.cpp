// How fast the error falls when the mesh is refined, against a solution known in closed form.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/cell_table.h"
#include "trunnion/fem/solid_element.h"
#include "trunnion/math/factor.h"

namespace trunnion {
namespace {

/// u = grad f with a harmonic f: div u = 0 and every component is harmonic, so that the elastic equilibrium holds
/// without body force for any Poisson's ratio. f = exp(5s) cos(3t) cos(4r) with (s, t, r) = (x, y, z)/4; in the plane
/// f = exp(2x) cos(2y).
struct Exact {
  int dim;
  /// u and its gradient at x.
  std::pair<VectorXd, MatrixXd> at(const Vector3d& x) const {
    const double a = dim == 3 ? 1.25 : 2, b = dim == 3 ? 0.75 : 2, c = dim == 3 ? 1 : 0;
    const double e = std::exp(a * x.x()), cy = std::cos(b * x.y()), sy = std::sin(b * x.y()), cz = std::cos(c * x.z()),
                 sz = std::sin(c * x.z());
    const Vector3d u(a * e * cy * cz, -b * e * sy * cz, -c * e * cy * sz);
    Matrix3d H;
    H << a * a * e * cy * cz, -a * b * e * sy * cz, -a * c * e * cy * sz,  //
        -a * b * e * sy * cz, -b * b * e * cy * cz, b * c * e * sy * sz,   //
        -a * c * e * cy * sz, b * c * e * sy * sz, -c * c * e * cy * cz;
    return {u.head(dim), H.topLeftCorner(dim, dim)};
  }
};

/// Nodal solution with the exact field on the whole boundary.
VectorXd solve_dirichlet(const FeModel& model, const Exact& exact) {
  const Mesh& mesh = model.file->mesh;
  const int d = exact.dim;
  std::vector<Index> number(std::size_t(model.dofs.size), -1);
  VectorXd u = VectorXd::Zero(model.dofs.size);
  Index free = 0;
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const auto x = mesh.x.col(n).head(d);
    const bool edge = x.minCoeff() < 1e-9 || x.maxCoeff() > 1 - 1e-9;
    if (edge) u.segment(d * n, d) = exact.at(mesh.x.col(n)).first;
    for (int i = 0; i < d && !edge; ++i) number[std::size_t(d * n + i)] = free++;
  }
  const VectorXd rest = -symmetric_product(model.stiffness_lower, u);
  VectorXd rhs(free);
  std::vector<Eigen::Triplet<double, std::int32_t>> entries;
  for (Index c = 0; c < model.dofs.size; ++c) {
    if (number[std::size_t(c)] < 0) continue;
    rhs[number[std::size_t(c)]] = rest[c];
    for (SparseMatrix::InnerIterator entry(model.stiffness_lower, c); entry; ++entry)
      if (number[std::size_t(entry.row())] >= 0)
        entries.emplace_back(std::int32_t(number[std::size_t(entry.row())]), std::int32_t(number[std::size_t(c)]),
                             entry.value());
  }
  SparseMatrix inner(free, free);
  inner.setFromTriplets(entries.begin(), entries.end());
  const MatrixXd found = CholeskyFactor(inner).solve(rhs);
  for (Index dof = 0; dof < model.dofs.size; ++dof)
    if (number[std::size_t(dof)] >= 0) u[dof] = found(number[std::size_t(dof)], 0);
  return u;
}

struct Errors {
  double energy, displacement;  ///< root of the strain energy of the error; L2 norm
};

Errors errors(const FeModel& model, const VectorXd& u, const Exact& exact) {
  const Mesh& mesh = model.file->mesh;
  const int d = exact.dim;
  const PropertyTable properties = element_properties(*model.file);
  double energy = 0, square = 0;
  GatheredElement element;
  for (Index e = 0; e < mesh.num_elements(); ++e) {
    const ElementProperty& property = properties[ElementId{std::int32_t(e)}];
    gather(mesh, d, ElementId{std::int32_t(e)}, element);
    const CellTable& table = mass_table(element.type);
    const Eigen::Map<const MatrixXd> x(element.x, d, element.count);
    MatrixXd nodal(d, element.count), H;
    for (int a = 0; a < element.count; ++a) nodal.col(a) = u.segment(d * element.nodes[a], d);
    displacement_gradients(element.type, element.x, property, nodal.data(), table, H);
    for (Index q = 0; q < table.rule.size(); ++q) {
      const MatrixXd J = x * table.gradient.middleCols(d * q, d);
      const double w = table.rule.weights[q] * J.determinant();
      Vector3d at = Vector3d::Zero();
      at.head(d) = x * table.value.col(q);
      const auto [value, gradient] = exact.at(at);
      const MatrixXd off = Eigen::Map<const MatrixXd>(H.col(q).data(), d, d) - gradient;
      const MatrixXd strain = (off + off.transpose()) / 2;
      energy += w * (property.lambda * std::pow(strain.trace(), 2) / 2 + property.mu * strain.squaredNorm());
      square += w * (nodal * table.value.col(q) - value).squaredNorm();
    }
  }
  return {std::sqrt(energy), std::sqrt(square)};
}

TEST(MeshConvergence, OrdersAreThoseOfTheShapeFunctions) {
  for (const CellType type : testing::continuum_types) {
    const Exact exact{dimension(type)};
    const bool quadratic = is_quadratic(type), plane = exact.dim == 2;
    const auto solve = [&](int n) {
      const Mesh mesh = plane ? rectangle_mesh({.size = {1, 1}, .divisions = {n, n}, .element = type})
                              : box_mesh({.size = {1, 1, 1}, .divisions = {n, n, n}, .element = type});
      const FeModel model = assemble(testing::of_material(mesh, testing::steel(), 1, PlaneKind::strain));
      return errors(model, solve_dirichlet(model, exact), exact);
    };
    const int fine = plane ? (quadratic ? 16 : 32) : (quadratic ? 6 : 12);
    const Errors coarse = solve(fine / 2), refined = solve(fine);
    const double energy = std::log2(coarse.energy / refined.energy),
                 displacement = std::log2(coarse.displacement / refined.displacement);
    const double order = quadratic ? 2 : 1;
    testing::record({.group = "Finite elements",
                     .name = fmt::format("order of convergence in the energy norm, {}", name(type)),
                     .reference = "theory, shortfall as error",
                     .reference_value = order,
                     .value = energy,
                     .error = std::max(0.0, order - energy),
                     .allowed = 0.1,
                     .why = "finite meshes"});
    testing::record({.group = "Finite elements",
                     .name = fmt::format("order of convergence in the L2 norm, {}", name(type)),
                     .reference = "theory, shortfall as error",
                     .reference_value = order + 1,
                     .value = displacement,
                     .error = std::max(0.0, order + 1 - displacement),
                     .allowed = 0.15,
                     .why = "finite meshes"});
  }
}

}  // namespace
}  // namespace trunnion
