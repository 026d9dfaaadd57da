#include "trunnion/reduction/beam_surface.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "trunnion/fem/point_elements.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

constexpr int points_around = 12;

// Offset of a ring point from the axis, in the beam's axes (tangent, axis 1, axis 2).
Vector3d ring_point(const BeamSection& s, int k) {
  const double angle = 2 * std::numbers::pi * k / points_around;
  return {0, 2 * std::sqrt(s.inertia_2 / s.area) * std::cos(angle),
          2 * std::sqrt(s.inertia_1 / s.area) * std::sin(angle)};
}

// Per unit of the end's section forces (N, V_1, V_2, T, M_1, M_2 in the beam's axes): stress tensor at the ring point.
Matrix3d fiber_stress(const BeamSection& s, const Vector3d& y, const Vector6d& force) {
  const double along = force[0] / s.area + force[4] * y[2] / s.inertia_1 - force[5] * y[1] / s.inertia_2;
  const Vector3d shear = s.torsion > 0 ? Vector3d(force[3] / s.torsion * Vector3d::UnitX().cross(y)) : Vector3d::Zero();
  Matrix3d stress = Matrix3d::Zero();
  stress(0, 0) = along;
  for (int i = 1; i < 3; ++i) stress(0, i) = stress(i, 0) = shear[i];
  return stress;
}

}  // namespace

std::vector<NodeId> add_beam_surface(const FeModel& model, const MatrixXd& shapes, NodeRows& rows) {
  std::vector<NodeId> owner;
  std::vector<Vector3d> places;
  std::vector<MatrixXd> motions;
  const auto first = static_cast<std::int32_t>(rows.position.cols());
  for_each_beam(model, [&](const Beam& beam, const std::vector<Index>& dofs) {
    const auto base = first + static_cast<std::int32_t>(places.size());
    for (int end = 0; end < 2; ++end)
      for (int k = 0; k < points_around; ++k) {
        const Vector3d arm = beam.axes * ring_point(*beam.property.beam, k);
        places.push_back((end == 0 ? beam.a : beam.b) + arm);
        motions.push_back(shapes.middleRows<3>(dofs[6 * end]) - skew(arm) * shapes.middleRows<3>(dofs[6 * end + 3]));
        owner.push_back(NodeId{static_cast<std::int32_t>(dofs[6 * end] / 3)});
      }
    for (std::int32_t k = 0; k < points_around; ++k) {
      const std::int32_t next = (k + 1) % points_around;
      rows.triangles.push_back({base + k, base + next, base + points_around + k});
      rows.triangles.push_back({base + next, base + points_around + next, base + points_around + k});
    }
    for (const std::int32_t cap : {0, points_around})
      for (std::int32_t k = 1; k + 1 < points_around; ++k)
        rows.triangles.push_back(
            {base + cap, base + cap + (cap == 0 ? k + 1 : k), base + cap + (cap == 0 ? k : k + 1)});
  });
  rows.position.conservativeResize(3, first + static_cast<Index>(places.size()));
  rows.translation.conservativeResize(3 * rows.position.cols(), shapes.cols());
  for (Index i = 0; i < static_cast<Index>(places.size()); ++i) {
    rows.position.col(first + i) = places[i];
    rows.translation.middleRows<3>(3 * (first + i)) = motions[i];
  }
  return owner;
}

std::vector<Matrix6Xd> beam_surface_stress(const FeModel& model, const MatrixXd& shapes) {
  std::vector<Matrix6Xd> out;
  for_each_beam(model, [&](const Beam& beam, const std::vector<Index>& dofs) {
    const MatrixXd forces = beam_stiffness(beam) * shapes(dofs, Eigen::all);
    for (int end = 0; end < 2; ++end)
      for (int k = 0; k < points_around; ++k) {
        const Vector3d y = ring_point(*beam.property.beam, k);
        Matrix6Xd& stress = out.emplace_back(6, shapes.cols());
        for (Index mode = 0; mode < shapes.cols(); ++mode) {
          // Forces of the nodes on the beam; the section with outward normal +tangent feels them at the second end.
          Vector6d section;
          section << beam.axes.transpose() * forces.block<3, 1>(6 * end, mode),
              beam.axes.transpose() * forces.block<3, 1>(6 * end + 3, mode);
          if (end == 0) section *= -1;
          const Matrix3d s = beam.axes * fiber_stress(*beam.property.beam, y, section) * beam.axes.transpose();
          stress.col(mode) << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0);
        }
      }
  });
  return out;
}

}  // namespace trunnion
