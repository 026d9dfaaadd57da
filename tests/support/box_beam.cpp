#include "support/box_beam.h"

#include "trunnion/mesh/shapes.h"

namespace trunnion::testing {

MeshFile box_beam_file(const BoxBeam& beam) {
  MeshFile file;
  file.mesh = box_mesh({beam.size, beam.divisions, beam.element, Vector3d(0, -beam.size.y() / 2, -beam.size.z() / 2)});
  file.materials.push_back({"beam", beam.young, beam.poisson, beam.density, 0});
  file.sections.emplace_back().material = "beam";
  const auto couple = [&](const std::string& name, const std::string& face, double x, CouplingKind kind) {
    Mesh& mesh = file.mesh;
    const NodeId reference{std::int32_t(mesh.num_nodes())};
    mesh.x.conservativeResize(3, mesh.num_nodes() + 1);
    mesh.x.rightCols<1>() = Vector3d(x, 0, 0);
    mesh.node_labels.push_back(mesh.node_labels.back() + 1);
    Coupling coupling;
    coupling.name = name;
    coupling.kind = kind;
    coupling.reference = reference;
    coupling.nodes = nodes_named(mesh, face);
    coupling.faces = faces_named(mesh, face);
    file.couplings.push_back(coupling);
  };
  couple("left", "xmin", 0, beam.left);
  couple("right", "xmax", beam.size.x(), beam.right);
  for (PointMass mass : beam.masses) {
    mass.node = mass.node.value == -1 ? file.couplings[0].reference : file.couplings[1].reference;
    file.point_masses.push_back(mass);
  }
  return file;
}

FeModel box_beam(const BoxBeam& beam) { return assemble(std::make_shared<const MeshFile>(box_beam_file(beam))); }

}  // namespace trunnion::testing
