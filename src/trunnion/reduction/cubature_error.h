#pragma once
// reduction/cubature_error.h -- what a cubature costs in accuracy: the same reduced body in equilibrium with all its
// points and with few, shrunk and under loads that the cubature was not made from (one at each free interface dof).
//   e = |p_few - p_all| / |p_all|,  both at all points and weighted by area                (theory/reduction.md, 14.11)

#include "trunnion/reduction/contact_cubature.h"
#include "trunnion/reduction/contact_training.h"

namespace trunnion {

struct CubatureError {
  double relative = 0;  ///< e, of the state where it is largest; NaN: few points find no equilibrium where all do
  double largest = 0;   ///< |p_few - p_all| at a point over the largest p_all
  Index states = 0;     ///< compared
};

/// The points of a cubature alone, with its areas.
FitPoints few_points(const FitPoints& points, const Cubature& cubature);
ReducedContact with_few_points(const ReducedContact& body, const Cubature& cubature);

CubatureError cubature_error(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                             const Cubature& cubature);

}  // namespace trunnion
