#pragma once
// rolling/race.h -- where a ball meets a raceway, a surface of revolution about the ring's z axis.
//   h = R_B - (distance of the ball's center from the steel),   m: unit vector from the center to the contact
//   dm/dc = t t'/l + (m_rho/rho) e_th e_th',   l = r - R_B + h in a groove, 1/l = 0 on a straight profile
//   half curvatures: along the profile 1/2 (1/R_B + kappa), around the axis 1/2 (1/R_B - m_rho/rho_A)
// (theory/rolling.md, section 6). c = (rho, z) of the center in the ring's axes, rho_A: radius of the contact
// point.

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

enum class Ring { inner, outer };
enum class RaceShape { groove, gothic, cylinder, cone };

/// Lengths [m].
struct Race {
  RaceShape shape = RaceShape::groove;
  Ring ring = Ring::inner;
  double radius = 0;         ///< groove: of the circle of profile centers; cylinder, cone: of the race at z = 0
  double groove_radius = 0;  ///< r; groove and gothic
  double shim = 0;           ///< gothic: each arc's center lies this far beyond the middle plane
  double cone_angle = 0;     ///< cone: between profile and axis, opening towards +z [rad]
  double offset = 0;         ///< of the middle plane along z
};

/// A raceway of a bearing with pitch diameter d_m, ball diameter D and diametral clearance P_d (its half belongs to
/// each ring): the ball of an unloaded bearing just touches it when P_d = 0. Throws InputError where no ball fits.
Race groove_race(Ring ring, double pitch_diameter, double ball_diameter, double groove_radius,
                 double diametral_clearance);

/// Throws InputError, naming the entry: groove narrower than the ball, spindle torus, apex of a cone inside the race.
void validate(const Race& race, double ball_radius);

struct RaceContact {
  double approach = 0;                   ///< h [m]; negative: gap
  Vector3d m = Vector3d::Zero();         ///< from the ball's center to the contact, ring axes
  Matrix3d dm = Matrix3d::Zero();        ///< dm/dc [1/m]; dh/dc = m'
  double along = 0, around = 0;          ///< half relative curvatures [1/m]
  Vector3d d_around = Vector3d::Zero();  ///< d(around)/dc [1/m^2]
};

/// All places where the ball may touch: one, or both flanks of a gothic arch. None where the ball's center is on the
/// center line of the groove or beyond, far from contact.
std::vector<RaceContact> race_contacts_of(const Race& race, double ball_radius, const Vector3d& center);

}  // namespace trunnion
