#include "trunnion/fe_contact/contact_frame.h"

#include <Eigen/Geometry>

#include "trunnion/contact/fit_axis.h"

namespace trunnion {
namespace {

constexpr double along_normal = 0.1;  ///< sine of the angle between axis and normal below which the axis is no guide

Vector3d tangent(const Vector3d& normal, const Vector3d& axis) {
  Vector3d flat = axis - normal.dot(axis) * normal;
  if (flat.norm() > along_normal) return flat.normalized();
  Index flattest = 0;
  normal.cwiseAbs().minCoeff(&flattest);
  flat = Vector3d::Unit(flattest);
  return (flat - normal.dot(flat) * normal).normalized();
}

}  // namespace

void set_tangents(ContactZone& zone) {
  const Vector3d axis = fit_axis(zone.position, zone.normal, zone.area).direction;
  zone.t1.resize(3, zone.size());
  zone.t2.resize(3, zone.size());
  for (Index k = 0; k < zone.size(); ++k) {
    const Vector3d n = zone.normal.col(k), t2 = tangent(n, axis);
    zone.t2.col(k) = t2;
    zone.t1.col(k) = t2.cross(n);
  }
}

}  // namespace trunnion
