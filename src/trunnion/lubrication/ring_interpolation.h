#pragma once
// lubrication/ring_interpolation.h -- values on rings of nodes to the nodes of a film, for any turn of the rings.
//   h(phi, s) = sum w_k(phi - turn) v_j(s) y_kj                                     (theory/lubrication.md, Eq. 12.1)
// spline: rational with tension, linear in y, rates and forces exact. fritsch_butland: no overshoot, but not linear:
// the weights are its derivative at the values y, around first and then across. linear: polygon, for comparison.

#include "trunnion/lubrication/ring_map.h"
#include "trunnion/lubrication/surface_places.h"
#include "trunnion/math/monotone_curve.h"

namespace trunnion {

enum class SurfaceRule { spline, fritsch_butland, linear };

/// Rows: film nodes; columns: ring nodes (angle k, station j at k stations + j).
struct RingWeights {
  RowMatrixXd value;
  RowMatrixXd slope, curvature;  ///< by the angle
};

class RingInterpolation {
 public:
  RingInterpolation(const VectorXd& angles, const VectorXd& stations, SurfaceRule rule, double tension = 0);

  Index size() const { return angles_.size() * stations_.size(); }
  SurfaceRule rule() const { return rule_; }
  bool linear() const { return rule_ != SurfaceRule::fritsch_butland; }
  /// At all pairs of `angles` less `turn` and `stations`; y: values on the rings, read by fritsch_butland only.
  RingWeights weights(const VectorXd& angles, const VectorXd& stations, double turn, const VectorXd& y = {}) const;
  /// The same as a map, in two factors; with its change by y where the rule is not linear.
  RingMap map(const VectorXd& angles, const VectorXd& stations, double turn, const VectorXd& y = {}) const;
  /// The curve itself where it is not linear in y; else weights times y.
  VectorXd values(const VectorXd& angles, const VectorXd& stations, double turn, const VectorXd& y) const;

 private:
  std::vector<MonotoneCurve> ring_curves(const VectorXd& y) const;
  RingMap monotone_map(const VectorXd& angles, const VectorXd& stations, double turn, const VectorXd& y) const;

  VectorXd angles_, stations_;
  SurfaceRule rule_;
  std::optional<RationalSpline> around_, across_;
};

}  // namespace trunnion
