#pragma once
// contact/fit_law.h -- pressure and friction of two surfaces that are pressed together, at one point.
//   p = k e^a,  e = max(0, -g);  smoothed at closing over e_s for a = 1: k e^2/(2 e_s) below, k (e - e_s/2) above
//   s* = s_n + (w_t - w_t,n),   s = s* while |s*| <= gam, else gam s*/|s*|,   tau = mu p s/gam
//                                                                              (theory/contact.md, section 7)
// g: gap [m], negative when pressed; w_t: tangential motion of the outer surface relative to the inner one [m].
// Return mapping in slip space: the slip does not depend on the pressure, so there is no cone apex. `Memory` is that of
// the last accepted step; only a solver commits the new one.

#include "trunnion/math/types.h"

namespace trunnion {

using Eigen::Matrix2d;
using Eigen::Vector2d;

struct FitLaw {
  double stiffness = 0;        ///< k [Pa/m^a]
  double exponent = 1;         ///< a >= 1
  double smoothing = 0;        ///< e_s [m]; 0: a kink at closing (a = 1 only)
  double friction = 0;         ///< mu of rest
  double sliding = -1;         ///< mu once slid by `weakening`; negative: the same as `friction`
  double weakening = 0;        ///< slid way over which friction falls from rest to sliding [m]; 0: elastic_slip
  double elastic_slip = 1e-5;  ///< gam [m]
};
void validate(const FitLaw& law);  ///< throws InputError naming the value that cannot be

struct FitMemory {
  Vector2d slip = Vector2d::Zero();    ///< s, elastic [m]
  Vector2d motion = Vector2d::Zero();  ///< w_t at the last accepted step [m]
  double slid = 0;                     ///< way that has weakened friction, 0 to `weakening` [m]
  double work = 0;                     ///< friction work per area since the start [J/m^2]
};
constexpr int fit_memory_size = 6;
FitMemory load_memory(const double* numbers);
void store_memory(const FitMemory& memory, double* numbers);

struct FitTraction {
  double pressure = 0;                ///< p >= 0 [Pa]
  Vector2d shear = Vector2d::Zero();  ///< tau: the inner surface holds the outer one back by -tau [Pa]
  bool closed = false, sliding = false;
  double energy = 0;  ///< stored by the pressure per area [J/m^2]
  FitMemory memory;   ///< trial
};

/// d(p, tau_1, tau_2)/d(g, w_t1, w_t2) goes to `tangent` where it is not null; exact, unsymmetric with friction.
FitTraction fit_traction(const FitLaw& law, double gap, const Vector2d& motion, const FitMemory& past,
                         Matrix3d* tangent = nullptr);

}  // namespace trunnion
