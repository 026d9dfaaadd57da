#include "trunnion/gears/mesh_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

using std::numbers::pi;

InvoluteMesh involute_mesh(const Gear& driver, const Gear& driven, double center_distance) {
  const GearGeometry one = gear_geometry(driver), two = gear_geometry(driven);
  InvoluteMesh out;
  out.base[0] = one.base;
  out.base[1] = two.base;
  out.sign = two.sign;
  out.psi[0] = one.base_angle;
  out.psi[1] = two.base_angle;
  out.base_pitch = one.base_pitch();
  out.helix_tangent = std::tan(one.base_helix);
  out.center_distance = center_distance;
  out.width = std::min(driver.width, driven.width);
  out.repeats[0] = deviation_period(driver);
  out.repeats[1] = deviation_period(driven);
  return out;
}

MeshMotion mesh_motion(const InvoluteMesh& mesh, const Vector3d& d, const Vector3d& x_axis, const Vector3d& z_axis) {
  const double k = mesh.sign, r1 = mesh.base[0], r2 = mesh.base[1], sense = mesh.sense;
  const auto input = [](double value, int i) { return MeshScalar::input(value, i); };
  const MeshScalar dx = input(d.x(), 0), dy = input(d.y(), 1), dz = input(d.z(), 2);
  const MeshScalar xx = input(x_axis.x(), 3), xy = input(x_axis.y(), 4);
  const MeshScalar zx = input(z_axis.x(), 5), zy = input(z_axis.y(), 6);

  const MeshScalar a = sqrt(dx * dx + dy * dy);
  if (!(a.v > r2 + k * r1))
    throw SolveError(
        fmt::format("gears came so close ({:.6g} mm between their axes) that their base circles overlap (below {:.6g} "
                    "mm): the supports of the shafts are too soft or the loads too high for a gear mesh",
                    1e3 * a.v, 1e3 * (r2 + k * r1)));
  const MeshScalar angle = acos(MeshScalar(r2 + k * r1) / a);
  MeshMotion out;
  out.involute = tan(angle) - angle;
  // Direction of the line of centers: from driver to driven for external gears, the other way for internal ones.
  const MeshScalar centers = atan2(dy, dx) + MeshScalar(k > 0 ? pi : 0.0);
  const MeshScalar phi_1 = MeshScalar(sense) * (atan2(xy, xx) - centers), phi_2 = MeshScalar(-sense) * centers;
  const MeshScalar cx = cos(centers), cy = sin(centers), sin_a = sin(angle), cos_a = cos(angle);
  const MeshScalar nx = sin_a * cx - MeshScalar(sense) * cos_a * cy, ny = sin_a * cy + MeshScalar(sense) * cos_a * cx;
  out.tilt = nx * zx + ny * zy;
  out.normal[0] = nx;
  out.normal[1] = ny;
  out.back_normal[0] = sin_a * cx + MeshScalar(sense) * cos_a * cy;
  out.back_normal[1] = sin_a * cy - MeshScalar(sense) * cos_a * cx;
  out.tangent = MeshScalar(r1) * tan(angle);
  const MeshScalar pitch_radius = MeshScalar(r1) / cos_a;
  const MeshScalar stands_out = dz - pitch_radius * (cx * zx + cy * zy);
  out.place = MeshScalar(r1) * (phi_1 + MeshScalar(mesh.psi[0]) - out.involute);
  out.approach = MeshScalar(r1) * (phi_1 + MeshScalar(mesh.psi[0])) +
                 MeshScalar(k * r2) * (phi_2 + MeshScalar(k * mesh.psi[1] - (k > 0 ? pi : 0.0))) -
                 MeshScalar(r1 + k * r2) * out.involute - MeshScalar(sense * mesh.helix_tangent) * stands_out +
                 MeshScalar(mesh.phase);
  return out;
}

double place_of_teeth(const InvoluteMesh& mesh, double place, double approach, double on_branch) {
  const int one = mesh.repeats[0], two = mesh.repeats[1];
  const auto shift = int(std::lround((on_branch - approach) / mesh.base_pitch));
  for (int q = 0; q < one * two; q += one)  // q = 0 (mod one), q = shift (mod two)
    if ((q - shift) % two == 0) return place + q * mesh.base_pitch;
  return place;  // a tooth was skipped: which ones meet is not known
}

double on_pitch(const InvoluteMesh& mesh, double approach, double near) {
  return approach + mesh.base_pitch * std::round((near - approach) / mesh.base_pitch);
}

double normal_backlash(const InvoluteMesh& m, double involute_working_angle) {
  return m.base_pitch - 2 * m.base[0] * m.psi[0] - 2 * m.base[1] * m.psi[1] +
         2 * (m.base[0] + m.sign * m.base[1]) * involute_working_angle;
}

MeshGradient mesh_gradient(const MeshScalar& scalar, const Vector3d& x_axis, const Vector3d& z_axis) {
  const Vector3d gx(scalar.g[3], scalar.g[4], 0), gz(scalar.g[5], scalar.g[6], 0);
  Eigen::Matrix<double, 7, 6> B = Eigen::Matrix<double, 7, 6>::Zero();
  B.topLeftCorner<3, 3>().setIdentity();
  B.block<2, 3>(3, 3) = -skew(x_axis).topRows<2>();
  B.block<2, 3>(5, 3) = -skew(z_axis).topRows<2>();
  MeshGradient out;
  out.gradient = B.transpose() * scalar.g;
  out.tangent = B.transpose() * scalar.H * B;
  // The arms turn too: d(x cross g) at constant g.
  out.tangent.bottomRightCorner<3, 3>() += skew(gx) * skew(x_axis) + skew(gz) * skew(z_axis);
  return out;
}

}  // namespace trunnion
