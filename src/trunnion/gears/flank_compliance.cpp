#include "trunnion/gears/flank_compliance.h"

#include <fmt/format.h>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/gears/given_grid.h"
#include "trunnion/gears/held_system.h"
#include "trunnion/gears/root_stress.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

std::shared_ptr<const FeModel> plane_model(const Mesh& mesh, const Gear& gear, const GearMaterial& material) {
  auto file = std::make_shared<MeshFile>();
  file->mesh = mesh;
  file->materials = {{"gear", material.elastic.young, material.elastic.poisson, 1, 0}};
  Section section;
  section.material = "gear";
  section.thickness = gear.width;
  section.plane = material.plane;
  file->sections = {section};
  return std::make_shared<const FeModel>(assemble(file));
}

/// Turns every node's vector by an angle.
MatrixXd turned(const MatrixXd& rows, double angle) {
  const Eigen::Rotation2Dd R(angle);
  MatrixXd out(rows.rows(), rows.cols());
  for (Index k = 0; k < rows.rows(); k += 2) out.middleRows(k, 2) = R.toRotationMatrix() * rows.middleRows(k, 2);
  return out;
}

/// Where the deep points of tooth 0 lie, seen from their places on the flank.
MatrixXd deep_offsets(const GearGeometry& g, const GearGrid& grid) {
  const FlankNodes& flank = flank_of(grid, 0);
  const auto n = Index(flank.deep.size());
  MatrixXd out(2, n);
  for (Index k = 0; k < n; ++k) {
    const FlankPoint at = flank_point(g, tangent_at_arc(g, arc_of_place(grid, k, n)));
    const MeshPlace& deep = flank.deep[std::size_t(k)];
    Vector2d x = Vector2d::Zero();
    for (std::size_t a = 0; a < deep.nodes.size(); ++a) x += deep.shares[a] * grid.mesh.x.col(deep.nodes[a]).head<2>();
    if (grid.clockwise) x.y() *= -1;
    const Vector2d along(at.normal.y(), -at.normal.x()), way = x - at.x;
    out.col(k) << way.dot(along), -way.dot(at.normal);
  }
  return out;
}

/// What the section of a mesh of solid elements would be: its flanks and how deep below them points are taken.
FlankCompliance solid_section(const Gear& gear, const GearGeometry& g, const GearGridOptions& options) {
  FlankCompliance out;
  out.solid = std::make_shared<const GivenSolid>(given_solid(gear, g, options));
  out.reach = options.loaded_teeth / 2;
  out.grid.tip_arc = arc_length(g, g.tip_tangent);
  out.grid.low_arc = arc_length(g, options.low_tangent);
  out.grid.cyclic = false;
  out.grid.clockwise = options.clockwise;
  const double spacing = std::max(out.solid->arc_size, options.flank_size);
  constexpr long least = 4;
  out.nodes_per_flank = 1 + std::max(least, std::lround(std::abs(out.grid.tip_arc - out.grid.low_arc) / spacing));
  const DeepPoints deep = deep_points(gear, g, spacing);
  if (!deep.warning.empty()) out.grid.warnings.push_back(deep.warning);
  out.deep_offset.setZero(2, out.nodes_per_flank);
  out.deep_offset.row(1).setConstant(deep.depth);
  return out;
}

}  // namespace

FlankCompliance flank_mesh(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                           const GearGridOptions& options) {
  if (options.given && has_solids(*options.given)) return solid_section(gear, geometry, options);
  FlankCompliance out;
  out.grid = options.given ? given_grid(gear, geometry, options) : gear_grid(gear, geometry, options);
  out.model = plane_model(out.grid.mesh, gear, material);
  out.reach = options.loaded_teeth / 2;
  out.nodes_per_flank = Index(flank_of(out.grid, 0).nodes.size());
  out.deep_offset = deep_offsets(geometry, out.grid);
  return out;
}

FlankCompliance flank_compliance(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                                 const GearGridOptions& options) {
  if (options.given && has_solids(*options.given))
    throw InputError(
        fmt::format("gear '{}': its mesh has solid elements; in the plane a plane mesh is needed", gear.name));
  FlankCompliance out = flank_mesh(gear, geometry, material, options);
  const Stopwatch factoring;
  const HeldSystem held = hold_hub(*out.model);
  const CholeskyFactor factor(held.lower);
  out.factor_s = factoring.seconds();
  const Stopwatch solving;
  const Index n = out.nodes_per_flank;
  const int teeth = 2 * out.reach + 1;
  const bool ring = out.grid.cyclic;
  MatrixXd G(2 * n * teeth, 2 * n * teeth);
  const auto rows_of = [&](const std::vector<MeshPlace>& places) {
    return on_free_dofs(motion_rows(places, *out.model), held);
  };
  std::vector<SparseRows> stress_rows;
  for (int t = -out.reach; t <= out.reach; ++t)
    stress_rows.push_back(on_free_dofs(boundary_stress_rows(*out.model, flank_of(out.grid, t).root), held));
  // Motions of flanks, of the points below the loaded one (the last), and stresses, under unit loads on `loaded`.
  const auto motions = [&](int loaded, int from, int to) {
    const FlankNodes& flank = flank_of(out.grid, loaded);
    std::vector<SparseRows> seen;
    for (int t = from; t <= to; ++t) seen.push_back(rows_of(flank_places(out.grid, flank_of(out.grid, t), n)));
    seen.push_back(rows_of(flank.deep));
    std::vector<MatrixXd> U(seen.size(), MatrixXd(2 * n, 2 * n)), stress;
    for (const SparseRows& rows : stress_rows) stress.emplace_back(rows.rows(), 2 * n);
    const SparseRows loads = rows_of(flank_places(out.grid, flank, n));
    constexpr Index block = 64;  // columns solved at a time: the factor is read once for all of them
    for (Index begin = 0; begin < 2 * n; begin += block) {
      const Index width = std::min(block, 2 * n - begin);
      const MatrixXd f = MatrixXd(loads.middleRows(begin, width)).transpose();
      const MatrixXd u = factor.solve(f);
      for (std::size_t i = 0; i < U.size(); ++i) U[i].middleCols(begin, width) = seen[i] * u;
      for (std::size_t i = 0; i < stress.size(); ++i) stress[i].middleCols(begin, width) = stress_rows[i] * u;
    }
    for (MatrixXd& own : stress) out.root_stress.push_back(std::move(own));
    return U;
  };
  MatrixXd deep(G.rows(), n * 2);  // the diagonal blocks of G_deep below each other
  const auto block_of = [&](MatrixXd& in, int a, int b) {
    return in.block(2 * n * (a + out.reach), 2 * n * (b + out.reach), 2 * n, 2 * n);
  };
  const auto turned_block = [&](const MatrixXd& U, double angle) {
    return MatrixXd(turned(turned(U, angle).transpose(), angle).transpose());
  };
  if (ring) {
    const std::vector<MatrixXd> U = motions(0, -2 * out.reach, 2 * out.reach);
    for (int b = -out.reach; b <= out.reach; ++b) {
      const double angle = b * geometry.tooth_angle;
      for (int a = -out.reach; a <= out.reach; ++a)
        block_of(G, a, b) = turned_block(U[std::size_t(Index{a} - b + 2 * out.reach)], angle);
      deep.middleRows(2 * n * (b + out.reach), 2 * n) = turned_block(U.back(), angle);
    }
  } else {
    for (int b = -out.reach; b <= out.reach; ++b) {
      const std::vector<MatrixXd> U = motions(b, -out.reach, out.reach);
      for (int a = -out.reach; a <= out.reach; ++a) block_of(G, a, b) = U[std::size_t(Index{a} + out.reach)];
      deep.middleRows(2 * n * (b + out.reach), 2 * n) = U.back();
    }
  }
  out.reciprocity_error = (G - G.transpose()).cwiseAbs().maxCoeff() / G.cwiseAbs().maxCoeff();
  G = (0.5 * (G + G.transpose())).eval();
  out.G = std::make_shared<const MatrixXd>(G);
  for (int b = -out.reach; b <= out.reach; ++b) block_of(G, b, b) = deep.middleRows(2 * n * (b + out.reach), 2 * n);
  out.G_deep = std::make_shared<const MatrixXd>(std::move(G));
  out.solve_s = solving.seconds();
  return out;
}

FlankCarrier flank_carrier(const FlankCompliance& c, int tooth, double arc) {
  const double steps = double(c.nodes_per_flank - 1);
  const double x = std::clamp((arc - c.grid.tip_arc) / (c.grid.low_arc - c.grid.tip_arc) * steps, 0.0, steps);
  const Index i = std::min(Index(x), c.nodes_per_flank - 2);
  const int first = int((tooth + c.reach) * c.nodes_per_flank + i);
  return {{first, first + 1}, {1 - (x - double(i)), x - double(i)}};
}

std::vector<VectorXd> root_stresses(const FlankCompliance& c, const GearGeometry& geometry, const MatrixXd& forces) {
  const Index n = c.nodes_per_flank;
  const int teeth = 2 * c.reach + 1;
  std::vector<VectorXd> out;
  out.resize(std::size_t(teeth));
  for (int loaded = 0; loaded < teeth; ++loaded) {
    MatrixXd own = forces.middleCols(loaded * n, n);
    if (c.grid.cyclic) own = Eigen::Rotation2Dd((c.reach - loaded) * geometry.tooth_angle).toRotationMatrix() * own;
    const VectorXd f = own.reshaped();
    for (int tooth = 0; tooth < teeth; ++tooth) {
      const int apart = tooth - loaded + c.reach;
      if (c.grid.cyclic && (apart < 0 || apart >= teeth)) continue;
      const MatrixXd& stress = c.root_stress[std::size_t(c.grid.cyclic ? apart : loaded * teeth + tooth)];
      VectorXd& sum = out[std::size_t(tooth)];
      if (sum.size() == 0) sum.setZero(stress.rows());
      sum += stress * f;
    }
  }
  return out;
}

MatrixXd gear_displacements(const FlankCompliance& c, const std::vector<MatrixXd>& forces) {
  const HeldSystem held = hold_hub(*c.model);
  MatrixXd f = MatrixXd::Zero(held.lower.rows(), Index(forces.size()));
  for (std::size_t set = 0; set < forces.size(); ++set)
    for (int tooth = -c.reach; tooth <= c.reach; ++tooth) {
      const SparseRows rows =
          on_free_dofs(motion_rows(flank_places(c.grid, flank_of(c.grid, tooth), c.nodes_per_flank), *c.model), held);
      const MatrixXd own = forces[set].middleCols((tooth + c.reach) * c.nodes_per_flank, c.nodes_per_flank);
      f.col(Index(set)) += rows.transpose() * own.reshaped();
    }
  const MatrixXd u = CholeskyFactor(held.lower).solve(f);
  MatrixXd out = MatrixXd::Zero(Index(held.place.size()), f.cols());
  for (std::size_t dof = 0; dof < held.place.size(); ++dof)
    if (held.place[dof] >= 0) out.row(Index(dof)) = u.row(held.place[dof]);
  return out;
}

}  // namespace trunnion
