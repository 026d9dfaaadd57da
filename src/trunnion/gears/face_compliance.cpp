#include "trunnion/gears/face_compliance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "trunnion/gears/held_system.h"
#include "trunnion/gears/root_stress.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

/// The section at every layer, turned along the helix; hexahedra between layers.
std::shared_ptr<const FeModel> extruded(const Mesh& section, const Gear& gear, const GearGeometry& g,
                                        const GearMaterial& material, const VectorXd& layer) {
  auto file = std::make_shared<MeshFile>();
  Mesh& mesh = file->mesh;
  const Index n = section.num_nodes(), layers = layer.size();
  mesh.x.resize(3, n * layers);
  for (Index l = 0; l < layers; ++l) {
    const double turn = layer[l] * std::tan(gear.helix_angle) / g.reference;
    const Matrix3d R = Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
    mesh.x.middleCols(l * n, n) = (R * section.x).colwise() + layer[l] * Vector3d::UnitZ();
    for (const NodeId node : nodes_named(section, "hub"))
      mesh.node_sets["hub"].push_back(NodeId{std::int32_t(l * n + node.value)});
  }
  for (Index i = 0; i < n * layers; ++i) mesh.node_labels.push_back(std::int64_t(i) + 1);
  ElementBlock block;
  block.type = CellType::hex8;
  const Eigen::MatrixXi& quads = section.blocks.front().nodes;
  block.nodes.resize(8, quads.cols() * (layers - 1));
  for (Index l = 0; l + 1 < layers; ++l)
    for (Index e = 0; e < quads.cols(); ++e)
      for (int k = 0; k < 4; ++k) {
        block.nodes(k, l * quads.cols() + e) = int(l * n) + quads(k, e);
        block.nodes(k + 4, l * quads.cols() + e) = int((l + 1) * n) + quads(k, e);
      }
  for (Index e = 0; e < block.nodes.cols(); ++e) block.labels.push_back(std::int64_t(e) + 1);
  mesh.blocks.push_back(std::move(block));
  file->materials = {{"gear", material.elastic.young, material.elastic.poisson, 1, 0}};
  Section solid;
  solid.material = "gear";
  file->sections = {solid};
  return std::make_shared<const FeModel>(assemble(file));
}

/// Unit normal of a helical flank out of its tooth, at a point of the section and its plane normal there.
Vector3d helical_normal(const GearGeometry& g, const Vector2d& x, const Vector2d& normal) {
  const double arm = x.x() * normal.y() - x.y() * normal.x();
  return Vector3d(normal.x(), normal.y(), -std::tan(g.base_helix) / g.base * arm).normalized();
}

/// Normal motions at n places of equal arc length on a flank, layer by layer, as rows on the dofs of the mesh.
class NormalRows {
 public:
  NormalRows(const GearGeometry& g, const Gear& gear, const FaceCompliance& c) : g_(g), gear_(gear), c_(c) {}

  SparseRows operator()(const FlankNodes& flank, const std::vector<int>& nodes) const {
    const Index n = c_.section->nodes_per_flank, own = Index(nodes.size()), plane = c_.section->grid.mesh.num_nodes();
    const GearGrid& grid = c_.section->grid;
    const bool clockwise = is_clockwise();
    std::vector<Eigen::Triplet<double>> entries;
    for (Index l = 0; l < c_.layers(); ++l) {
      const double helix = c_.layer[l] * std::tan(gear_.helix_angle) / g_.reference;
      const Matrix3d R = Eigen::AngleAxisd(flank.tooth * g_.tooth_angle + helix, Vector3d::UnitZ()).toRotationMatrix();
      for (Index k = 0; k < n; ++k) {
        const double arc = grid.tip_arc + (grid.low_arc - grid.tip_arc) * double(k) / double(n - 1);
        FlankPoint at = flank_point(g_, tangent_at_arc(g_, arc));
        if (clockwise) {
          at.x.y() *= -1;
          at.normal.y() *= -1;
        }
        const Vector3d normal = R * helical_normal(g_, at.x, at.normal);
        const double x = double(k) * double(own - 1) / double(n - 1);
        const Index i = std::min(Index(x), own - 2);
        for (const auto& [node, share] : {std::pair{nodes[std::size_t(i)], 1 - (x - double(i))},
                                          std::pair{nodes[std::size_t(i + 1)], x - double(i)}})
          for (int axis = 0; axis < 3; ++axis)
            entries.emplace_back(int(l * n + k), int(3 * (l * plane + node)) + axis, share * normal[axis]);
      }
    }
    SparseRows out(n * c_.layers(), c_.model->dofs.size);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
  }

 private:
  /// Whether the loaded flanks are the clockwise ones: the node at the tip tells.
  bool is_clockwise() const {
    const GearGrid& grid = c_.section->grid;
    return grid.mesh.x(1, flank_of(grid, 0).nodes.front()) < 0;
  }
  const GearGeometry& g_;
  const Gear& gear_;
  const FaceCompliance& c_;
};

}  // namespace

FaceCompliance face_compliance(const Gear& gear, const GearGeometry& g, const GearMaterial& material,
                               std::shared_ptr<const FlankCompliance> section, double width, int elements) {
  FaceCompliance out;
  out.section = std::move(section);
  out.layer = VectorXd::LinSpaced(elements + 1, -0.5 * width, 0.5 * width);
  const GearGrid& grid = out.section->grid;
  out.model = extruded(grid.mesh, gear, g, material, out.layer);
  const Stopwatch factoring;
  const HeldSystem held = hold_hub(*out.model);
  const CholeskyFactor factor(held.lower);
  out.factor_s = factoring.seconds();

  const Stopwatch solving;
  const int reach = out.section->reach, teeth = 2 * reach + 1;
  const Index size = out.flank_size(), plane = grid.mesh.num_nodes();
  const NormalRows rows(g, gear, out);
  const SparseRows loaded = on_free_dofs(rows(flank_of(grid, 0), flank_of(grid, 0).nodes), held);
  std::vector<SparseRows> seen, stress;
  for (int t = -2 * reach; t <= 2 * reach; ++t) {
    const FlankNodes& flank = flank_of(grid, t);
    FlankNodes here = flank;
    here.tooth = t;  // a ring of few teeth comes round
    seen.push_back(on_free_dofs(rows(here, t == 0 ? flank.deep : flank.nodes), held));
  }
  for (int t = -reach; t <= reach; ++t) {
    SparseRows all(0, 0);
    std::vector<Eigen::Triplet<double>> entries;
    Index first = 0;
    for (Index l = 0; l < out.layers(); ++l) {
      std::vector<int> chain;
      for (const int node : flank_of(grid, t).root) chain.push_back(int(l * plane) + node);
      const SparseRows own = boundary_stress_rows(*out.model, chain);
      for (Index r = 0; r < own.rows(); ++r)
        for (SparseRows::InnerIterator it(own, r); it; ++it)
          entries.emplace_back(int(first + r), int(it.col()), it.value());
      first += own.rows();
    }
    all.resize(first, out.model->dofs.size);
    all.setFromTriplets(entries.begin(), entries.end());
    stress.push_back(on_free_dofs(all, held));
    out.root_stress.emplace_back(first, size);
  }

  std::vector<MatrixXd> U(seen.size(), MatrixXd(size, size));
  constexpr Index block = 64;
  for (Index begin = 0; begin < size; begin += block) {
    const Index columns = std::min(block, size - begin);
    const MatrixXd f = MatrixXd(loaded.middleRows(begin, columns)).transpose();
    const MatrixXd u = factor.solve(f);
    for (std::size_t t = 0; t < seen.size(); ++t) U[t].middleCols(begin, columns) = seen[t] * u;
    for (std::size_t t = 0; t < stress.size(); ++t) out.root_stress[t].middleCols(begin, columns) = stress[t] * u;
  }
  MatrixXd G(size * teeth, size * teeth);
  for (int a = 0; a < teeth; ++a)
    for (int b = 0; b < teeth; ++b) G.block(size * a, size * b, size, size) = U[std::size_t(Index{a} - b + 2 * reach)];
  out.G = std::make_shared<const MatrixXd>(0.5 * (G + G.transpose()));
  out.solve_s = solving.seconds();
  return out;
}

MatrixXd face_displacements(const Gear& gear, const GearGeometry& g, const FaceCompliance& c,
                            const std::vector<VectorXd>& forces) {
  const HeldSystem held = hold_hub(*c.model);
  const NormalRows rows(g, gear, c);
  MatrixXd f = MatrixXd::Zero(held.lower.rows(), Index(forces.size()));
  const int reach = c.section->reach;
  for (int tooth = -reach; tooth <= reach; ++tooth) {
    const FlankNodes& flank = flank_of(c.section->grid, tooth);
    const SparseRows normal = on_free_dofs(rows(flank, flank.nodes), held);
    for (std::size_t set = 0; set < forces.size(); ++set)
      f.col(Index(set)) += normal.transpose() * forces[set].segment((tooth + reach) * c.flank_size(), c.flank_size());
  }
  const MatrixXd u = CholeskyFactor(held.lower).solve(f);
  MatrixXd out = MatrixXd::Zero(Index(held.place.size()), f.cols());
  for (std::size_t dof = 0; dof < held.place.size(); ++dof)
    if (held.place[dof] >= 0) out.row(Index(dof)) = u.row(held.place[dof]);
  return out;
}

std::vector<double> face_root_stress(const FaceCompliance& c, const VectorXd& forces) {
  const int reach = c.section->reach;
  const Index size = c.flank_size();
  std::vector<double> out;
  for (int tooth = -reach; tooth <= reach; ++tooth) {
    VectorXd stress = VectorXd::Zero(c.root_stress.front().rows());
    for (int loaded = -reach; loaded <= reach; ++loaded)
      if (std::abs(tooth - loaded) <= reach)
        stress +=
            c.root_stress[std::size_t(Index{tooth} - loaded + reach)] * forces.segment((loaded + reach) * size, size);
    out.push_back(stress.maxCoeff());
  }
  return out;
}

}  // namespace trunnion
