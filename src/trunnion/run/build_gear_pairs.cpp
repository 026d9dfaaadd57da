#include <fmt/format.h>

#include <cmath>

#include "trunnion/forces/gear_mesh_force.h"
#include "trunnion/run/gear_contacts.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {
namespace {

struct Frame {
  Vector3d r;
  Matrix3d A;
};

/// Where a marker starts, as the file describes it.
Frame start_of(const Mechanism& m, Index marker) {
  const Marker& at = m.markers[marker];
  if (at.body < 0) return {at.p, at.A0};
  const BodyStart& body = m.start[at.body];
  return {body.R + body.A * at.p, body.A * at.A0};
}

/// Axes that run the same way, faces that meet, the center distance as drawn.
void check_places(const GearPair& pair, const Vector3d& d, const Matrix3d& R) {
  const double cosine = R(2, 2), width = std::min(pair.driver.width, pair.driven.width);
  if (cosine < std::cos(0.1))
    throw InputError(
        fmt::format("the z axes of its markers stand at {:.3g} degree to each other; gears on parallel axes "
                    "need markers whose z axes point the same way",
                    std::acos(std::min(1.0, std::max(-1.0, cosine))) * 180 / std::acos(-1.0)));
  if (std::abs(d.z()) > 0.5 * width)
    throw InputError(
        fmt::format("its markers lie {:.4g} mm apart along the axis, more than half the face width of {:.4g} "
                    "mm; put them in the middle of the faces",
                    1e3 * std::abs(d.z()), 1e3 * width));
  const double a = d.head<2>().norm();
  if (std::abs(a - pair.center_distance) > 0.1 * pair.driver.normal_module)
    throw InputError(
        fmt::format("the axes of its markers are {:.5g} mm apart, but the center distance of its gears is "
                    "{:.5g} mm; move the markers or give 'center_distance'",
                    1e3 * a, 1e3 * pair.center_distance));
}

std::vector<double> face_gaps(const GearPair& pair, int slices) {
  std::vector<double> gaps;
  for (int i = 0; i < slices; ++i) {
    const double across = (i + 0.5) / slices - 0.5;
    double gap = 0;
    for (const Gear* gear : {&pair.driver, &pair.driven})
      gap += 4 * gear->flank.crowning * across * across + gear->flank.lead_slope * across;
    gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace

void add_gear_pairs(const Model& model, const GearLawSource& law_source, BuiltMechanism& b) {
  for (const GearPairInput& in : model.gear_pairs) {
    if (in.between.empty()) continue;
    at_place(in.where, [&] {
      const GearPair pair = gears_of(model, in);
      MarkerPair p = pair_named(b, in.between, in.where);
      if (pair.ring_drives) std::swap(p.I, p.J);
      const Frame one = start_of(b.mechanism, p.I), two = start_of(b.mechanism, p.J);
      const Vector3d d = two.A.transpose() * (one.r - two.r);
      const Matrix3d R = two.A.transpose() * one.A;
      try {
        check_places(pair, d, R);
      } catch (const InputError& error) {
        throw InputError(in.where, fmt::format("gear_pair '{}': {}", in.name, error.what()));
      }
      InvoluteMesh mesh = involute_mesh(pair.driver, pair.driven, pair.center_distance);
      mesh.sense = in.backward != pair.ring_drives ? -1 : 1;
      if (in.fidelity == GearFidelity::kinematic) {
        b.mechanism.joints.push_back(gear_mesh(in.name, p.I, p.J, std::make_shared<const InvoluteMesh>(mesh)));
        b.joint_places.push_back(in.where);
        return 0;
      }
      GearMeshForce::Data data;
      if (law_source) {
        const std::shared_ptr<const GearLaws> laws = law_source(in);
        data.drive = laws->drive;
        data.back = laws->back;
        data.shares = laws->shares;
        data.back_shares = laws->back_shares;
        data.tilt_stiffening = laws->tilt_stiffening;
        if (data.shares) data.friction = in.friction;
      } else {
        data.drive.slices = std::make_shared<const LoadSurface>(standard_law(mesh.base_pitch, mesh.width));
      }
      mesh.phase = touching_phase(mesh, aligned_law(data.drive), d, R);
      data.mesh = mesh;
      data.slices = in.slices;
      data.face_gap = face_gaps(pair, in.slices);
      data.friction_speed = in.friction_speed;
      data.design_force = in.torque / mesh.base[pair.ring_drives ? 0 : 1];
      data.damping_time = in.damping / data.drive.slices->mean_stiffness(data.design_force);
      b.mechanism.marker_forces.push_back(
          {in.name, "gear-pair", p.I, p.J, std::make_shared<GearMeshForce>(std::move(data)), "gear_pair"});
      return 0;
    });
  }
}

}  // namespace trunnion
