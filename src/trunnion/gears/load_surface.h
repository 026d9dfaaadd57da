#pragma once
// gears/load_surface.h -- force of a gear mesh over its position and how far the gears have come together, as an
// energy.
//   U(s, delta) = V(s, delta - e(s)),   F = dU/d delta,   dU/ds: what the change of stiffness does along the way
//   V(s, x): integral over x of cubic Hermite pieces between levels x_j, whose forces and stiffnesses are periodic
//   cubic splines over s; zero for x <= 0; straight on beyond the last level                     (theory/gears.md,
//   section 9)
// Forces taken from one energy conserve it: a mesh whose stiffness changes under load pumps nothing in or out.

#include "trunnion/math/types.h"

namespace trunnion {

/// Energy and its derivatives at one place.
struct MeshForce {
  double energy = 0;                                ///< U [J]
  double force = 0, along = 0;                      ///< U_delta, U_s [N]
  double stiffness = 0, mixed = 0, along_2 = 0;     ///< U_delta delta, U_s delta, U_ss [N/m]
  double stiffness_slope = 0, stiffness_along = 0;  ///< of the stiffness by delta and s [N/m^2]
  double overlap = 0, touch_along = 0;              ///< x = delta - e(s) [m], and de/ds
};

class LoadSurface {
 public:
  struct Data {
    double period = 0;   ///< of s [m]; positions are at s = (i/n - 1/2) period
    VectorXd error;      ///< e: approach at which the flanks touch without load, per position [m]
    VectorXd level;      ///< x_j, growing from 0 [m]
    MatrixXd force;      ///< per position and level [N]; zero in the first column
    MatrixXd stiffness;  ///< dF/dx [N/m]
  };
  explicit LoadSurface(Data data);  ///< throws InputError when a number is missing or a level does not grow

  MeshForce operator()(double s, double approach) const;
  double touch(double s) const;  ///< e(s): approach at which the force begins [m]
  const Data& data() const { return data_; }
  double mean_stiffness(double force) const;  ///< over the positions, at this force [N/m]
  double mean_approach(double force) const;   ///< likewise, touching counted as zero [m]

 private:
  struct Along;
  Along along(double s) const;
  Data data_;
  MatrixXd energy_;   ///< up to each level
  VectorXd error_2_;  ///< second derivatives of the splines over s
  MatrixXd force_2_, stiffness_2_, energy_2_;
};

}  // namespace trunnion
