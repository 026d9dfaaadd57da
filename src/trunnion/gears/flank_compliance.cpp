#include "trunnion/gears/flank_compliance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "trunnion/gears/root_stress.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

/// K without the rows of the hub, and where each dof went.
struct HeldSystem {
  SparseMatrix lower;
  std::vector<Index> place;  ///< of the full dof; -1: held
};

HeldSystem hold_hub(const FeModel& model) {
  HeldSystem out;
  const Index n = model.dofs.size;
  out.place.assign(std::size_t(n), 0);
  for (const NodeId node : nodes_named(model.file->mesh, "hub"))
    for (int axis = 0; axis < 2; ++axis) out.place[std::size_t(model.dofs.translation(node, axis))] = -1;
  Index free = 0;
  for (Index& place : out.place)
    if (place >= 0) place = free++;
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(std::size_t(model.stiffness_lower.nonZeros()));
  for (Index c = 0; c < n; ++c)
    for (SparseMatrix::InnerIterator it(model.stiffness_lower, c); it; ++it) {
      const Index row = out.place[std::size_t(it.row())], column = out.place[std::size_t(c)];
      if (row >= 0 && column >= 0) entries.emplace_back(int(row), int(column), it.value());
    }
  out.lower.resize(free, free);
  out.lower.setFromTriplets(entries.begin(), entries.end());
  return out;
}

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

/// The flank of a tooth counted from 0 in either sense, round the ring.
const FlankNodes& flank_of(const GearGrid& grid, int tooth) {
  const int count = int(grid.flanks.size()), first = grid.flanks.front().tooth;
  return grid.flanks[std::size_t(((tooth - first) % count + count) % count)];
}

/// Rows of `u` (full mesh) at n places of equal arc length on a flank, whatever its own number of nodes.
MatrixXd at_nodes(const MatrixXd& u, const HeldSystem& held, const std::vector<int>& nodes, Index n) {
  const auto own = Index(nodes.size());
  MatrixXd out(2 * n, u.cols());
  for (Index k = 0; k < n; ++k) {
    const double x = double(k) * double(own - 1) / double(n - 1);
    const Index i = std::min(Index(x), own - 2);
    const double share = x - double(i);
    for (Index axis = 0; axis < 2; ++axis) {
      const Index a = held.place[std::size_t(2 * nodes[std::size_t(i)] + axis)];
      const Index b = held.place[std::size_t(2 * nodes[std::size_t(i + 1)] + axis)];
      out.row(2 * k + axis) = (1 - share) * u.row(a) + share * u.row(b);
    }
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

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Columns of the full dofs moved to those of the free ones; the hub does not move.
SparseRows on_free_dofs(const SparseRows& full, const HeldSystem& held) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index r = 0; r < full.rows(); ++r)
    for (SparseRows::InnerIterator it(full, r); it; ++it)
      if (const Index place = held.place[std::size_t(it.col())]; place >= 0)
        entries.emplace_back(int(r), int(place), it.value());
  SparseRows out(full.rows(), held.lower.rows());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

/// Where the deep points of tooth 0 lie, seen from their flank nodes.
MatrixXd deep_offsets(const GearGeometry& g, const GearGrid& grid, bool clockwise) {
  const FlankNodes& flank = flank_of(grid, 0);
  const auto n = Index(flank.nodes.size());
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
  out.grid = gear_grid(gear, geometry, options);
  out.model = plane_model(out.grid.mesh, gear, material);
  out.reach = options.loaded_teeth / 2;
  out.nodes_per_flank = Index(flank_of(out.grid, 0).nodes.size());
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
  const bool ring = int(out.grid.flanks.size()) == gear.teeth;
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
      for (Index c = 0; c < width; ++c)
        f(held.place[std::size_t(2 * flank.nodes[std::size_t((begin + c) / 2)] + (begin + c) % 2)], c) = 1;
      const MatrixXd u = factor.solve(f);
      for (int t = from; t <= to; ++t)
        U[std::size_t(Index{t} - from)].middleCols(begin, width) = at_nodes(u, held, flank_of(out.grid, t).nodes, n);
      U.back().middleCols(begin, width) = at_nodes(u, held, flank.deep, n);
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
  out.deep_offset = deep_offsets(geometry, out.grid, options.clockwise);
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
      for (Index k = 0; k < c.nodes_per_flank; ++k)
        for (Index axis = 0; axis < 2; ++axis)
          f(held.place[std::size_t(2 * flank.nodes[std::size_t(k)] + axis)], Index(set)) +=
              forces[set](axis, (tooth + c.reach) * c.nodes_per_flank + k);
    }
  const MatrixXd u = CholeskyFactor(held.lower).solve(f);
  MatrixXd out = MatrixXd::Zero(Index(held.place.size()), f.cols());
  for (std::size_t dof = 0; dof < held.place.size(); ++dof)
    if (held.place[dof] >= 0) out.row(Index(dof)) = u.row(held.place[dof]);
  return out;
}

}  // namespace trunnion
