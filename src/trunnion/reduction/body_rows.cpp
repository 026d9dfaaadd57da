#include "trunnion/reduction/body_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/fem/point_elements.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/rotations.h"
#include "trunnion/mesh/faces_within.h"
#include "trunnion/reduction/beam_surface.h"

namespace trunnion {
namespace {

InterfaceRows rows_at(const FeModel& model, const std::string& name, NodeId node, const MatrixXd& shapes) {
  InterfaceRows rows{name, model.file->mesh.x.col(node.value), shapes.middleRows<3>(3 * Index(node.value)),
                     Matrix3Xd::Zero(3, shapes.cols())};
  if (model.dofs.has_rotation(node)) rows.rotation = shapes.middleRows<3>(model.dofs.rotation_dof(node, 0));
  return rows;
}

/// Corner polygon of a face as a fan, quadratic faces through their mid-side nodes so that curved edges stay curved.
void add_triangles(const std::vector<int>& nodes, CellType type, const std::vector<std::int32_t>& place,
                   std::vector<std::array<std::int32_t, 3>>& triangles) {
  const auto add = [&](int a, int b, int c) {
    triangles.push_back({place[nodes[a]], place[nodes[b]], place[nodes[c]]});
  };
  switch (type) {
    case CellType::tri3:
      add(0, 1, 2);
      break;
    case CellType::quad4:
      add(0, 1, 2);
      add(0, 2, 3);
      break;
    case CellType::tri6:
      add(0, 3, 5);
      add(3, 1, 4);
      add(5, 4, 2);
      add(3, 4, 5);
      break;
    case CellType::quad8:
      add(0, 4, 7);
      add(4, 1, 5);
      add(5, 2, 6);
      add(6, 3, 7);
      add(4, 5, 6);
      add(4, 6, 7);
      break;
    default:
      break;
  }
}

NodeRows rows_of(const FeModel& model, const std::string& name, const std::vector<NodeId>& nodes,
                 const std::vector<ElementFace>& boundary, const MatrixXd& shapes) {
  const Mesh& mesh = model.file->mesh;
  NodeRows rows{name, Matrix3Xd(3, Index(nodes.size())), MatrixXd(3 * Index(nodes.size()), shapes.cols()), {}};
  std::vector<std::int32_t> place(mesh.num_nodes(), -1);
  for (Index i = 0; i < Index(nodes.size()); ++i) {
    place[nodes[i].value] = std::int32_t(i);
    rows.position.col(i) = mesh.x.col(nodes[i].value);
    rows.translation.middleRows<3>(3 * i) = shapes.middleRows<3>(3 * Index(nodes[i].value));
  }
  for (const ElementFace& face : boundary) {
    const ElementRef at = mesh.locate(face.element);
    const ElementBlock& block = mesh.blocks[at.block];
    const CellFace shape = faces(block.type)[face.face];
    std::vector<int> global;
    for (const int local : shape.nodes) global.push_back(block.nodes(local, at.column));
    add_triangles(global, shape.type, place, rows.triangles);
  }
  return rows;
}

std::int64_t label_of(const Mesh& mesh, NodeId node) {
  return mesh.node_labels.empty() ? node.value + 1 : mesh.node_labels[node.value];
}

}  // namespace

std::vector<InterfaceNode> interface_nodes(const FeModel& model, const HeldInterfaces& held) {
  std::vector<InterfaceNode> nodes;
  for (const HeldInterface& h : held.list)
    for (const NodeId node : h.nodes)
      nodes.push_back(
          {h.nodes.size() > 1 ? fmt::format("{}:{}", h.name, label_of(model.file->mesh, node)) : h.name, node});
  const auto add = [&](const std::string& name, NodeId node) {
    if (std::none_of(nodes.begin(), nodes.end(), [&](const InterfaceNode& known) { return known.node == node; }))
      nodes.push_back({name, node});
  };
  for (const CouplingMap& c : model.couplings) add(c.name, c.reference);
  for (const PointMass& p : model.file->point_masses)
    if (p.inertia.norm() > 0) add(fmt::format("node {}", label_of(model.file->mesh, p.node)), p.node);
  return nodes;
}

std::vector<InterfaceRows> interface_rows(const FeModel& model, const HeldInterfaces& held, const MatrixXd& shapes) {
  std::vector<InterfaceRows> rows;
  for (const InterfaceNode& at : interface_nodes(model, held)) rows.push_back(rows_at(model, at.name, at.node, shapes));
  return rows;
}

NodeRows display_rows(const FeModel& model, const MatrixXd& shapes) {
  const std::vector<ElementFace> boundary = boundary_faces(model.file->mesh);
  NodeRows rows = rows_of(model, "surface", surface_nodes(model.file->mesh, boundary), boundary, shapes);
  add_beam_surface(model, shapes, rows);
  return rows;
}

NodeRows named_rows(const FeModel& model, const std::string& name, const MatrixXd& shapes) {
  const Mesh& mesh = model.file->mesh;
  // Nodes alone are enough, as those of rings on a bearing face are; faces only make them visible.
  const auto set = mesh.node_sets.find(name);
  const bool only_nodes = set != mesh.node_sets.end() && !mesh.surfaces.contains(name);
  return rows_of(model, name, nodes_named(mesh, name),
                 only_nodes ? faces_within(mesh, set->second) : faces_named(mesh, name), shapes);
}

StressRows stress_rows(const FeModel& model, const std::string& set, const MatrixXd& shapes) {
  const Mesh& mesh = model.file->mesh;
  const std::vector<NodeId> shown = surface_nodes(mesh, boundary_faces(mesh));
  const bool everywhere = set == whole_surface && !mesh.node_sets.contains(set) && !mesh.surfaces.contains(set);
  const std::vector<NodeId> wanted = everywhere ? std::vector<NodeId>{} : nodes_named(mesh, set);
  StressRows rows;
  rows.name = set;
  const auto in_set = [&](NodeId node) { return everywhere || std::binary_search(wanted.begin(), wanted.end(), node); };
  std::vector<NodeId> taken;
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (in_set(shown[i])) {
      rows.nodes.push_back(std::int32_t(i));
      taken.push_back(shown[i]);
    }
  NodeRows tubes{"tubes", Matrix3Xd(3, 0), MatrixXd(0, shapes.cols()), {}};
  const std::vector<NodeId> owner = add_beam_surface(model, shapes, tubes);
  std::vector<std::size_t> fibers;
  for (std::size_t i = 0; i < owner.size(); ++i)
    if (in_set(owner[i])) {
      rows.nodes.push_back(std::int32_t(shown.size() + i));
      fibers.push_back(i);
    }
  if (rows.nodes.empty())
    throw InputError(fmt::format("no node of the set '{}' lies on the surface of the body, where stress is read", set));
  rows.stress.resize(6 * Index(rows.nodes.size()), shapes.cols());
  for (Index mode = 0; mode < shapes.cols() && !taken.empty(); ++mode) {
    const auto stress = nodal_stress(model, shapes.col(mode));
    for (Index i = 0; i < Index(taken.size()); ++i)
      rows.stress.col(mode).segment<6>(6 * i) = stress.col(taken[i].value);
  }
  if (!fibers.empty()) {
    const std::vector<Matrix6Xd> stress = beam_surface_stress(model, shapes);
    for (std::size_t i = 0; i < fibers.size(); ++i)
      rows.stress.middleRows<6>(6 * Index(taken.size() + i)) = stress[fibers[i]];
  }
  return rows;
}

std::vector<LumpedInertia> lumped_inertias(const FeModel& model, const HeldInterfaces& held) {
  std::vector<LumpedInertia> lumped;
  for (const InterfaceNode& at : interface_nodes(model, held)) {
    LumpedInertia entry{at.name, Matrix3d::Zero()};
    for (const PointMass& p : model.file->point_masses)
      if (p.node == at.node) entry.inertia += p.inertia;
    if (entry.inertia.norm() > 0) lumped.push_back(entry);
  }
  return lumped;
}

InertiaInvariants body_invariants(const FeModel& model, const MatrixXd& shapes) {
  const Index nodes = model.dofs.num_nodes;
  const Matrix3Xd& x = model.file->mesh.x;
  InertiaInvariants invariants = inertia_invariants(model.mass.scalar_lower, x, shapes.topRows(3 * nodes));
  for (const PointMass& p : model.file->point_masses) {
    // Plain masses are on the diagonal of Mh already; those with extent or offset are not.
    if (p.offset.norm() == 0 && p.inertia.norm() == 0) continue;
    Matrix3Xd rows = shapes.middleRows<3>(3 * Index(p.node.value));
    if (model.dofs.has_rotation(p.node))
      rows -= skew(p.offset) * shapes.middleRows<3>(model.dofs.rotation_dof(p.node, 0));
    add_point_mass(invariants, p.mass, x.col(p.node.value) + p.offset, rows);
  }
  for_each_beam(model, [&](const Beam& beam, const std::vector<Index>& dofs) {
    const MatrixXd ends = shapes(dofs, Eigen::all);
    for (const BeamSectionPoint& p : section_points(beam)) {
      const Matrix6Xd rows = p.motion * ends;
      add_point_mass(invariants, p.mass, p.position, rows.topRows<3>());
      add_section(invariants, beam.axes, p.moments, rows.bottomRows<3>());
    }
  });
  return invariants;
}

}  // namespace trunnion
