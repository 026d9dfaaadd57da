#pragma once
// lubrication/impedance_table.h -- how a solved film differs from the closed fit of the impedance, as a table.
//   w = r Rot(d) w_fit,   log r and d over (eps, alpha),  alpha: angle from V to e          (theory/lubrication.md,
//   Eq. 4.5)
// Filled by Reynolds' equation on a grid, film ending at zero pressure gradient, ends at the pressure of cavitation.
// Splines with two continuous derivatives, of atanh(eps) and alpha. Beyond the last eccentricity values are held.

#include <vector>

#include "trunnion/math/rational_spline.h"

namespace trunnion {

struct ImpedanceTableOptions {
  Index around = 144, across = 13;  ///< nodes of the film, half of its width
  Index eccentricities = 16;        ///< up to `largest`
  Index angles = 48;                ///< in a full turn, even
  double largest = 0.99;
};

struct ImpedanceCorrection {
  double log_ratio = 0, turn = 0;  ///< log r, d [rad]
  double log_ratio_by_eccentricity = 0, log_ratio_by_angle = 0;
  double turn_by_eccentricity = 0, turn_by_angle = 0;
};

class ImpedanceTable {
 public:
  /// `slenderness`: length over diameter. Throws InputError for one that is not positive.
  explicit ImpedanceTable(double slenderness, const ImpedanceTableOptions& options = {});

  ImpedanceCorrection operator()(double eccentricity, double angle) const;
  double slenderness() const { return slenderness_; }

 private:
  double slenderness_, largest_;
  RationalSpline along_, around_;  ///< over atanh(eps), over the angle
  MatrixXd log_ratio_, turn_;      ///< eccentricities x angles
};

/// Dimensionless force of a solved film in units of the squeeze velocity, |w|/V and its angle from V.
struct SolvedImpedance {
  double size = 0, angle = 0;  ///< W, [rad]
};
/// For all `angles` at one eccentricity.
std::vector<SolvedImpedance> solve_impedance(double slenderness, double eccentricity, const VectorXd& angles,
                                             const ImpedanceTableOptions& options = {});

}  // namespace trunnion
