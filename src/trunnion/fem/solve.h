#pragma once
// fem/solve.h -- linear statics and eigenmodes of an unreduced model.

#include <string>
#include <vector>

#include "trunnion/base/progress.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/loads.h"
#include "trunnion/math/factor.h"

namespace trunnion {

/// Where the time went, and what it took. Filled by every solve.
struct SolveCost {
  double assemble_s = 0, order_s = 0, factor_s = 0, solve_s = 0, certify_s = 0, other_s = 0;  ///< wall time [s]
  FactorCost factor;
};

struct StaticSolution {
  MatrixXd displacement;   ///< dofs x load cases [m, rad]
  MatrixXd reaction;       ///< K u - f at supported dofs, zero elsewhere [N, N m]
  VectorXd residual;       ///< per case: |K u - f - r| / |f|
  VectorXd rounding;       ///< per case: eps | |K| |u| | / |f|, the residual of the exact u rounded to doubles
  VectorXd strain_energy;  ///< per case [J]
  SolveCost cost;
};

struct ModalOptions {
  Index count = 20;
  double max_frequency = 0;  ///< [Hz]; > 0: all modes below it, however many
  bool certify = true;       ///< count eigenvalues by inertia: proves that none was missed
};

struct ModalSolution {
  VectorXd frequency;        ///< [Hz], ascending; rigid modes are set to 0
  MatrixXd shape;            ///< dofs x modes, mass-normalised
  Index rigid_modes = 0;     ///< recognised
  VectorXd residual;         ///< |K x - lambda M x| / |K x| per elastic mode
  Index counted = -1;        ///< eigenvalues below `counted_below` by Sylvester's law; -1 when not certified
  double counted_below = 0;  ///< [Hz]
  bool complete = false;     ///< the count agrees with what was found
  SolveCost cost;
};

StaticSolution solve_static(const FeModel& model, const std::vector<Support>& supports,
                            const std::vector<LoadCase>& cases, Observer& observer = silent_observer());
ModalSolution solve_modes(const FeModel& model, const std::vector<Support>& supports, const ModalOptions& options,
                          Observer& observer = silent_observer());

/// The same on a factorisation that exists already: modes with the supports and held nodes of `solver` at zero. Loose
/// motions come first, as rigid modes. `options.certify` is ignored (it would need a second large factor): call
/// count_eigenvalues_below when the first one is gone.
ModalSolution solve_modes(const ConstrainedSolver& solver, const ModalOptions& options,
                          Observer& observer = silent_observer());

/// Stress at the nodes, averaged over the elements of one material: rows xx, yy, zz, xy, yz, zx; one column per node
/// [Pa]. Thermal strain of `change` (per element, empty: none) is taken off.
Eigen::Matrix<double, 6, Eigen::Dynamic> nodal_stress(const FeModel& model, const VectorXd& displacement,
                                                      const VectorXd& temperature_change = {});
VectorXd von_mises(const Eigen::Matrix<double, 6, Eigen::Dynamic>& stress);  ///< [Pa]

}  // namespace trunnion
