#pragma once
// mesh/mesh_file.h -- all that a user's file said: the mesh, and what was attached to it. SI throughout.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/base/error.h"
#include "trunnion/mesh/mesh.h"

namespace trunnion {

struct Material {
  std::string name;
  double young = 0;  ///< [Pa]
  double poisson = 0;
  double density = 0;    ///< [kg/m^3]
  double expansion = 0;  ///< thermal, [1/K]
};

/// Cross-section of a beam: area, second moments about the two section axes, torsion constant, shear areas.
struct BeamSection {
  double area = 0, inertia_1 = 0, inertia_2 = 0, torsion = 0, shear_area_1 = 0, shear_area_2 = 0;
  Vector3d axis_1 = Vector3d::Zero();  ///< direction of the first section axis; zero: chosen by the program
};

enum class PlaneKind {
  stress,  ///< thin: sigma_zz = 0
  strain   ///< long: epsilon_zz = 0
};

/// Which material (and thickness or section) the elements of a set have. An empty set name means all elements that no
/// other section names.
struct Section {
  std::string element_set;
  std::string material;
  double thickness = 0;                 ///< plane elements [m]
  PlaneKind plane = PlaneKind::stress;  ///< plane elements
  std::optional<BeamSection> beam;
};

enum class CouplingKind {
  rigid,    ///< RBE2, kinematic: the patch follows the reference node
  averaged  ///< RBE3, distributing: the reference node follows the patch's weighted mean motion
};

/// Ties a patch of nodes to a reference node with six degrees of freedom.
struct Coupling {
  std::string name;
  CouplingKind kind = CouplingKind::averaged;
  NodeId reference;
  std::vector<NodeId> nodes;
  std::vector<double> weights;     ///< averaged only; empty: from the surface area of `faces`
  std::vector<ElementFace> faces;  ///< may be empty when only nodes are known
  std::array<bool, 6> dofs{true, true, true, true, true, true};
};

struct PointMass {
  NodeId node;
  double mass = 0;                      ///< [kg]
  Matrix3d inertia = Matrix3d::Zero();  ///< about its own centre [kg m^2]
  Vector3d offset = Vector3d::Zero();   ///< from the node to the centre [m]
};

/// A spring between two nodes, or from a node to ground where `b` is not valid; 6x6 on (translation, rotation) of b -
/// a. With arms the translation is that at b, u_b - u_a - theta_a x (x_b - x_a): a rigid motion of both stores nothing.
struct NodeSpring {
  NodeId a, b;
  Matrix6d stiffness = Matrix6d::Zero();  ///< [N/m, N, N m/rad]
  bool arms = false;
};

/// A card or keyword that the reader met but does not understand: shown to the user, never dropped in silence.
struct SkippedCard {
  std::string keyword;
  int count = 0;
  SourceLocation first;
  std::string consequence;  ///< "1 204 shell elements are left out"
};

struct MeshFile {
  Mesh mesh;
  std::vector<Material> materials;
  std::vector<Section> sections;
  std::vector<Coupling> couplings;
  std::vector<PointMass> point_masses;
  std::vector<NodeSpring> springs;
  std::vector<SkippedCard> skipped;
};

/// The consistent unit system a file without units is written in. `length` is what the user says ("mm"); mass, force
/// and stress follow from it as engineers write such files: mm-t-s-N-MPa, m-kg-s-N-Pa, in-lbf.s^2/in-s-lbf-psi.
struct UnitSystem {
  double length = 1;                                                    ///< one file unit in m
  double mass = 1;                                                      ///< in kg
  double force = 1;                                                     ///< in N
  double stress() const { return force / (length * length); }           ///< in Pa
  double density() const { return mass / (length * length * length); }  ///< in kg/m^3
};
UnitSystem unit_system(const std::string& length_unit);  ///< "m", "mm", "cm", "um", "in", "ft"; throws on others

MeshFile read_gmsh(const std::string& path, const UnitSystem& units);
MeshFile read_abaqus(const std::string& path, const UnitSystem& units);
MeshFile read_nastran(const std::string& path, const UnitSystem& units);
MeshFile read_mesh(const std::string& path, const UnitSystem& units);  ///< by extension: .msh, .inp, .bdf/.nas/.dat

}  // namespace trunnion
