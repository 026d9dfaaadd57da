#pragma once
// reduction/contact_training.h -- loads that tell what a joint can go through, found by the program: at every interface
// that is free while the parts are shrunk, sized by what the joint bears.
// A load uses the joint by 1 where, linearised about the shrunk state, a tenth of the area loses its pressure or its
// grip:  |dp|/p0 or |dtau|/(mu p0) is one at the 90 % quantile.                          (theory/reduction.md,
// Eq. 14.9)

#include "trunnion/reduction/reduced_contact.h"

namespace trunnion {

struct TrainingPlan {
  std::vector<Index> loaded;  ///< coordinates of the body that loads act on (interface dofs)
  int shrink_steps = 5;
};

/// A load under which the joint slips, comes off, or its iterations do not end.
struct LostLoad {
  Index coordinate = -1;  ///< that it acts on; -1: on several
  double level = 0;       ///< the usage at which no equilibrium was found
};

struct TrainedStates {
  ReducedContactState shrunk;
  std::vector<ReducedContactState> states;  ///< those that have an equilibrium
  std::vector<LostLoad> lost;               ///< loads that have none
  Index tried = 0;                          ///< loads, each at one level or more
};

/// One load per coordinate, each using the joint by `level`.
TrainedStates single_loads(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan, double level);

/// `mixtures` of them in fixed random directions, and with `singles` each by itself with both signs; every load at all
/// `levels` in turn.
struct TrainingLoads {
  int mixtures = 8;
  bool singles = false;
  std::vector<double> levels;
};
TrainedStates many_loads(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                         const TrainingLoads& wanted);

/// Stresses (p, -tau_1, -tau_2) of states, 3P x states.
MatrixXd stresses_of(const std::vector<ReducedContactState>& states);

}  // namespace trunnion
