#include "trunnion/forces/gear_mesh_force.h"

#include <array>
#include <cmath>

namespace trunnion {
namespace {

using Vector4d = Eigen::Vector4d;
using Matrix4d = Eigen::Matrix4d;

/// Where the two scalars of one slice of one flank stand, and how they depend on q = (delta, s, tilt, inv a_w).
struct Slice {
  double approach = 0, place = 0;
  Vector4d d_approach = Vector4d::Zero(), d_place = Vector4d::Zero();
};

Slice drive_flank(const InvoluteMesh& mesh, const Vector4d& q, double z) {
  Slice out;
  out.approach = q[0] + z * q[2];
  out.place = q[1] + mesh.sense * z * mesh.helix_tangent;
  out.d_approach << 1, 0, z, 0;
  out.d_place << 0, 1, 0, 0;
  return out;
}

/// The pair turned by half a turn about its line of centers: what was behind is in front.
Slice back_flank(const InvoluteMesh& mesh, const Vector4d& q, double z) {
  Slice out;
  out.approach = -(q[0] + z * q[2]) - normal_backlash(mesh, q[3]);
  out.place = -q[1] + 2 * mesh.base[0] * (mesh.psi[0] - q[3]) - mesh.sense * z * mesh.helix_tangent;
  out.d_approach << -1, 0, -z, -2 * (mesh.base[0] + mesh.sign * mesh.base[1]);
  out.d_place << 0, -1, 0, -2 * mesh.base[0];
  return out;
}

}  // namespace

/// Energy, force and damping on q, with their derivatives.
struct GearMeshForce::Sum {
  Vector4d q = Vector4d::Zero(), rate = Vector4d::Zero();
  std::array<MeshGradient, 4> on;  ///< how q depends on the motion of the markers
  double energy = 0, dissipated = 0, drive = 0, back = 0;
  double loaded = 0;  ///< share of the face whose drive flanks press
  Vector4d elastic = Vector4d::Zero(), damping = Vector4d::Zero();
  Matrix4d stiffness = Matrix4d::Zero(), damping_by_place = Matrix4d::Zero(), damping_by_rate = Matrix4d::Zero();
};

GearMeshForce::GearMeshForce(Data data) : data_(std::move(data)) {
  resolution_ = 1e-3 * data_.law->mean_approach(data_.design_force);
}

GearMeshForce::Sum GearMeshForce::sum(const RelativeMotion& m) const {
  const InvoluteMesh& mesh = data_.mesh;
  const Vector3d x = m.R.col(0), z = m.R.col(2);
  MeshMotion motion = mesh_motion(mesh, m.d, x, z);
  Sum out;
  Vector6d V;
  V << m.v, m.w;
  const double backlash = normal_backlash(mesh, motion.involute.v);
  motion.approach.v = on_pitch(mesh, motion.approach.v, -0.5 * backlash);  // between drive and back flanks
  const std::array<const MeshScalar*, 4> scalars{&motion.approach, &motion.place, &motion.tilt, &motion.involute};
  for (int i = 0; i < 4; ++i) {
    out.q[i] = scalars[std::size_t(i)]->v;
    out.on[std::size_t(i)] = mesh_gradient(*scalars[std::size_t(i)], x, z);
    out.rate[i] = out.on[std::size_t(i)].gradient.dot(V);
  }
  const double share = 1.0 / data_.slices;
  for (int slice = 0; slice < data_.slices; ++slice) {
    const double across = mesh.width * ((slice + 0.5) * share - 0.5);
    for (const bool drive : {true, false}) {
      Slice at = drive ? drive_flank(mesh, out.q, across) : back_flank(mesh, out.q, across);
      if (!data_.face_gap.empty()) at.approach -= data_.face_gap[std::size_t(slice)];
      const MeshForce f = (*data_.law)(at.place, at.approach);
      if (f.stiffness == 0) continue;
      const Vector4d &a = at.d_approach, &s = at.d_place;
      out.energy += share * f.energy;
      out.elastic += share * (f.force * a + f.along * s);
      out.stiffness += share * (f.stiffness * a * a.transpose() + f.along_2 * s * s.transpose() +
                                f.mixed * (a * s.transpose() + s * a.transpose()));
      const double rate = a.dot(out.rate), time = share * data_.damping_time;
      out.damping += time * f.stiffness * rate * a;
      out.damping_by_rate += time * f.stiffness * a * a.transpose();
      out.damping_by_place += time * rate * a * (f.stiffness_slope * a + f.stiffness_along * s).transpose();
      out.dissipated += time * f.stiffness * rate * rate;
      (drive ? out.drive : out.back) += share * f.force + time * f.stiffness * rate;
      if (drive) out.loaded += share;
    }
  }
  return out;
}

Vector6d GearMeshForce::force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  const Sum s = sum(m);
  Vector6d W = Vector6d::Zero();
  for (int i = 0; i < 4; ++i) W -= (s.elastic[i] + s.damping[i]) * s.on[std::size_t(i)].gradient;
  return W;
}

WrenchTangent GearMeshForce::linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  const Sum s = sum(m);
  Vector6d V;
  V << m.v, m.w;
  Eigen::Matrix<double, 6, 4> G, rates;  // gradients of q, and how rates of q change with place
  WrenchTangent t;
  for (int i = 0; i < 4; ++i) {
    const MeshGradient& on = s.on[std::size_t(i)];
    G.col(i) = on.gradient;
    rates.col(i) = on.tangent.transpose() * V;
    t.dx -= (s.elastic[i] + s.damping[i]) * on.tangent;
  }
  t.dx -= G * ((s.stiffness + s.damping_by_place) * G.transpose() + s.damping_by_rate * rates.transpose());
  t.dv = -G * s.damping_by_rate * G.transpose();
  return t;
}

void GearMeshForce::report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
                           ForceReport& out) const {
  const Sum s = sum(m);
  out.stored_energy = s.energy;
  out.dissipated_power = s.dissipated;
  if (!at.outputs) return;
  const InvoluteMesh& mesh = data_.mesh;
  const double slope = std::sqrt(1 + mesh.helix_tangent * mesh.helix_tangent);  // normal over transverse force
  const double pitches = s.q[1] / mesh.base_pitch;
  out.outputs = {{"force", slope * s.drive, "N", "Forces of gear meshes"},
                 {"back_force", slope * s.back, "N", "Forces on back flanks of gears"},
                 {"transmission_error", s.q[0], "m", "Transmission errors of gears"},
                 {"mesh_frequency", s.rate[1] / mesh.base_pitch, "Hz", "Mesh frequencies of gears"},
                 {"loaded_face", s.loaded, "", "Loaded share of the face of gears"},
                 {"position", pitches - std::round(pitches), "", "Positions of gear meshes in base pitches"},
                 {"power_loss", s.dissipated, "W", "Power losses of gear meshes"}};
}

double touching_phase(const InvoluteMesh& mesh, const LoadSurface& law, const Vector3d& d, const Matrix3d& R) {
  const MeshMotion at = mesh_motion(mesh, d, R.col(0), R.col(2));
  return mesh.phase - on_pitch(mesh, at.approach.v, 0) + law.touch(at.place.v);
}

}  // namespace trunnion
