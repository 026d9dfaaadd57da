#pragma once
// gears/gear.h -- an involute gear as it is drawn, and the circles and angles that follow from it.
//   m_t = m_n/cos b,  tan a_t = tan a_n/cos b,  r = z m_t/2,  r_b = r cos a_t             (theory/gears.md, Eq. 5.1)
//   psi(rho) = s/(2 r) + k (inv a_t - inv acos(r_b/rho)),   k = +1 external, -1 internal    (5.2)
// Gear frame: center at the origin, axis z, tooth 0 along +x; teeth are counted counter-clockwise.

#include <string>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

using Eigen::Vector2d;

enum class RootForm {
  rack_cutter,  ///< trochoid that the rounded tip of a rack cuts; `root_radius` is the tip's
  fillet        ///< radial line below the base circle, then an arc of `root_radius` that touches the root circle
};

/// What is taken off the ideal flank, counted along its normal into the tooth.
struct FlankModification {
  double tip_relief = 0;                ///< at the tip [m]
  double tip_relief_start = 0;          ///< radius where it begins [m]
  double root_relief = 0;               ///< at the lowest point of the involute in use [m]
  double root_relief_start = 0;         ///< radius where it begins [m]
  double relief_power = 1;              ///< 1 linear, 2 parabolic, over the length of the base tangent
  double crowning = 0;                  ///< at the ends of the face width [m]
  double lead_slope = 0;                ///< from one end to the other [m]; positive: more at +z
  std::vector<double> pitch_deviation;  ///< per tooth: its flank lies back by so much [m]; empty: none
};

struct Gear {
  std::string name;
  int teeth = 0;
  bool internal = false;      ///< a ring with teeth inside
  double normal_module = 0;   ///< m_n [m]
  double pressure_angle = 0;  ///< normal, a_n [rad]
  double helix_angle = 0;     ///< b [rad]; positive: right-hand
  double profile_shift = 0;   ///< coefficient x; positive thickens teeth
  double addendum = 0;        ///< from the reference circle, shift not counted [m]
  double dedendum = 0;        ///< likewise [m]
  RootForm root = RootForm::rack_cutter;
  double root_radius = 0;  ///< [m]
  double thinning = 0;     ///< taken off the tooth thickness at the reference circle, for backlash [m]
  double width = 0;        ///< [m]
  double hub_radius = 0;   ///< where the gear is held: bore; outer rim of an internal gear [m]
  FlankModification flank;
};

/// Circles and angles of the transverse section.
struct GearGeometry {
  double sign = 1;                                          ///< k: +1 external, -1 internal
  double module = 0;                                        ///< m_t [m]
  double pressure_angle = 0;                                ///< a_t [rad]
  double reference = 0, base = 0;                           ///< radii [m]
  double tip = 0, root = 0;                                 ///< radii [m]
  double half_angle = 0;                                    ///< of a tooth at the reference circle [rad]
  double base_angle = 0;                                    ///< psi at the base circle [rad]
  double tooth_angle = 0;                                   ///< 2 pi/z [rad]
  double tip_tangent = 0;                                   ///< length of the base tangent at the tip [m]
  double base_helix = 0;                                    ///< [rad]
  double base_pitch() const { return tooth_angle * base; }  ///< along the line of action [m]
};

double involute(double angle);          ///< inv a = tan a - a
double inverse_involute(double value);  ///< the angle of an involute function, value >= 0 [rad]

/// Throws InputError that names the gear and what is wrong with it: sizes, pointed teeth, root inside the hub.
GearGeometry gear_geometry(const Gear& gear);

/// psi(rho): half angle of a tooth at a radius not below the base circle [rad].
double half_angle(const GearGeometry& g, double radius);

/// Length of the base tangent to the involute at a radius: T = sqrt(rho^2 - r_b^2), also its radius of curvature.
double tangent_length(const GearGeometry& g, double radius);
double radius_at(const GearGeometry& g, double tangent);
double arc_length(const GearGeometry& g, double tangent);  ///< of the involute from the base circle: T^2/(2 r_b)
double tangent_at_arc(const GearGeometry& g, double arc);

/// A point of the counter-clockwise flank of tooth 0 and its unit normal out of the tooth.
struct FlankPoint {
  Vector2d x, normal;
};
FlankPoint flank_point(const GearGeometry& g, double tangent);

/// Metal taken off the flank of a tooth at T and a place across the face width (-0.5 to 0.5) [m].
double flank_deviation(const Gear& gear, const GearGeometry& g, double lowest_tangent, double tangent, double across,
                       int tooth);

/// Throws InputError when a relief begins outside the involute, which goes from `lowest_tangent` to the tip.
void check_reliefs(const Gear& gear, const GearGeometry& g, double lowest_tangent);

/// Teeth after which the pitch deviations of a gear repeat; 1: it has none.
int deviation_period(const Gear& gear);

/// Base tangent length over k teeth, W = m_n cos a_n (pi (k - 0.5) + z inv a_t) + 2 x m_n sin a_n - thinning: what a
/// micrometer measures on an external gear.
double span_measurement(const Gear& gear, int teeth);

}  // namespace trunnion
