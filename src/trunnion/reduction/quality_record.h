#pragma once
// reduction/quality_record.h -- what a reduced body says about itself: how it was made, and how far to trust it.
// Plain data, stored with the body.

#include <string>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

/// Error indicator at a distance from the state that contact modes were made for.
struct FitReach {
  double share = 1;      ///< of the interference
  double usage = 0;      ///< load, over the one that uses the joint by one (contact_training.h)
  double indicated = 0;  ///< relative error of the pressure; NaN: no equilibrium
};

/// How parts that are pressed together were treated.
struct FitRecord {
  Index points = 0;                  ///< of contact
  Index shrink_vectors = 0;          ///< the shrunk state itself
  Index normal = 0, tangential = 0;  ///< contact modes asked for from pressures and from friction
  Index enriched = 0;                ///< contact modes from runs of the reduced body
  double indicated = 0;              ///< error indicator, the largest of single loads that use most of the joint
  Index cubature_points = 0;         ///< 0: all points are evaluated
  double cubature_misfit = 0;        ///< of the integrals it was made for, relative
  double cubature_error = 0;         ///< of pressures, relative (cubature_error.h); NaN: no equilibrium with few points
  double cubature_largest = 0;       ///< at a point, over the largest pressure
  Index cubature_states = 0;         ///< that were compared
  VectorXd relative_hz;              ///< relative rigid motions of the parts [Hz]
  double elastic_hz = 0;             ///< first elastic mode [Hz]
  double spring_translation = 0, spring_rotation = 0;                  ///< [N/m], [N m/rad]
  std::vector<std::string> held;                                       ///< interfaces at rest while shrinking
  double mean_pressure = 0, least_pressure = 0, largest_pressure = 0;  ///< of the shrunk mesh [Pa]
  double shrink_residual = 0;                                          ///< of its equilibrium, relative
  Index shrink_solves = 0;
  double shrink_wall_s = 0, joined_wall_s = 0, modes_wall_s = 0, reach_wall_s = 0, cubature_wall_s = 0;
  std::vector<FitReach> reach;  ///< of the load that the indicator finds worst; empty: not tried
};

/// How the body was made.
struct ReductionRecord {
  std::string method;             ///< "craig-bampton", "guyan", "free"
  std::string selection;          ///< "all modes below 15000 Hz"
  Index full_dofs = 0;            ///< of the finite-element model
  Index constraint_modes = 0;     ///< interface dofs kept (after interface reduction)
  Index interface_dofs = 0;       ///< before interface reduction
  Index normal_modes = 0;         ///< kept
  Index vectors_kept = 0;         ///< truncation vectors
  Index static_modes = 0;         ///< from loads inside the body
  Index modes_computed = 0;       ///< fixed-interface modes found
  std::vector<Index> kept_modes;  ///< which of them, counted from 0
  VectorXd fixed_hz;              ///< frequencies of all computed fixed-interface modes [Hz]
  VectorXd pseudo_hz;             ///< of the truncation vectors kept [Hz]
  VectorXd share;                 ///< interface mass of each computed mode, combined
  VectorXd share_translation, share_rotation;
  MatrixXd distribution;               ///< computed modes x interface dofs
  std::vector<std::string> dof_names;  ///< "big_end x" ... of the interface dofs
  double completeness = 0;             ///< interface mass of the kept modes; NaN where it has no meaning
  double completeness_with_vectors = 0;
  double residual = 0;     ///< largest |phi - w^2 S M phi| of all computed fixed-interface modes, mass norm, |phi| = 1
  bool certified = false;  ///< no eigenvalue below certified_below was missed (inertia count)
  double certified_below = 0;   ///< [Hz]
  double reduction_wall_s = 0;  ///< without the certificate and the quality record
  double certificate_wall_s = 0;
  double factor_bytes = 0;
  Index solves = 0;  ///< right-hand sides
  FitRecord fits;    ///< no points: none
  std::vector<std::string> warnings;
};

/// Comparison with the unreduced model over the band (theory/reduction.md, section 7).
struct QualityRecord {
  bool computed = false;
  std::string reason;  ///< why not
  double band_hz = 0;
  VectorXd lines_hz;
  std::vector<std::string> dof_names;
  MatrixXd frac, error;  ///< per pair of dofs; NaN where symmetry decouples them
  double frac_min = 1, frac_mean = 1, frf_error_max = 0;
  double interface_error = 0;  ///< largest response error that interface reduction alone makes; 0 without it
  Index pairs_counted = 0;
  Index worst_row = 0, worst_column = 0;    ///< pair with the largest error
  VectorXd worst_reference, worst_reduced;  ///< |H| of that pair per line
  VectorXd drive_reference, drive_reduced;  ///< |H| of the softest driving point
  Index drive_dof = 0;
  VectorXd sampled_hz, sampled_residual;  ///< how exactly the reference solves the unreduced equations, relative
  double reference_error = 0;             ///< estimated largest error of the reference's own responses, relative
  Index reference_order = 0;
  Index reference_solves = 0, reference_solves_limit = 0;  ///< right-hand sides taken, and at most allowed
  MatrixXd mac;                                            ///< reduced x reference elastic modes
  VectorXd reduced_hz, reference_hz;
  Index modes_matched = 0;              ///< reduced modes in the band with MAC above 0.8
  double frequency_difference_max = 0;  ///< relative, among those
  double wall_s = 0;
};

}  // namespace trunnion
