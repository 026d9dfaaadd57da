#pragma once
// forces/radial_spring.h -- a journal in a bore with clearance, as a spring in the plane across J's z axis.
//   d = (d_x, d_y),  e = |d|,  n = d/e,  s = e - clearance;  S(s) = 0 (s < 0),  s^2/(2 o) (s < o),  s - o/2 beyond
//   F = -k S n - c b(s) (n.d') n  -  k_f d - (c_f + c_o S') d'                                (Eq. 4.1, forces.md)
//   o: onset, k_f, c_f, c_o: a film that carries a little within the clearance and damps both ways;
//   b grows smoothly from 0 to 1 over `damping_depth`, so that the force begins without a jump
// With zero clearance and onset it is -k (d_x, d_y): no singularity at the center.

#include "trunnion/forces/force.h"

namespace trunnion {

class RadialSpring final : public MarkerForce {
 public:
  struct Data {
    double stiffness = 0;         ///< k [N/m]
    double clearance = 0;         ///< radial [m]
    double damping = 0;           ///< c [N s/m]
    double damping_depth = 1e-6;  ///< [m]
    double onset = 0;             ///< o [m]: over this depth the stiffness comes up
    double film_stiffness = 0;    ///< k_f [N/m], also within the clearance
    double film_damping = 0;      ///< c_f [N s/m]
    double onset_damping = 0;     ///< c_o [N s/m], with the share of the stiffness that has come up
  };
  explicit RadialSpring(Data data) : data_(data) {}
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&, ForceReport& out) const override;

 private:
  Data data_;
};

}  // namespace trunnion
