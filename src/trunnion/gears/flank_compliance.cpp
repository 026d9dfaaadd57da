#include "trunnion/gears/flank_compliance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

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

/// One of n places of equal arc length on a flank, tip first: the two nodes of a list beside it and their shares.
struct FlankShare {
  int node[2];
  double share[2];
};

FlankShare flank_share(const GearGrid& grid, const FlankNodes& flank, const std::vector<int>& nodes, Index k, Index n) {
  const auto own = Index(nodes.size());
  double x = double(k) * double(own - 1) / double(n - 1);
  if (!flank.arc.empty()) {
    const double arc = grid.tip_arc + (grid.low_arc - grid.tip_arc) * double(k) / double(n - 1);
    const double sense = grid.low_arc < grid.tip_arc ? -1 : 1;
    const auto after =
        std::find_if(flank.arc.begin(), flank.arc.end(), [&](double a) { return sense * (a - arc) > 0; });
    const Index j = std::clamp<Index>(after - flank.arc.begin(), 1, own - 1);
    const double from = flank.arc[std::size_t(j - 1)], to = flank.arc[std::size_t(j)];
    x = double(j - 1) + std::clamp((arc - from) / (to - from), 0.0, 1.0);
  }
  const Index i = std::min(Index(x), own - 2);
  return {{nodes[std::size_t(i)], nodes[std::size_t(i + 1)]}, {1 - (x - double(i)), x - double(i)}};
}

/// Rows of `u` at n places of equal arc length on a flank, whatever its own nodes.
MatrixXd at_places(const MatrixXd& u, const HeldSystem& held, const GearGrid& grid, const FlankNodes& flank,
                   const std::vector<int>& nodes, Index n) {
  MatrixXd out = MatrixXd::Zero(2 * n, u.cols());
  for (Index k = 0; k < n; ++k) {
    const FlankShare at = flank_share(grid, flank, nodes, k, n);
    for (int j = 0; j < 2; ++j)
      for (Index axis = 0; axis < 2; ++axis)
        out.row(2 * k + axis) += at.share[j] * u.row(held.place[std::size_t(2 * at.node[j] + axis)]);
  }
  return out;
}

/// Turns every node's vector by an angle.
MatrixXd turned(const MatrixXd& rows, double angle) {
  const Eigen::Rotation2Dd R(angle);
  MatrixXd out(rows.rows(), rows.cols());
  for (Index k = 0; k < rows.rows(); k += 2) out.middleRows(k, 2) = R.toRotationMatrix() * rows.middleRows(k, 2);
  return out;
}

/// Where the deep points of tooth 0 lie, seen from their flank nodes.
MatrixXd deep_offsets(const GearGeometry& g, const GearGrid& grid, bool clockwise) {
  const FlankNodes& flank = flank_of(grid, 0);
  const auto n = Index(flank.nodes.size());
  if (flank.deep.empty()) return MatrixXd(2, 0);
  MatrixXd out(2, n);
  for (Index k = 0; k < n; ++k) {
    const double arc = grid.tip_arc + (grid.low_arc - grid.tip_arc) * double(k) / double(n - 1);
    const Vector2d outward = flank_point(g, tangent_at_arc(g, arc)).normal, along(outward.y(), -outward.x());
    Vector2d way =
        (grid.mesh.x.col(flank.deep[std::size_t(k)]) - grid.mesh.x.col(flank.nodes[std::size_t(k)])).head<2>();
    if (clockwise) way.y() *= -1;
    out.col(k) << way.dot(along), -way.dot(outward);
  }
  return out;
}

}  // namespace

FlankCompliance flank_mesh(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                           const GearGridOptions& options) {
  FlankCompliance out;
  out.grid = options.given ? given_grid(gear, geometry, options) : gear_grid(gear, geometry, options);
  out.model = plane_model(out.grid.mesh, gear, material);
  out.reach = options.loaded_teeth / 2;
  out.nodes_per_flank = Index(flank_of(out.grid, 0).nodes.size());
  out.deep_offset = deep_offsets(geometry, out.grid, options.clockwise);
  return out;
}

FlankCompliance flank_compliance(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                                 const GearGridOptions& options) {
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
  out.root_stress.resize(std::size_t(teeth));
  std::vector<SparseRows> stress_rows;
  for (int t = -out.reach; t <= out.reach; ++t)
    stress_rows.push_back(on_free_dofs(boundary_stress_rows(*out.model, flank_of(out.grid, t).root), held));
  // U_t for all differences of teeth, under unit loads on the flank of `loaded`.
  const auto motions = [&](int loaded, int from, int to) {
    std::vector<MatrixXd> U(std::size_t(Index{to} - from + 2),
                            MatrixXd(2 * n, 2 * n));  // the last: below the loaded flank
    const FlankNodes& flank = flank_of(out.grid, loaded);
    constexpr Index block = 64;  // columns solved at a time: the factor is read once for all of them
    MatrixXd f(held.lower.rows(), block);
    for (Index begin = 0; begin < 2 * n; begin += block) {
      const Index width = std::min(block, 2 * n - begin);
      f.setZero(held.lower.rows(), width);
      for (Index c = 0; c < width; ++c) {
        const FlankShare at = flank_share(out.grid, flank, flank.nodes, (begin + c) / 2, n);
        for (int j = 0; j < 2; ++j) f(held.place[std::size_t(2 * at.node[j] + (begin + c) % 2)], c) += at.share[j];
      }
      const MatrixXd u = factor.solve(f);
      for (int t = from; t <= to; ++t)
        U[std::size_t(Index{t} - from)].middleCols(begin, width) =
            at_places(u, held, out.grid, flank_of(out.grid, t), flank_of(out.grid, t).nodes, n);
      U.back().middleCols(begin, width) =
          at_places(u, held, out.grid, flank, flank.deep.empty() ? flank.nodes : flank.deep, n);
      for (int t = 0; loaded == 0 && t < teeth; ++t) {
        MatrixXd& stress = out.root_stress[std::size_t(t)];
        if (begin == 0) stress.resize(stress_rows[std::size_t(t)].rows(), 2 * n);
        stress.middleCols(begin, width) = stress_rows[std::size_t(t)] * u;
      }
    }
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

MatrixXd root_stresses(const FlankCompliance& c, const GearGeometry& geometry, const MatrixXd& forces) {
  const Index n = c.nodes_per_flank;
  MatrixXd out = MatrixXd::Zero(c.root_stress.front().rows(), 2 * c.reach + 1);
  for (int loaded = -c.reach; loaded <= c.reach; ++loaded) {
    const MatrixXd own = Eigen::Rotation2Dd(-loaded * geometry.tooth_angle).toRotationMatrix() *
                         forces.middleCols((loaded + c.reach) * n, n);
    const VectorXd f = own.reshaped();
    for (int tooth = -c.reach; tooth <= c.reach; ++tooth)
      if (std::abs(tooth - loaded) <= c.reach)
        out.col(tooth + c.reach) += c.root_stress[std::size_t(Index{tooth} - loaded + c.reach)] * f;
  }
  return out;
}

MatrixXd gear_displacements(const FlankCompliance& c, const std::vector<MatrixXd>& forces) {
  const HeldSystem held = hold_hub(*c.model);
  MatrixXd f = MatrixXd::Zero(held.lower.rows(), Index(forces.size()));
  for (std::size_t set = 0; set < forces.size(); ++set)
    for (int tooth = -c.reach; tooth <= c.reach; ++tooth) {
      const FlankNodes& flank = flank_of(c.grid, tooth);
      for (Index k = 0; k < c.nodes_per_flank; ++k) {
        const FlankShare at = flank_share(c.grid, flank, flank.nodes, k, c.nodes_per_flank);
        for (int j = 0; j < 2; ++j)
          for (Index axis = 0; axis < 2; ++axis)
            f(held.place[std::size_t(2 * at.node[j] + axis)], Index(set)) +=
                at.share[j] * forces[set](axis, (tooth + c.reach) * c.nodes_per_flank + k);
      }
    }
  const MatrixXd u = CholeskyFactor(held.lower).solve(f);
  MatrixXd out = MatrixXd::Zero(Index(held.place.size()), f.cols());
  for (std::size_t dof = 0; dof < held.place.size(); ++dof)
    if (held.place[dof] >= 0) out.row(Index(dof)) = u.row(held.place[dof]);
  return out;
}

}  // namespace trunnion
