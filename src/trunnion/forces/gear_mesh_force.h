#pragma once
// forces/gear_mesh_force.h -- two gears in mesh between two markers: driver on I, driven gear on J, spin axes z.
//   q = (delta, s, tilt, inv a_w) of gears/mesh_motion.h;   slices z_i across the face, drive and back flanks:
//   delta_i = delta + z_i tilt,             s_i = s + z_i tan b_b
//   delta_i = -(delta + z_i tilt) - j(a_w), s_i = -s + 2 r_b1 (psi_1 - inv a_w) + z_i tan b_b
//   E = mean of U(s_i, delta_i),   W = -dE/dq dq/d(d, rho) - T (d2U/d delta2) delta_i' d delta_i/d(d, rho)   (Eq. 11.1)
// So forces have pressure and helix angle, act at the right places and conserve energy; damping is in proportion to the
// stiffness and ends where flanks come apart. With a law of the whole face in three dimensions slices only say what
// tilt adds,  E = U_face(s, delta) + mean of U(s_i, delta_i) - U(s_i, delta_i at tilt 0)   (11.4). Friction on either
// side: every pair of teeth slides at v = (T_1 + s_j, t).V and takes mu N_j v/sqrt(v^2 + v_0^2) along t (11.5).
// (theory/forces.md, section 11)

#include <memory>

#include "trunnion/forces/force.h"
#include "trunnion/gears/load_shares.h"
#include "trunnion/gears/load_surface.h"
#include "trunnion/gears/mesh_motion.h"

namespace trunnion {

class GearMeshForce final : public MarkerForce {
 public:
  /// Laws of the whole face width: every slice has its share of the first; `face` is computed in three dimensions.
  struct Laws {
    std::shared_ptr<const LoadSurface> slices;
    std::shared_ptr<const LoadSurface> face;  ///< null: slices alone
  };
  struct Data {
    InvoluteMesh mesh;
    Laws drive, back;              ///< of the back flanks; none given: those of the drive flanks
    double damping_time = 0;       ///< T: damping over stiffness of the slices [s]
    int slices = 1;                ///< across the face; they do not hold each other
    std::vector<double> face_gap;  ///< what crowning and lead take off both flanks, per slice; empty: none [m]
    double design_force = 0;       ///< along the transverse line of action [N]: sets the resolution
    double friction = 0;           ///< mu
    double friction_speed = 1e-2;  ///< v_0: sliding speed at which friction is 0.7 of its full size [m/s]
    std::shared_ptr<const LoadShares> shares;       ///< of the tooth pairs; needed with friction
    std::shared_ptr<const LoadShares> back_shares;  ///< of the back flanks; none given: those of the drive flanks
    double tilt_stiffening = 1;  ///< of a face computed in three dimensions over slices: they feel its root times tilt
  };
  explicit GearMeshForce(Data data);
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
              ForceReport& out) const override;
  /// A thousandth of the deflection under the force of the design.
  double resolution() const override { return resolution_; }

  const Data& data() const { return data_; }

 private:
  struct Sum;
  struct Friction;
  Sum sum(const RelativeMotion& m) const;
  Friction friction(const Sum& s, const RelativeMotion& m) const;
  void add_friction(const Sum& s, bool drive, const RelativeMotion& m, Friction& out) const;
  Data data_;
  double resolution_ = 0;
  double tilt_scale_ = 1;
};

/// The law that says how the pair moves on aligned axes.
inline const LoadSurface& aligned_law(const GearMeshForce::Laws& laws) { return laws.face ? *laws.face : *laws.slices; }

/// phase that lets the drive flanks just touch at this place of the driver relative to the driven gear, tooth 0 of
/// either in mesh with that of the other.
double touching_phase(const InvoluteMesh& mesh, const LoadSurface& law, const Vector3d& d, const Matrix3d& R);

}  // namespace trunnion
