#pragma once
// forces/fit_field.h -- what a fit looks like at one instant, point by point.

#include <span>
#include <vector>

#include "trunnion/contact/fit_law.h"

namespace trunnion {

enum class FitState : char { open, resting, sliding };

struct FitField {
  VectorXd pressure;        ///< [Pa]
  VectorXd gap;             ///< negative: pressed together [m]
  Eigen::Matrix2Xd shear;   ///< tau along t1 and t2 [Pa]
  Eigen::Matrix2Xd motion;  ///< of the outer surface relative to the inner one, along t1 and t2 [m]
  VectorXd work;            ///< of sliding, per area, since the start [J/m^2]
  std::vector<FitState> state;
  VectorXd power;  ///< of friction, per area, over a time that whoever fills it knows [W/m^2]; empty: not known
};

/// One gap and traction per point. A point slides that stands on its slip limit, also after the step that took it
/// there.
FitField fit_field(const FitLaw& law, VectorXd gap, std::span<const FitTraction> tractions);

/// Shares of the area.
struct FitShares {
  double open = 0, sliding = 0;
};
FitShares shares_of(const FitField& field, const VectorXd& area);

}  // namespace trunnion
