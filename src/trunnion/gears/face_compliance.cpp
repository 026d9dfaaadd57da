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

enum class FlankDirection { normal, along };  ///< out of the tooth, or up the profile as its arc grows

/// Motions of the places of a flank, layer by layer, as rows on the dofs of the mesh.
class FlankRows {
 public:
  FlankRows(const GearGeometry& g, const Gear& gear, const FaceCompliance& c) : g_(g), gear_(gear), c_(c) {}

  SparseRows operator()(int tooth, const std::vector<MeshPlace>& places, FlankDirection which) const {
    const Index n = c_.section->nodes_per_flank;
    const GearGrid& grid = c_.section->grid;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index l = 0; l < c_.layers(); ++l) {
      const double helix = c_.layer[l] * std::tan(gear_.helix_angle) / g_.reference;
      const Matrix3d R = Eigen::AngleAxisd(tooth * g_.tooth_angle + helix, Vector3d::UnitZ()).toRotationMatrix();
      for (Index k = 0; k < n; ++k) {
        FlankPoint at = flank_point(g_, tangent_at_arc(g_, arc_of_place(grid, k, n)));
        Vector3d along(at.normal.y(), -at.normal.x(), 0);
        if (grid.clockwise) {
          at.x.y() *= -1;
          at.normal.y() *= -1;
          along.y() *= -1;
        }
        const Vector3d direction = R * (which == FlankDirection::along ? along : helical_normal(g_, at.x, at.normal));
        const MeshPlace& place = places[std::size_t(l * n + k)];
        for (std::size_t a = 0; a < place.nodes.size(); ++a)
          for (int axis = 0; axis < 3; ++axis)
            entries.emplace_back(int(l * n + k), 3 * place.nodes[a] + axis, place.shares[a] * direction[axis]);
      }
    }
    SparseRows out(n * c_.layers(), c_.model->dofs.size);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
  }

 private:
  const GearGeometry& g_;
  const Gear& gear_;
  const FaceCompliance& c_;
};

/// Places of a section in all layers of its extrusion.
std::vector<MeshPlace> in_all_layers(const std::vector<MeshPlace>& section, const FaceCompliance& c) {
  const Index plane = c.section->grid.mesh.num_nodes();
  std::vector<MeshPlace> out;
  for (Index l = 0; l < c.layers(); ++l)
    for (MeshPlace place : section) {
      for (int& node : place.nodes) node += int(l * plane);
      out.push_back(std::move(place));
    }
  return out;
}

/// Rows of the stress along the root of a tooth, layer by layer.
SparseRows root_rows(const FaceCompliance& c, int tooth) {
  const Index plane = c.section->grid.mesh.num_nodes();
  std::vector<Eigen::Triplet<double>> entries;
  Index first = 0;
  for (Index l = 0; l < c.layers(); ++l) {
    std::vector<int> chain;
    for (const int node : flank_of(c.section->grid, tooth).root) chain.push_back(int(l * plane) + node);
    const SparseRows own = boundary_stress_rows(*c.model, chain);
    for (Index r = 0; r < own.rows(); ++r)
      for (SparseRows::InnerIterator it(own, r); it; ++it)
        entries.emplace_back(int(first + r), int(it.col()), it.value());
    first += own.rows();
  }
  SparseRows all(first, c.model->dofs.size);
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

/// What is seen of the motions under unit loads on tooth 0.
struct Seen {
  std::vector<SparseRows> flank;   ///< normal motions of teeth -2 reach ... 2 reach, below the surface on tooth 0
  std::vector<SparseRows> stress;  ///< along the roots of teeth -reach ... reach
};

/// Motions of all pairs of loaded teeth, and root stresses, under the loads of the rows of `loaded`.
MatrixXd motions_under(const CholeskyFactor& factor, const SparseRows& loaded, const Seen& seen, int reach,
                       std::vector<MatrixXd>& root_stress) {
  const Index size = loaded.rows();
  const int teeth = 2 * reach + 1;
  std::vector<MatrixXd> U(seen.flank.size(), MatrixXd(size, size));
  for (const SparseRows& rows : seen.stress) root_stress.emplace_back(rows.rows(), size);
  constexpr Index block = 64;
  for (Index begin = 0; begin < size; begin += block) {
    const Index columns = std::min(block, size - begin);
    const MatrixXd f = MatrixXd(loaded.middleRows(begin, columns)).transpose();
    const MatrixXd u = factor.solve(f);
    for (std::size_t t = 0; t < U.size(); ++t) U[t].middleCols(begin, columns) = seen.flank[t] * u;
    for (std::size_t t = 0; t < seen.stress.size(); ++t) root_stress[t].middleCols(begin, columns) = seen.stress[t] * u;
  }
  MatrixXd G(size * teeth, size * teeth);
  for (int a = 0; a < teeth; ++a)
    for (int b = 0; b < teeth; ++b) G.block(size * a, size * b, size, size) = U[std::size_t(Index{a} - b + 2 * reach)];
  return G;
}

}  // namespace

FaceCompliance face_compliance(const Gear& gear, const GearGeometry& g, const GearMaterial& material,
                               std::shared_ptr<const FlankCompliance> section, const FaceOptions& options) {
  FaceCompliance out;
  out.section = std::move(section);
  out.layer = VectorXd::LinSpaced(options.elements + 1, -0.5 * options.width, 0.5 * options.width);
  const GearGrid& grid = out.section->grid;
  out.model = extruded(grid.mesh, gear, g, material, out.layer);
  const Stopwatch factoring;
  const HeldSystem held = hold_hub(*out.model);
  const CholeskyFactor factor(held.lower);
  out.factor_s = factoring.seconds();

  const Stopwatch solving;
  const int reach = out.section->reach;
  const FlankRows rows(g, gear, out);
  Seen seen;
  for (int t = -2 * reach; t <= 2 * reach; ++t) {
    const FlankNodes& flank = flank_of(grid, t);
    const std::vector<MeshPlace> surface = in_all_layers(flank_places(grid, flank, out.section->nodes_per_flank), out);
    if (std::abs(t) <= reach) out.places.push_back(surface);
    seen.flank.push_back(
        on_free_dofs(rows(t, t == 0 ? in_all_layers(flank.deep, out) : surface, FlankDirection::normal), held));
  }
  for (int t = -reach; t <= reach; ++t) seen.stress.push_back(on_free_dofs(root_rows(out, t), held));
  const auto loads = [&](FlankDirection direction) {
    return on_free_dofs(rows(0, out.places[std::size_t(reach)], direction), held);
  };
  const MatrixXd G = motions_under(factor, loads(FlankDirection::normal), seen, reach, out.root_stress);
  out.G = std::make_shared<const MatrixXd>(0.5 * (G + G.transpose()));
  if (options.friction)
    out.G_along = std::make_shared<const MatrixXd>(
        motions_under(factor, loads(FlankDirection::along), seen, reach, out.root_stress_along));
  out.solve_s = solving.seconds();
  return out;
}

MatrixXd face_displacements(const Gear& gear, const GearGeometry& g, const FaceCompliance& c,
                            const std::vector<FaceForces>& forces) {
  const HeldSystem held = hold_hub(*c.model);
  const FlankRows rows(g, gear, c);
  MatrixXd f = MatrixXd::Zero(held.lower.rows(), Index(forces.size()));
  const int reach = c.section->reach;
  for (int tooth = -reach; tooth <= reach; ++tooth) {
    const auto add = [&](FlankDirection direction, VectorXd FaceForces::*which) {
      const SparseRows on_flank = on_free_dofs(rows(tooth, c.places[std::size_t(tooth + reach)], direction), held);
      for (std::size_t set = 0; set < forces.size(); ++set)
        f.col(Index(set)) +=
            on_flank.transpose() * (forces[set].*which).segment((tooth + reach) * c.flank_size(), c.flank_size());
    };
    add(FlankDirection::normal, &FaceForces::normal);
    add(FlankDirection::along, &FaceForces::along);
  }
  const MatrixXd u = CholeskyFactor(held.lower).solve(f);
  MatrixXd out = MatrixXd::Zero(Index(held.place.size()), f.cols());
  for (std::size_t dof = 0; dof < held.place.size(); ++dof)
    if (held.place[dof] >= 0) out.row(Index(dof)) = u.row(held.place[dof]);
  return out;
}

std::vector<double> face_root_stress(const FaceCompliance& c, const FaceForces& forces) {
  const int reach = c.section->reach;
  const Index size = c.flank_size();
  std::vector<double> out;
  for (int tooth = -reach; tooth <= reach; ++tooth) {
    VectorXd stress = VectorXd::Zero(c.root_stress.front().rows());
    for (int loaded = -reach; loaded <= reach; ++loaded)
      if (const auto apart = std::size_t(Index{tooth} - loaded + reach); std::abs(tooth - loaded) <= reach) {
        stress += c.root_stress[apart] * forces.normal.segment((loaded + reach) * size, size);
        if (c.G_along) stress += c.root_stress_along[apart] * forces.along.segment((loaded + reach) * size, size);
      }
    out.push_back(stress.maxCoeff());
  }
  return out;
}

}  // namespace trunnion
