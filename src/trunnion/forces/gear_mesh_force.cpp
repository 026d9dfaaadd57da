#include "trunnion/forces/gear_mesh_force.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

/// The same slice on axes that do not tilt.
Slice without_tilt(Slice slice, const Vector4d& q) {
  slice.approach -= slice.d_approach[2] * q[2];
  slice.d_approach[2] = 0;
  return slice;
}

Vector4d force_gradient(const Slice& at, const MeshForce& f) {
  return f.stiffness * at.d_approach + f.mixed * at.d_place;
}

/// How far the drive flanks, or the back flanks, have come together beyond touching, where they are closest [m].
double depth(const GearMeshForce::Data& data, double tilt_scale, const Vector4d& q, bool drive) {
  const GearMeshForce::Laws& laws = drive ? data.drive : data.back;
  const auto flank = drive ? drive_flank : back_flank;
  double deepest = -std::numeric_limits<double>::infinity();
  if (laws.face) {
    const Slice middle = without_tilt(flank(data.mesh, q, 0), q);
    deepest = middle.approach - laws.face->touch(middle.place);
  }
  for (int slice = 0; slice < data.slices; ++slice) {
    Slice at = flank(data.mesh, q, data.mesh.width * ((slice + 0.5) / data.slices - 0.5));
    if (laws.face) at.approach += (tilt_scale - 1) * at.d_approach[2] * q[2];
    if (!data.face_gap.empty()) at.approach -= data.face_gap[std::size_t(slice)];
    deepest = std::max(deepest, at.approach - laws.slices->touch(at.place));
  }
  return deepest;
}

}  // namespace

/// Energy, force and damping on q, with their derivatives.
struct GearMeshForce::Sum {
  Vector4d q = Vector4d::Zero(), rate = Vector4d::Zero();
  std::array<MeshGradient, 4> on;  ///< how q depends on the motion of the markers
  MeshMotion motion;
  double energy = 0, dissipated = 0, drive = 0, back = 0;
  double loaded = 0;  ///< share of the face whose drive flanks press
  Vector4d elastic = Vector4d::Zero(), damping = Vector4d::Zero();
  Matrix4d stiffness = Matrix4d::Zero(), damping_by_place = Matrix4d::Zero(), damping_by_rate = Matrix4d::Zero();

  struct Pressing {
    double across = 0, weight = 0;
    Slice at;
    MeshForce f;
  };
  /// What friction needs to know of the drive or the back flanks.
  struct Side {
    std::vector<Pressing> pressing;  ///< slices
    double press = 0;                ///< elastic force
    Vector4d d_press = Vector4d::Zero();
    void add(const MeshForce& f, const Slice& at, double weight) {
      press += weight * f.force;
      d_press += weight * force_gradient(at, f);
    }
  };
  Side drive_side, back_side;

  void add(const MeshForce& f, const Slice& at, double weight) {
    const Vector4d &a = at.d_approach, &s = at.d_place;
    energy += weight * f.energy;
    elastic += weight * (f.force * a + f.along * s);
    stiffness += weight * (f.stiffness * a * a.transpose() + f.along_2 * s * s.transpose() +
                           f.mixed * (a * s.transpose() + s * a.transpose()));
  }
};

/// Wrench on the driver by friction, with its derivatives, and what it takes.
struct GearMeshForce::Friction {
  Vector6d wrench = Vector6d::Zero();
  WrenchTangent tangent;
  double dissipated = 0;
};

GearMeshForce::GearMeshForce(Data data) : data_(std::move(data)) {
  if (!data_.back.slices) data_.back = data_.drive;
  if (!data_.back_shares) data_.back_shares = data_.shares;
  tilt_scale_ = std::sqrt(data_.tilt_stiffening);
  resolution_ = 1e-3 * aligned_law(data_.drive).mean_approach(data_.design_force);
}

GearMeshForce::Sum GearMeshForce::sum(const RelativeMotion& m) const {
  const InvoluteMesh& mesh = data_.mesh;
  const Vector3d x = m.R.col(0), z = m.R.col(2);
  Sum out;
  MeshMotion& motion = out.motion = mesh_motion(mesh, m.d, x, z);
  Vector6d V;
  V << m.v, m.w;
  const double backlash = normal_backlash(mesh, motion.involute.v), counted = motion.approach.v;
  motion.approach.v = on_pitch(mesh, counted, -0.5 * backlash);  // between drive and back flanks
  motion.place.v = place_of_teeth(mesh, motion.place.v, counted, motion.approach.v);
  const std::array<const MeshScalar*, 4> scalars{&motion.approach, &motion.place, &motion.tilt, &motion.involute};
  for (int i = 0; i < 4; ++i) {
    out.q[i] = scalars[std::size_t(i)]->v;
    out.on[std::size_t(i)] = mesh_gradient(*scalars[std::size_t(i)], x, z);
    out.rate[i] = out.on[std::size_t(i)].gradient.dot(V);
  }
  const double share = 1.0 / data_.slices;
  for (const bool drive : {true, false}) {
    const Laws& laws = drive ? data_.drive : data_.back;
    double& side = drive ? out.drive : out.back;
    const auto flank = drive ? drive_flank : back_flank;
    const auto add = [&](const MeshForce& f, const Slice& at, double weight) {
      out.add(f, at, weight);
      side += weight * f.force;
      (drive ? out.drive_side : out.back_side).add(f, at, weight);
    };
    if (laws.face) {
      const Slice middle = without_tilt(flank(mesh, out.q, 0), out.q);
      add((*laws.face)(middle.place, middle.approach), middle, 1);
    }
    for (int slice = 0; slice < data_.slices; ++slice) {
      const double across = mesh.width * ((slice + 0.5) * share - 0.5);
      Slice at = flank(mesh, out.q, across);
      if (laws.face) {  // layers that hold each other resist tilt more
        at.approach += (tilt_scale_ - 1) * at.d_approach[2] * out.q[2];
        at.d_approach[2] *= tilt_scale_;
      }
      if (!data_.face_gap.empty()) at.approach -= data_.face_gap[std::size_t(slice)];
      if (laws.face) {
        const Slice aligned = without_tilt(at, out.q);
        add((*laws.slices)(aligned.place, aligned.approach), aligned, -share);
      }
      const MeshForce f = (*laws.slices)(at.place, at.approach);
      if (f.stiffness == 0) continue;
      add(f, at, share);
      const Vector4d &a = at.d_approach, &s = at.d_place;
      const double rate = a.dot(out.rate), time = share * data_.damping_time;
      out.damping += time * f.stiffness * rate * a;
      out.damping_by_rate += time * f.stiffness * a * a.transpose();
      out.damping_by_place += time * rate * a * (f.stiffness_slope * a + f.stiffness_along * s).transpose();
      out.dissipated += time * f.stiffness * rate * rate;
      side += time * f.stiffness * rate;
      if (drive) out.loaded += share;
      if (data_.friction > 0) (drive ? out.drive_side : out.back_side).pressing.push_back({across, share, at, f});
    }
  }
  return out;
}

GearMeshForce::Friction GearMeshForce::friction(const Sum& s, const RelativeMotion& m) const {
  Friction out;
  add_friction(s, true, m, out);
  add_friction(s, false, m, out);
  return out;
}

void GearMeshForce::add_friction(const Sum& s, bool drive, const RelativeMotion& m, Friction& out) const {
  const Sum::Side& side = drive ? s.drive_side : s.back_side;
  double slices = 0;
  Vector4d d_slices = Vector4d::Zero();
  for (const Sum::Pressing& p : side.pressing) {
    slices += p.weight * p.f.force;
    d_slices += p.weight * force_gradient(p.at, p.f);
  }
  if (!(slices > 0) || !(side.press > 0)) return;
  // Slices say how the force lies across the face, its size is that of the face.
  const double scale = side.press / slices;
  const Vector4d d_scale = (side.d_press - scale * d_slices) / slices;
  const double slope = std::sqrt(1 + data_.mesh.helix_tangent * data_.mesh.helix_tangent), mu = data_.friction * slope;
  Vector6d V;
  V << m.v, m.w;
  Eigen::Matrix<double, 6, 4> G;
  for (int i = 0; i < 4; ++i) G.col(i) = s.on[std::size_t(i)].gradient;
  const Vector3d x_axis = m.R.col(0), z_axis = m.R.col(2);
  const MeshScalar* normal = drive ? s.motion.normal : s.motion.back_normal;
  const double nx = normal[0].v, ny = normal[1].v;
  const Vector6d d_nx = mesh_gradient(normal[0], x_axis, z_axis).gradient;
  const Vector6d d_ny = mesh_gradient(normal[1], x_axis, z_axis).gradient;
  const Vector6d d_tangent = mesh_gradient(s.motion.tangent, x_axis, z_axis).gradient;
  for (const Sum::Pressing& p : side.pressing) {
    const Vector6d d_arm = d_tangent + G * p.at.d_place;
    const MeshForce& f = p.f;
    const double force = mu * p.weight * scale * f.force;
    const Vector4d d_force = mu * p.weight * (f.force * d_scale + scale * force_gradient(p.at, f));
    for (const PairShare& pair : (*(drive ? data_.shares : data_.back_shares))(p.at.place, f.overlap)) {
      const Vector4d d_share = pair.by_x * p.at.d_approach + (pair.by_s - f.touch_along * pair.by_x) * p.at.d_place;
      const double N = force * pair.value;
      const Vector4d d_N = pair.value * d_force + force * d_share;
      Vector6d slide;  // of the driver over the driven gear along t, per motion of the markers
      slide << -ny, nx, 0, -p.across * nx, -p.across * ny, s.motion.tangent.v + pair.place;
      Matrix6d d_slide = Matrix6d::Zero();
      d_slide.row(0) = -d_ny.transpose();
      d_slide.row(1) = d_nx.transpose();
      d_slide.row(3) = -p.across * d_nx.transpose();
      d_slide.row(4) = -p.across * d_ny.transpose();
      d_slide.row(5) = d_arm.transpose();
      const double v = slide.dot(V), v_0 = data_.friction_speed, speed = std::hypot(v, v_0);
      const double sense = v / speed, d_sense = v_0 * v_0 / (speed * speed * speed);
      out.wrench -= N * sense * slide;
      out.dissipated += N * sense * v;
      out.tangent.dv -= N * d_sense * slide * slide.transpose();
      out.tangent.dx -= slide * (sense * (G * d_N) + N * d_sense * (d_slide.transpose() * V)).transpose();
      out.tangent.dx -= N * sense * d_slide;
    }
  }
}

Vector6d GearMeshForce::force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  const Sum s = sum(m);
  Vector6d W = Vector6d::Zero();
  for (int i = 0; i < 4; ++i) W -= (s.elastic[i] + s.damping[i]) * s.on[std::size_t(i)].gradient;
  if (data_.friction > 0) W += friction(s, m).wrench;
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
  if (data_.friction > 0) {
    const Friction sliding = friction(s, m);
    t.dx += sliding.tangent.dx;
    t.dv += sliding.tangent.dv;
  }
  return t;
}

void GearMeshForce::report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
                           ForceReport& out) const {
  const Sum s = sum(m);
  const double sliding = data_.friction > 0 ? friction(s, m).dissipated : 0;
  out.stored_energy = s.energy;
  out.dissipated_power = s.dissipated + sliding;
  out.events = {depth(data_, tilt_scale_, s.q, true), depth(data_, tilt_scale_, s.q, false)};
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
                 {"power_loss", s.dissipated + sliding, "W", "Power losses of gear meshes"}};
  if (data_.friction > 0) out.outputs.push_back({"friction_power", sliding, "W", "Power that sliding teeth take"});
}

double touching_phase(const InvoluteMesh& mesh, const LoadSurface& law, const Vector3d& d, const Matrix3d& R) {
  const MeshMotion at = mesh_motion(mesh, d, R.col(0), R.col(2));
  return mesh.phase - at.approach.v + law.touch(at.place.v);
}

}  // namespace trunnion
