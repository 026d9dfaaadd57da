#include "trunnion/gears/face_compliance.h"

#include <fmt/format.h>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>

#include "trunnion/gears/extruded_mesh.h"
#include "trunnion/gears/held_system.h"
#include "trunnion/gears/root_stress.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

std::shared_ptr<const FeModel> solid_model(Mesh mesh, const GearMaterial& material) {
  auto file = std::make_shared<MeshFile>();
  file->mesh = std::move(mesh);
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

/// The motions of a flank that answer to the forces of layers, as rows on the dofs of the mesh.
class FlankRows {
 public:
  FlankRows(const GearGeometry& g, const Gear& gear, const FaceCompliance& c) : g_(g), gear_(gear), c_(c) {
    in_section_ = by_place(c.spread.in_section);
    axial_ = by_place(c.spread.axial);
  }

  /// Turning of the sections per length [rad/m].
  double twist() const { return std::tan(gear_.helix_angle) / g_.reference; }

  SparseRows operator()(int tooth, const std::vector<MeshPlace>& places, FlankDirection which) const {
    const Index n = c_.section->nodes_per_flank;
    const GearGrid& grid = c_.section->grid;
    std::vector<Eigen::Triplet<double>> in_section, axial;
    for (Index l = 0; l < c_.layers(); ++l) {
      const double helix = c_.layer[l] * twist();
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
            (axis < 2 ? in_section : axial)
                .emplace_back(int(l * n + k), 3 * place.nodes[a] + axis, place.shares[a] * direction[axis]);
      }
    }
    const auto rows = [&](const std::vector<Eigen::Triplet<double>>& entries) {
      SparseRows out(c_.flank_size(), c_.model->dofs.size);
      out.setFromTriplets(entries.begin(), entries.end());
      return out;
    };
    return in_section_ * rows(in_section) + axial_ * rows(axial);
  }

 private:
  /// The transpose of a spread for every place of a layer.
  SparseRows by_place(const MatrixXd& spread) const {
    const Index n = c_.section->nodes_per_flank;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index l = 0; l < c_.layers(); ++l)
      for (Index m = 0; m < c_.layers(); ++m)
        for (Index k = 0; k < n; ++k) entries.emplace_back(int(l * n + k), int(m * n + k), spread(m, l));
    SparseRows out(c_.flank_size(), c_.flank_size());
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
  }

  const GearGeometry& g_;
  const Gear& gear_;
  const FaceCompliance& c_;
  SparseRows in_section_, axial_;
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

/// Rows of the stress in the root of a tooth, layer by layer.
SparseRows root_rows(const FaceCompliance& c, int tooth, double twist) {
  const Index plane = c.section->grid.mesh.num_nodes();
  std::vector<Eigen::Triplet<double>> entries;
  Index first = 0;
  for (Index l = 0; l < c.layers(); ++l) {
    std::vector<int> chain;
    for (const int node : flank_of(c.section->grid, tooth).root) chain.push_back(int(l * plane) + node);
    const SparseRows own = boundary_stress_rows(*c.model, chain, twist);
    for (Index r = 0; r < own.rows(); ++r)
      for (SparseRows::InnerIterator it(own, r); it; ++it)
        entries.emplace_back(int(first + r), int(it.col()), it.value());
    first += own.rows();
  }
  SparseRows all(first, c.model->dofs.size);
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

/// What is seen of the motions under unit loads on one tooth: normal motions of flanks, and stresses.
struct Seen {
  std::vector<SparseRows> flank, stress;
};

/// Motions under the loads of the rows of `loaded`; stresses go behind those in `root_stress`.
std::vector<MatrixXd> motions_under(const CholeskyFactor& factor, const SparseRows& loaded, const Seen& seen,
                                    std::vector<MatrixXd>& root_stress) {
  const Index size = loaded.rows();
  std::vector<MatrixXd> U(seen.flank.size(), MatrixXd(size, size)), stress;
  for (const SparseRows& rows : seen.stress) stress.emplace_back(rows.rows(), size);
  constexpr Index block = 64;
  for (Index begin = 0; begin < size; begin += block) {
    const Index columns = std::min(block, size - begin);
    const MatrixXd f = MatrixXd(loaded.middleRows(begin, columns)).transpose();
    const MatrixXd u = factor.solve(f);
    for (std::size_t t = 0; t < U.size(); ++t) U[t].middleCols(begin, columns) = seen.flank[t] * u;
    for (std::size_t t = 0; t < stress.size(); ++t) stress[t].middleCols(begin, columns) = seen.stress[t] * u;
  }
  for (MatrixXd& own : stress) root_stress.push_back(std::move(own));
  return U;
}

/// The matrix of all pairs of loaded teeth from the block of teeth a under loads on b, both counted from 0.
MatrixXd of_blocks(int teeth, Index size, const std::function<const MatrixXd&(int a, int b)>& block) {
  check_room(double(size * teeth) * double(size * teeth) * sizeof(double),
             fmt::format("the compliance of {} teeth with {} nodes a flank", teeth, size),
             "make 'flank_size' larger, 'face_elements' smaller, or end other programs");
  MatrixXd G(size * teeth, size * teeth);
  for (int a = 0; a < teeth; ++a)
    for (int b = 0; b < teeth; ++b) G.block(size * a, size * b, size, size) = block(a, b);
  return G;
}

/// A gear before its loads are solved for.
struct HeldFace {
  HeldSystem held;
  CholeskyFactor factor;
  FlankRows rows;
  SparseRows on_flank(int tooth, const std::vector<MeshPlace>& places, FlankDirection which) const {
    return on_free_dofs(rows(tooth, places, which), held);
  }
};

/// Teeth that are alike: loads on tooth 0, the others follow by turning the ring. G under forces of both directions.
using Solve = std::function<MatrixXd(FlankDirection, std::vector<MatrixXd>& root_stress)>;
Solve ring_solver(const HeldFace& gear, FaceCompliance& out) {
  const GearGrid& grid = out.section->grid;
  const int reach = out.section->reach;
  auto seen = std::make_shared<Seen>();
  for (int t = -2 * reach; t <= 2 * reach; ++t) {
    const FlankNodes& flank = flank_of(grid, t);
    const std::vector<MeshPlace> surface = in_all_layers(flank_places(grid, flank, out.section->nodes_per_flank), out);
    if (std::abs(t) <= reach) out.places.push_back(surface);
    seen->flank.push_back(gear.on_flank(t, t == 0 ? in_all_layers(flank.deep, out) : surface, FlankDirection::normal));
  }
  for (int t = -reach; t <= reach; ++t)
    seen->stress.push_back(on_free_dofs(root_rows(out, t, gear.rows.twist()), gear.held));
  return [&gear, &out, seen, reach](FlankDirection which, std::vector<MatrixXd>& root_stress) {
    const std::vector<MatrixXd> U =
        motions_under(gear.factor, gear.on_flank(0, out.places[std::size_t(reach)], which), *seen, root_stress);
    return of_blocks(2 * reach + 1, out.flank_size(),
                     [&](int a, int b) -> const MatrixXd& { return U[std::size_t(a - b + 2 * reach)]; });
  };
}

/// Teeth of a mesh of the user: loads on every one of them.
Solve tooth_solver(const HeldFace& gear, const Gear& drawn, const GearGeometry& g, FaceCompliance& out) {
  const FlankCompliance& section = *out.section;
  const int reach = section.reach;
  auto seen = std::make_shared<Seen>();
  auto deep = std::make_shared<std::vector<SparseRows>>();
  for (const SolidFlank& flank : section.solid->flanks) {
    const SolidPlaces places = solid_places(drawn, g, section.grid, *section.solid, flank, section.deep_offset(1, 0),
                                            section.nodes_per_flank, out.layer);
    out.places.push_back(places.surface);
    seen->flank.push_back(gear.on_flank(flank.tooth, places.surface, FlankDirection::normal));
    deep->push_back(gear.on_flank(flank.tooth, places.deep, FlankDirection::normal));
    seen->stress.push_back(on_free_dofs(surface_stress_rows(*out.model, flank.root), gear.held));
  }
  return [&gear, &out, seen, deep, reach](FlankDirection which, std::vector<MatrixXd>& root_stress) {
    std::vector<std::vector<MatrixXd>> U;
    for (std::size_t b = 0; b < out.places.size(); ++b) {
      std::swap(seen->flank[b], (*deep)[b]);
      U.push_back(motions_under(gear.factor, gear.on_flank(int(b) - reach, out.places[b], which), *seen, root_stress));
      std::swap(seen->flank[b], (*deep)[b]);
    }
    return of_blocks(2 * reach + 1, out.flank_size(),
                     [&](int a, int b) -> const MatrixXd& { return U[std::size_t(b)][std::size_t(a)]; });
  };
}

}  // namespace

FaceCompliance face_compliance(const Gear& gear, const GearGeometry& g, const GearMaterial& material,
                               std::shared_ptr<const FlankCompliance> section, const FaceOptions& options) {
  FaceCompliance out;
  out.section = std::move(section);
  out.layer = face_layers(options.width, options.elements);
  const GivenSolid* solid = out.section->solid.get();
  out.spread = layer_spread(out.layers(), solid ? parts_of_layer(out.layer, solid->z_size) : 1);
  out.model = solid_model(solid ? *solid->mesh : extruded_mesh(out.section->grid.mesh, gear, g, out.layer), material);
  const Stopwatch factoring;
  HeldSystem system = hold_hub(*out.model);
  CholeskyFactor factor(system.lower);
  const HeldFace held{std::move(system), std::move(factor), FlankRows(g, gear, out)};
  out.factor_s = factoring.seconds();

  const Stopwatch solving;
  const Solve solve = solid ? tooth_solver(held, gear, g, out) : ring_solver(held, out);
  const MatrixXd G = solve(FlankDirection::normal, out.root_stress);
  out.G = std::make_shared<const MatrixXd>(0.5 * (G + G.transpose()));
  if (options.friction)
    out.G_along = std::make_shared<const MatrixXd>(solve(FlankDirection::along, out.root_stress_along));
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
  const int teeth = 2 * c.section->reach + 1;
  const Index size = c.flank_size();
  const bool alike = c.section->grid.cyclic;
  std::vector<double> out;
  for (int tooth = 0; tooth < teeth; ++tooth) {
    VectorXd stress;
    for (int loaded = 0; loaded < teeth; ++loaded) {
      const int apart = tooth - loaded + c.section->reach;
      if (alike && (apart < 0 || apart >= teeth)) continue;
      const auto block = std::size_t(alike ? apart : loaded * teeth + tooth);
      if (stress.size() == 0) stress.setZero(c.root_stress[block].rows());
      stress += c.root_stress[block] * forces.normal.segment(loaded * size, size);
      if (c.G_along) stress += c.root_stress_along[block] * forces.along.segment(loaded * size, size);
    }
    out.push_back(surface_tension(stress).maxCoeff());
  }
  return out;
}

}  // namespace trunnion
