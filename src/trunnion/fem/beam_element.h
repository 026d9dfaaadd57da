#pragma once
// fem/beam_element.h -- straight Timoshenko beam with two nodes of six dofs, exact for end loads.
//   v'' and theta from  EI theta'' + kGA (v' - theta) = 0:  the shape functions carry phi = 12 EI/(kGA L^2)
//   M = int H' diag(rho A, rho A, rho A, rho (I1 + I2), rho I1, rho I2) H ds             (theory/fem.md, Eq. 9 to 11)
// Section axis 1 lies across the beam, axis 2 = tangent x axis 1. inertia_1 is the second moment about axis 1 (bending
// along axis 2); shear_area_1 belongs to forces along axis 1; a shear area of 0 means stiff in shear.

#include "trunnion/fem/element_properties.h"

namespace trunnion {

using Matrix12d = Eigen::Matrix<double, 12, 12>;
using Vector12d = Eigen::Matrix<double, 12, 1>;

struct Beam {
  Vector3d a, b;  ///< ends [m]
  Matrix3d axes;  ///< columns: tangent, section axis 1, section axis 2
  double length = 0;
  ElementProperty property;
};
/// Throws InputError when the beam has no length or its section axis runs along it.
Beam make_beam(const Mesh& mesh, ElementId element, const ElementProperty& property);

/// On (translation, rotation) of the first and then the second node, global axes.
Matrix12d beam_stiffness(const Beam& beam);
Matrix12d beam_mass(const Beam& beam);
Matrix12d beam_lumped_mass(const Beam& beam);  ///< diagonal in the beam's axes, scaled to the beam's mass

/// Tension of the beam at the nodal motion `u` [N].
double axial_force(const Beam& beam, const Vector12d& u);
/// What a tension adds to the stiffness, twist included (theory/fem.md, Eq. 15).
Matrix12d beam_geometric_stiffness(const Beam& beam, double tension);

/// A cross-section with its share of the mass, and how it moves with the twelve nodal unknowns.
struct BeamSectionPoint {
  Vector3d position;                    ///< [m]
  double mass = 0;                      ///< [kg]
  Vector3d moments;                     ///< int of (along tangent, axis 1, axis 2)^2 dm [kg m^2]; the first is 0
  Eigen::Matrix<double, 6, 12> motion;  ///< translation and rotation, global axes
};
/// The points of the quadrature that gives beam_mass().
std::vector<BeamSectionPoint> section_points(const Beam& beam);

/// Consistent forces of the acceleration field a(x) = A (x - p), linear in space, on every fiber of the beam.
Vector12d beam_inertia_force(const Beam& beam, const Matrix3d& A, const Vector3d& p);
Vector12d beam_thermal_force(const Beam& beam, double change);  ///< restrained expansion, change [K]

}  // namespace trunnion
