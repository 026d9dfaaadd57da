#pragma once
// rolling/bearing.h -- a ball bearing as a catalogue describes it, and what its contacts are made of.
//   gamma = D cos(alpha)/d_m,   P = 1/D - 1/(2r),   Q_i = 1/(D (1 - gamma)),   Q_o = 1/(D (1 + gamma))
//   1/k^(2/3) = 1/e_i^(2/3) + 1/e_o^(2/3)        both races in series                      (theory/rolling.md, Eq. 2.2)
// All lengths in m, angles in rad, forces in N.

#include <string>
#include <vector>

#include "trunnion/contact/hertz.h"
#include "trunnion/contact/material.h"
#include "trunnion/rolling/ball_law.h"

namespace trunnion {

/// How rows stand to each other. Back to back: the pressure cones open away from each other (wide support); face to
/// face: towards each other; tandem: all take thrust the same way.
enum class Arrangement { single, back_to_back, face_to_face, tandem };

struct BallBearing {
  std::string name = "ball bearing";
  int balls = 0;              ///< Z, per row
  double ball_diameter = 0;   ///< D
  double pitch_diameter = 0;  ///< d_m, circle of the ball centers
  double contact_angle = 0;   ///< alpha, unloaded; 0: deep groove. Positive: the inner ring is loaded by moving to +x
  double inner_groove_radius = 0;  ///< 0: 0.52 D
  double outer_groove_radius = 0;  ///< 0: 0.53 D
  bool mirrored = false;           ///< takes thrust the other way: alpha becomes -alpha
  Arrangement arrangement = Arrangement::single;
  double row_distance = 0;  ///< between the ball planes of a pair, > 0 unless single

  double diametral_clearance = 0;  ///< P_d: total free play across a diameter; negative: interference
  double axial_preload = 0;        ///< thrust each row carries at zero displacement; needs alpha != 0, excludes P_d

  enum class Stiffness { hertz, estimate, given } stiffness = Stiffness::hertz;
  double given_stiffness = 0;  ///< k [N/m^(3/2)] for `given`
  ElasticMaterial ring{2.06e11, 0.3}, ball{2.06e11, 0.3};

  BallDamping damping{};
  enum class Sum { integral, balls } sum = Sum::integral;  ///< mean over cage positions, or each ball at its place
  enum class Angle { fixed, free } angle = Angle::fixed;   ///< free: each ball finds its contact angle under load
  double pressure_radius = 0;  ///< R: the pressure cone meets the axis R tan(alpha) away; 0: d_m/2
};

double inner_groove(const BallBearing& bearing);     ///< r_i [m], given or usual
double outer_groove(const BallBearing& bearing);     ///< r_o [m], given or usual
double pressure_radius(const BallBearing& bearing);  ///< R [m], given or d_m/2

/// One row of a bearing: which way it takes thrust, and where its balls are.
struct RowPlace {
  double sense = 1;     ///< 1: contact angle alpha, -1: -alpha
  double position = 0;  ///< of the ball plane along the axis [m]
};
std::vector<RowPlace> row_places(const BallBearing& bearing);

/// Throws InputError naming the bearing and the first impossible entry.
void validate(const BallBearing& bearing);

struct RaceContacts {
  HertzPoint inner, outer;
  double distance = 0;  ///< A = r_i + r_o - D, between the groove centers when the ball just touches both
};
RaceContacts race_contacts(const BallBearing& bearing);

/// k [N/m^(3/2)] of one ball by the bearing's choice: Hertz on both races, the estimate 1e11 sqrt(D/m) for steel
/// angular-contact bearings, or the given number.
double ball_stiffness(const BallBearing& bearing);

/// The contact angle to which a deep-groove bearing with clearance settles under vanishing thrust:
/// cos(alpha_0) = 1 - P_d/(2A).
double free_contact_angle(const BallBearing& bearing);

/// Peak pressure [Pa] on both races under a ball load [N].
struct RacePressure {
  double inner = 0, outer = 0;
};
RacePressure race_pressure(const RaceContacts& contacts, double ball_load);

}  // namespace trunnion
