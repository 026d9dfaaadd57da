#include "trunnion/fem/loads.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "trunnion/base/nearest_name.h"
#include "trunnion/fem/beam_element.h"
#include "trunnion/fem/dof_map.h"
#include "trunnion/fem/element_properties.h"
#include "trunnion/fem/face_integrals.h"
#include "trunnion/fem/point_elements.h"
#include "trunnion/fem/solid_element.h"

namespace trunnion {
namespace {

/// Adds loads of all kinds to one column.
class LoadColumn {
 public:
  LoadColumn(const FeModel& model, const PropertyTable& properties, Eigen::Ref<VectorXd> f)
      : model_(model), mesh_(model.file->mesh), properties_(properties), f_(f) {}

  void operator()(const SurfacePressure& load) {
    for (const ElementFace& face : faces_named(mesh_, load.surface)) {
      const FaceIntegrals part = face_integrals(mesh_, properties_, face);
      for (std::size_t a = 0; a < part.nodes.size(); ++a)
        add(part.nodes[a], -load.pressure * part.normal_share.col(Index(a)));
    }
  }

  void operator()(const SurfaceTraction& load) {
    std::vector<FaceIntegrals> parts;
    double area = 0;
    for (const ElementFace& face : faces_named(mesh_, load.surface)) {
      parts.push_back(face_integrals(mesh_, properties_, face));
      area += parts.back().area;
    }
    for (const FaceIntegrals& part : parts)
      for (std::size_t a = 0; a < part.nodes.size(); ++a) add(part.nodes[a], part.share[Index(a)] / area * load.force);
  }

  void operator()(const NodalForce& load) {
    const std::vector<NodeId> nodes = nodes_named(mesh_, load.nodes);
    for (const NodeId node : nodes) add(node.value, load.force / double(nodes.size()));
  }

  void operator()(const ReferenceLoad& load) {
    const auto coupling = std::find_if(model_.couplings.begin(), model_.couplings.end(),
                                       [&](const CouplingMap& c) { return c.name == load.coupling; });
    if (coupling == model_.couplings.end()) {
      std::vector<std::string> known;
      for (const CouplingMap& c : model_.couplings) known.push_back(c.name);
      throw InputError(fmt::format("a load names the coupling '{}', which is not there{}", load.coupling,
                                   name_hint(load.coupling, known)));
    }
    add(coupling->reference.value, load.force);
    for (int i = 0; i < 3; ++i) f_[model_.dofs.rotation_dof(coupling->reference, i)] += load.moment[i];
  }

  void operator()(const Gravity& load) {
    const Index axes = model_.dofs.dimension;
    f_ += mass_product(model_, rigid_modes(model_).leftCols(axes) * load.acceleration.head(axes));
  }

  /// The field a = -w x (w x r) is linear in x, hence lies in the span of the shape functions: Mh times its nodal
  /// values. Beams and masses that turn have an extent beside their nodes and are taken one by one.
  void operator()(const Centrifugal& load) {
    const Vector3d w = load.rate;
    if (model_.dofs.dimension == 2 && w.head<2>().norm() > 0)
      throw InputError("a plane model can only spin about z: the first two components of the rate must be 0");
    const Matrix3d A = w.squaredNorm() * Matrix3d::Identity() - w * w.transpose();
    const MatrixXd field = (A * (mesh_.x.colwise() - load.point)).transpose();
    const MatrixXd force = symmetric_product(model_.mass.scalar_lower, field);
    for (Index n = 0; n < field.rows(); ++n) add(int(n), force.row(n).transpose());
    for (const PointMass& mass : model_.file->point_masses)
      if (turns(mass))
        add(node_dofs(model_.dofs, mass.node),
            point_mass_inertia_force(mass, mesh_.x.col(mass.node.value), w, load.point));
    for (std::size_t b = 0; b < mesh_.blocks.size(); ++b)
      if (mesh_.blocks[b].type == CellType::line2)
        for (Index c = 0; c < mesh_.blocks[b].nodes.cols(); ++c) {
          const ElementId e{std::int32_t(mesh_.first_element(int(b)) + c)};
          add(beam_dofs(e), beam_inertia_force(make_beam(mesh_, e, properties_[e]), A, load.point));
        }
  }

  void operator()(const UniformTemperature& load) {
    const int dim = model_.dofs.dimension;
    const auto heat = [&](ElementId e) {
      const ElementProperty& property = properties_[e];
      if (property.beam) {
        add(beam_dofs(e), beam_thermal_force(make_beam(mesh_, e, property), load.change));
        return;
      }
      gather(mesh_, dim, e, element_);
      double g[max_element_dofs];
      gradient_integrals(element_.type, element_.x, property, g);
      for (int a = 0; a < element_.count; ++a)
        for (int i = 0; i < dim; ++i)
          f_[dim * element_.nodes[a] + i] += property.thermal_stress * load.change * g[dim * a + i];
    };
    for_each_heated(mesh_, load, heat);
  }

  template <class Work>
  static void for_each_heated(const Mesh& mesh, const UniformTemperature& load, const Work& work) {
    if (load.elements.empty()) {
      for (Index e = 0; e < mesh.num_elements(); ++e) work(ElementId{std::int32_t(e)});
      return;
    }
    for (const ElementId e : elements_named(mesh, load.elements, "a temperature load")) work(e);
  }

 private:
  void add(int node, const Vector3d& force) {
    const Index axes = model_.dofs.dimension;
    if (axes == 2 && force.z() != 0)
      throw InputError(fmt::format("a force of {} N along z acts on a plane model", force.z()));
    f_.segment(axes * node, axes) += force.head(axes);
  }

  void add(const std::vector<Index>& dofs, const VectorXd& values) { f_(dofs) += values; }

  std::vector<Index> beam_dofs(ElementId e) const {
    const ElementRef at = mesh_.locate(e);
    const auto nodes = mesh_.blocks[std::size_t(at.block)].nodes.col(at.column);
    std::vector<Index> dofs = node_dofs(model_.dofs, NodeId{nodes[0]});
    for (const Index dof : node_dofs(model_.dofs, NodeId{nodes[1]})) dofs.push_back(dof);
    return dofs;
  }

  const FeModel& model_;
  const Mesh& mesh_;
  const PropertyTable& properties_;
  Eigen::Ref<VectorXd> f_;
  GatheredElement element_;
};

}  // namespace

MatrixXd load_vectors(const FeModel& model, const std::vector<LoadCase>& cases) {
  const PropertyTable properties = element_properties(*model.file);
  MatrixXd f = MatrixXd::Zero(model.dofs.size, Index(cases.size()));
  for (std::size_t k = 0; k < cases.size(); ++k) {
    LoadColumn column(model, properties, f.col(Index(k)));
    for (const Load& load : cases[k].loads) std::visit(column, load);
  }
  return f;
}

VectorXd temperature_change(const FeModel& model, const LoadCase& load_case) {
  VectorXd change;
  for (const Load& load : load_case.loads)
    if (const auto* heat = std::get_if<UniformTemperature>(&load)) {
      if (change.size() == 0) change = VectorXd::Zero(model.file->mesh.num_elements());
      LoadColumn::for_each_heated(model.file->mesh, *heat, [&](ElementId e) { change[e.value] += heat->change; });
    }
  return change;
}

}  // namespace trunnion
