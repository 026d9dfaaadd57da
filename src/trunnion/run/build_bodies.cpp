#include "trunnion/run/mechanism_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/nearest_name.h"
#include "trunnion/run/body_mesh.h"

namespace trunnion {

namespace {

BodyStart start_of(const PlacementInput& place) {
  BodyStart start;
  start.R = place.position;
  start.A = axes_from(place.x, place.z);
  start.v = place.velocity;
  start.w = start.A.transpose() * place.angular_velocity;
  return start;
}

Matrix3d tensor(const std::vector<double>& i) {
  Matrix3d J = Vector3d(i[0], i[1], i[2]).asDiagonal();
  if (i.size() == 6) {
    J(0, 1) = J(1, 0) = i[3];
    J(1, 2) = J(2, 1) = i[4];
    J(0, 2) = J(2, 0) = i[5];
  }
  return J;
}

// The rigid body that a flexible one becomes without its modes: the same mass, the same inertia.
Body stiffened(const ReducedBody& reduced) {
  ReducedBody rigid = reduced;
  const Index n = 0;
  InertiaInvariants& inv = rigid.invariants;
  for (const LumpedInertia& lumped : reduced.lumped) inv.I7 += lumped.inertia;
  rigid.lumped.clear();
  rigid.stiffening = {};
  inv.I3.resize(3, n);
  inv.I4.resize(3, n);
  inv.I6.resize(n, n);
  inv.I5.clear();
  inv.I8.clear();
  inv.I9.clear();
  rigid.mass.resize(n, n);
  rigid.stiffness.resize(n, n);
  rigid.damping.resize(n, n);
  rigid.display.translation.resize(rigid.display.translation.rows(), n);
  for (InterfaceRows& at : rigid.interfaces) {
    at.translation.resize(3, n);
    at.rotation.resize(3, n);
    at.translation2.resize(n, n);
    at.rotation2.resize(n, n);
  }
  return flexible_body(rigid);
}

// Only the mass of the mesh counts; the stiffness it is assembled with is of no use to a rigid body.
RigidMass mass_of_mesh(const RigidBodyInput& in, const std::filesystem::path& model_folder,
                       const std::filesystem::path& cache_folder, std::shared_ptr<const Mesh>& shown) {
  FlexibleBodyInput body;
  body.name = in.name;
  body.mesh = in.mesh;
  body.where = in.where;
  body.material.emplace();
  body.material->material = {"filling of " + in.name, 1, 0, in.density, 0};
  const BodyMesh mesh = build_body_mesh(body, model_folder, cache_folder);
  const FeModel model = assemble(mesh.file);
  if (model.dofs.dimension != 3)
    throw InputError(fmt::format("rigid body '{}': its mesh is plane; mass and inertia need solids or beams", in.name));
  const MassProperties p = mass_properties(model);
  shown = std::shared_ptr<const Mesh>(mesh.file, &mesh.file->mesh);
  return {p.mass, p.center, p.inertia};
}

void add_marker(BuiltMechanism& b, const std::string& name, Marker marker, const SourceLocation& where) {
  marker.name = name;
  if (!b.markers.emplace(name, static_cast<Index>(b.mechanism.markers.size())).second)
    throw InputError(where, fmt::format("marker: the name '{}' is taken already", name));
  b.mechanism.markers.push_back(std::move(marker));
}

}  // namespace

void add_bodies(const Model& model, const ReducedBodySource& reduced, const std::filesystem::path& cache_folder,
                BuiltMechanism& b) {
  const auto add = [&](const std::string& name, Body body, const PlacementInput& place, const SourceLocation& where) {
    if (name == "ground") throw InputError(where, "the name 'ground' is that of the world and cannot be a body's");
    if (!b.bodies.emplace(name, static_cast<Index>(b.mechanism.bodies.size())).second)
      throw InputError(where, fmt::format("the body name '{}' is taken already", name));
    return b.mechanism.add_body(std::move(body), start_of(place));
  };
  add_marker(b, "ground", {}, {});
  for (const RigidBodyInput& in : model.rigid_bodies)
    at_place(in.where, [&] {
      const RigidMass mass = in.mesh ? mass_of_mesh(in, model.file.parent_path(), cache_folder, b.meshes[in.name])
                                     : RigidMass{in.mass, in.center, tensor(in.inertia)};
      const Index body = add(in.name, rigid_body(in.name, mass), in.place, in.where);
      Marker origin;
      origin.body = body;
      add_marker(b, in.name, origin, in.where);
      return body;
    });
  for (const FlexibleBodyInput& in : model.flexible_bodies)
    at_place(in.where, [&] {
      const auto source = reduced(in);
      b.reduced[in.name] = source;
      InvariantSwitches switches;
      for (const int number : in.without_invariants) switches.on.at(static_cast<std::size_t>(number - 1)) = false;
      if (in.partial_coupling) switches.on[4] = switches.on[8] = false;
      const Index index =
          add(in.name, in.flexible ? flexible_body(*source, switches) : stiffened(*source), in.place, in.where);
      Body& body = b.mechanism.bodies[index];
      body.name = in.name;
      Marker origin;
      origin.body = index;
      add_marker(b, in.name, origin, in.where);
      for (const InterfaceRows& at : body.interfaces) {
        const std::string name = in.name + "." + at.name;
        add_marker(b, name, interface_marker(name, body, index, at.name), in.where);
      }
      return index;
    });
}

void add_markers(const Model& model, BuiltMechanism& b) {
  for (const MarkerInput& in : model.markers) {
    Marker marker;
    if (in.body != "ground") {
      const auto body = b.bodies.find(in.body);
      if (body == b.bodies.end()) {
        std::vector<std::string> known = keys_of(b.bodies);
        known.emplace_back("ground");
        throw InputError(
            in.where, fmt::format("marker '{}': there is no body '{}'{}", in.name, in.body, name_hint(in.body, known)));
      }
      marker.body = body->second;
      if (!in.interface.empty())
        marker = at_place(in.where, [&] {
          return interface_marker(in.name, b.mechanism.bodies[marker.body], marker.body, in.interface);
        });
    } else if (!in.interface.empty()) {
      throw InputError(in.where, fmt::format("marker '{}': ground has no interfaces", in.name));
    }
    if (in.interface.empty()) {
      marker.p = in.position;
      const bool flexible = std::any_of(model.flexible_bodies.begin(), model.flexible_bodies.end(),
                                        [&](const auto& f) { return f.flexible && f.name == in.body; });
      if (flexible)
        throw InputError(in.where, fmt::format("marker '{}': on the flexible body '{}' a marker needs an 'interface'; "
                                               "a point in between has no node that could carry it",
                                               in.name, in.body));
    }
    marker.A0 = axes_from(in.x, in.z);
    add_marker(b, in.name, marker, in.where);
  }
}

}  // namespace trunnion
