#pragma once
// forces/gear_mesh_force.h -- two gears in mesh between two markers: driver on I, driven gear on J, spin axes z.
//   q = (delta, s, tilt, inv a_w) of gears/mesh_motion.h;   slices z_i across the face, drive and back flanks:
//   delta_i = delta + z_i tilt,             s_i = s + z_i tan b_b
//   delta_i = -(delta + z_i tilt) - j(a_w), s_i = -s + 2 r_b1 (psi_1 - inv a_w) + z_i tan b_b
//   E = mean of U(s_i, delta_i),   W = -dE/dq dq/d(d, rho) - T (d2U/d delta2) delta_i' d delta_i/d(d, rho)   (Eq. 11.1)
// So forces have pressure and helix angle, act at the right places and conserve energy; damping is in proportion to the
// stiffness and ends where flanks come apart.                                             (theory/forces.md, section
// 11)

#include <memory>

#include "trunnion/forces/force.h"
#include "trunnion/gears/load_surface.h"
#include "trunnion/gears/mesh_motion.h"

namespace trunnion {

class GearMeshForce final : public MarkerForce {
 public:
  struct Data {
    InvoluteMesh mesh;
    std::shared_ptr<const LoadSurface> law;  ///< of the whole face width
    double damping_time = 0;                 ///< T: damping over stiffness [s]
    int slices = 1;                          ///< across the face; they do not hold each other
    std::vector<double> face_gap;  ///< what crowning and lead take off both flanks, per slice; empty: none [m]
    double design_force = 0;       ///< along the transverse line of action [N]: sets the resolution
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
  Sum sum(const RelativeMotion& m) const;
  Data data_;
  double resolution_ = 0;
};

/// phase that lets the drive flanks just touch at this place of the driver relative to the driven gear.
double touching_phase(const InvoluteMesh& mesh, const LoadSurface& law, const Vector3d& d, const Matrix3d& R);

}  // namespace trunnion
