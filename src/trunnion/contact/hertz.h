#pragma once
// contact/hertz.h -- point contact of two elastic bodies after Hertz, for every shape of the contact ellipse.
//   F = e h^(3/2),   e = (2 pi/3) E* sqrt(B/(q Q)) K^(-3/2),   P/Q = q D/B,   q = (b/a)^2
//   a^2 = h B/(q Q K),   b^2 = h B/(Q K),   p_0 = 3F/(2 pi a b)                    (theory/contact.md, Eqs. 1.3 to 1.6)
// K, B, D: complete elliptic integrals of parameter 1 - q. Smooth, frictionless, non-conforming half-spaces: the
// ellipse must stay small against the radii of curvature. Free of 0/0 from circles (P = Q) to needles.

#include "trunnion/contact/curvature.h"

namespace trunnion {

/// Coefficient of F = e h^(3/2) and how it follows the curvatures; every point law gives one.
struct PointStiffness {
  double e = 0;      ///< [N/m^(3/2)]
  double de_dP = 0;  ///< [N/m^(1/2)]
  double de_dQ = 0;  ///< [N/m^(1/2)]
};

struct HertzPoint {
  PointStiffness stiffness;
  double a2 = 0;  ///< a^2/h [m], a: semi-axis along the flatter direction (P)
  double b2 = 0;  ///< b^2/h [m], b: semi-axis along the sharper direction (Q)
};

struct ContactEllipse {
  double a = 0, b = 0;       ///< semi-axes [m], a >= b
  double peak_pressure = 0;  ///< p_0 [Pa]; the mean is 2/3 of it
};

/// E*: see material.h.
HertzPoint hertz_point(const RelativeCurvature& curvature, double reduced_modulus);

/// At approach h [m]; all zero without contact (h <= 0).
ContactEllipse contact_ellipse(const HertzPoint& point, double approach);

/// h [m] under a load [N] >= 0 with the coefficient e: (F/e)^(2/3).
double approach_under(double load, double e);

/// P/Q = C(q) = q D/B of an ellipse with q = (b/a)^2, and d ln C/d ln q.
struct RatioOfEllipse {
  double value = 0, log_slope = 0;
};
RatioOfEllipse ratio_of_ellipse(double q);

/// Axis ratio squared q = (b/a)^2 that belongs to P/Q in (0, 1].
double axis_ratio_squared(double curvature_ratio);

}  // namespace trunnion
