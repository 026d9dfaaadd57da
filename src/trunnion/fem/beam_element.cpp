#include "trunnion/fem/beam_element.h"

#include <Eigen/Geometry>

#include "trunnion/fem/quadrature.h"

namespace trunnion {
namespace {

/// Bending in one plane: shear parameter and the functions of deflection v and section rotation theta at s in [0, 1] of
/// the dofs (v1, theta1, v2, theta2), with theta = v' where the beam is stiff in shear.
struct BendingPlane {
  double L, EI, phi;

  Eigen::Matrix4d stiffness() const {
    Eigen::Matrix4d K;
    K << 12, 6 * L, -12, 6 * L,                               //
        6 * L, (4 + phi) * L * L, -6 * L, (2 - phi) * L * L,  //
        -12, -6 * L, 12, -6 * L,                              //
        6 * L, (2 - phi) * L * L, -6 * L, (4 + phi) * L * L;
    return EI / ((1 + phi) * L * L * L) * K;
  }
  Eigen::Vector4d deflection(double s) const {
    const double s2 = s * s, s3 = s2 * s;
    return Eigen::Vector4d(1 - 3 * s2 + 2 * s3 + phi * (1 - s), L * (s - 2 * s2 + s3 + phi / 2 * (s - s2)),
                           3 * s2 - 2 * s3 + phi * s, L * (s3 - s2 + phi / 2 * (s2 - s))) /
           (1 + phi);
  }
  Eigen::Vector4d slope(double s) const {  ///< dv/dx
    const double s2 = s * s;
    return Eigen::Vector4d((6 * s2 - 6 * s - phi) / L, 1 - 4 * s + 3 * s2 + phi / 2 * (1 - 2 * s),
                           (6 * s - 6 * s2 + phi) / L, 3 * s2 - 2 * s + phi / 2 * (2 * s - 1)) /
           (1 + phi);
  }
  Eigen::Vector4d rotation(double s) const {
    const double s2 = s * s;
    return Eigen::Vector4d(6 / L * (s2 - s), 1 - 4 * s + 3 * s2 + phi * (1 - s), 6 / L * (s - s2),
                           3 * s2 - 2 * s + phi * s) /
           (1 + phi);
  }
};

BendingPlane bending_plane(const Beam& beam, double inertia, double shear_area) {
  const double EI = beam.property.young * inertia, L = beam.length;
  return {L, EI, shear_area > 0 ? 12 * EI / (beam.property.mu * shear_area * L * L) : 0};
}
BendingPlane along_axis_1(const Beam& beam) {
  return bending_plane(beam, beam.property.beam->inertia_2, beam.property.beam->shear_area_1);
}
BendingPlane along_axis_2(const Beam& beam) {
  return bending_plane(beam, beam.property.beam->inertia_1, beam.property.beam->shear_area_2);
}

// Local dofs 0-5: u v w and rotations about tangent, axis 1, axis 2 at the first node; 6-11 at the second.
constexpr std::array<Index, 4> plane_1{1, 5, 7, 11};  // deflection along axis 1 turns about axis 2
constexpr std::array<Index, 4> plane_2{2, 4, 8, 10};  // deflection along axis 2 turns about -axis 1
const Eigen::Vector4d plane_2_signs(1, -1, 1, -1);

Matrix12d to_global(const Beam& beam, const Matrix12d& local) {
  Matrix12d T = Matrix12d::Zero();
  for (int k = 0; k < 4; ++k) T.block<3, 3>(3 * k, 3 * k) = beam.axes;
  return T * local * T.transpose();
}

/// Translation and rotation of the section at s, per local dof.
Eigen::Matrix<double, 6, 12> section_motion(const Beam& beam, double s) {
  Eigen::Matrix<double, 6, 12> H = Eigen::Matrix<double, 6, 12>::Zero();
  H(0, 0) = H(3, 3) = 1 - s;
  H(0, 6) = H(3, 9) = s;
  const BendingPlane first = along_axis_1(beam), second = along_axis_2(beam);
  H(1, plane_1) = first.deflection(s);
  H(5, plane_1) = first.rotation(s);
  H(2, plane_2) = second.deflection(s).cwiseProduct(plane_2_signs);
  H(4, plane_2) = -second.rotation(s).cwiseProduct(plane_2_signs);
  return H;
}

/// Sums work(s, length weight) over the beam; exact up to degree seven.
template <class Work>
void integrate(const Beam& beam, const Work& work) {
  static const Quadrature rule = gauss_line(4);
  for (Index q = 0; q < rule.size(); ++q) work((1 + rule.points(0, q)) / 2, rule.weights[q] * beam.length / 2);
}

}  // namespace

Beam make_beam(const Mesh& mesh, ElementId element, const ElementProperty& property) {
  const ElementRef at = mesh.locate(element);
  const auto nodes = mesh.blocks[std::size_t(at.block)].nodes.col(at.column);
  Beam beam{mesh.x.col(nodes[0]), mesh.x.col(nodes[1]), Matrix3d::Zero(), 0, property};
  beam.length = (beam.b - beam.a).norm();
  if (!(beam.length > 0))
    throw InputError(fmt::format("beam element {} has no length: its two nodes lie at the same place",
                                 element_labels(mesh, {element})));
  const Vector3d tangent = (beam.b - beam.a) / beam.length;
  Vector3d axis = property.beam->axis_1;
  if (axis.norm() == 0) {  // level with the ground where possible
    axis = Vector3d::UnitZ().cross(tangent);
    if (axis.norm() < 1e-6) axis = Vector3d::UnitY();
  }
  const Vector3d across = axis - axis.dot(tangent) * tangent;
  if (across.norm() < 1e-6 * axis.norm())
    throw InputError(fmt::format("beam element {}: the first section axis runs along the beam; give one across it",
                                 element_labels(mesh, {element})));
  beam.axes.col(0) = tangent;
  beam.axes.col(1) = across.normalized();
  beam.axes.col(2) = tangent.cross(beam.axes.col(1));
  return beam;
}

Matrix12d beam_stiffness(const Beam& beam) {
  const BeamSection& section = *beam.property.beam;
  Matrix12d K = Matrix12d::Zero();
  const auto add_rod = [&](Index first, double stiffness) {
    K(first, first) += stiffness;
    K(first + 6, first + 6) += stiffness;
    K(first, first + 6) -= stiffness;
    K(first + 6, first) -= stiffness;
  };
  add_rod(0, beam.property.young * section.area / beam.length);
  add_rod(3, beam.property.mu * section.torsion / beam.length);
  K(plane_1, plane_1) += along_axis_1(beam).stiffness();
  K(plane_2, plane_2) += plane_2_signs.asDiagonal() * along_axis_2(beam).stiffness() * plane_2_signs.asDiagonal();
  return to_global(beam, K);
}

Matrix12d beam_mass(const Beam& beam) {
  const BeamSection& s = *beam.property.beam;
  Vector6d per_length;
  per_length << s.area, s.area, s.area, s.inertia_1 + s.inertia_2, s.inertia_1, s.inertia_2;
  per_length *= beam.property.density;
  Matrix12d M = Matrix12d::Zero();
  integrate(beam, [&](double at, double weight) {
    const auto H = section_motion(beam, at);
    M += weight * H.transpose() * per_length.asDiagonal() * H;
  });
  return to_global(beam, M);
}

double axial_force(const Beam& beam, const Vector12d& u) {
  return beam.property.young * beam.property.beam->area / beam.length *
         beam.axes.col(0).dot(u.segment<3>(6) - u.head<3>());
}

Matrix12d beam_geometric_stiffness(const Beam& beam, double tension) {
  const BeamSection& s = *beam.property.beam;
  Matrix12d K = Matrix12d::Zero();
  integrate(beam, [&](double at, double weight) {
    Eigen::Matrix<double, 3, 12> slope = Eigen::Matrix<double, 3, 12>::Zero();
    slope(0, plane_1) = along_axis_1(beam).slope(at);
    slope(1, plane_2) = along_axis_2(beam).slope(at).cwiseProduct(plane_2_signs);
    slope(2, 3) = -std::sqrt((s.inertia_1 + s.inertia_2) / s.area) / beam.length;
    slope(2, 9) = -slope(2, 3);
    K += weight * tension * slope.transpose() * slope;
  });
  return to_global(beam, K);
}

std::vector<BeamSectionPoint> section_points(const Beam& beam) {
  const BeamSection& s = *beam.property.beam;
  std::vector<BeamSectionPoint> points;
  Matrix12d T = Matrix12d::Zero();
  for (int k = 0; k < 4; ++k) T.block<3, 3>(3 * k, 3 * k) = beam.axes;
  integrate(beam, [&](double at, double weight) {
    BeamSectionPoint p;
    p.position = beam.a + at * (beam.b - beam.a);
    p.mass = weight * beam.property.density * s.area;
    p.moments = weight * beam.property.density * Vector3d(0, s.inertia_2, s.inertia_1);
    p.motion = T.topLeftCorner<6, 6>() * section_motion(beam, at) * T.transpose();
    points.push_back(p);
  });
  return points;
}

Matrix12d beam_lumped_mass(const Beam& beam) {
  Matrix12d T = Matrix12d::Zero();
  for (int k = 0; k < 4; ++k) T.block<3, 3>(3 * k, 3 * k) = beam.axes;
  const Vector12d consistent = (T.transpose() * beam_mass(beam) * T).diagonal();
  const double mass = beam.property.density * beam.property.beam->area * beam.length;
  Vector12d lumped;
  for (int i = 0; i < 3; ++i) {  // a rotation is scaled as the deflection it goes with
    constexpr std::array<int, 3> partner{0, 2, 1};
    for (const int node : {0, 6}) {
      lumped[node + i] = mass / 2;
      const int p = partner[std::size_t(i)];
      const double scale = mass > 0 ? mass / (consistent[p] + consistent[p + 6]) : 0;
      lumped[node + 3 + i] = consistent[node + 3 + i] * scale;
    }
  }
  return to_global(beam, lumped.asDiagonal());
}

Vector12d beam_inertia_force(const Beam& beam, const Matrix3d& A, const Vector3d& p) {
  const BeamSection& s = *beam.property.beam;
  const auto axis_1 = beam.axes.col(1), axis_2 = beam.axes.col(2);
  const Vector3d moment = s.inertia_2 * axis_1.cross(A * axis_1) + s.inertia_1 * axis_2.cross(A * axis_2);
  Vector12d local = Vector12d::Zero();
  integrate(beam, [&](double at, double weight) {
    Vector6d load;
    load << beam.axes.transpose() * (s.area * (A * (beam.a + at * (beam.b - beam.a) - p))),
        beam.axes.transpose() * moment;
    local += weight * beam.property.density * section_motion(beam, at).transpose() * load;
  });
  Vector12d global;
  for (int k = 0; k < 4; ++k) global.segment<3>(3 * k) = beam.axes * local.segment<3>(3 * k);
  return global;
}

Vector12d beam_thermal_force(const Beam& beam, double change) {
  Vector12d f = Vector12d::Zero();
  f.segment<3>(6) = beam.property.thermal_stress * beam.property.beam->area * change * beam.axes.col(0);
  f.head<3>() = -f.segment<3>(6);
  return f;
}

}  // namespace trunnion
