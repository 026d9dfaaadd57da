#pragma once
// reduction/contact_patterns.h -- pressures and shear stresses on a contact surface that the motions of a basis bring
// about, and the few that say most of them.
//   first order   p_i  = a d0^(a-1) W_n,i          second order   p_ij = a (a-1) d0^(a-2) W_n,i W_n,j
//   shear         tau_i = (mu p0/gam) (W_t1,i, W_t2,i)                          (theory/reduction.md, Eq. 14.3 to 14.5)
// on the points that are closed, with d0 their depth. The law of these derivatives is curved (a = 2) whatever law is
// simulated: a linear one has no second order, and only the span matters. Motions of the joined parts have the slope of
// their own law, p_i = -p'(g0) W_n,i: then the answer to a small load is exact.

#include "trunnion/reduction/fit_options.h"

namespace trunnion {

/// Motion of P points by G modes, and the state about which they are taken.
struct ContactRows {
  MatrixXd normal, t1, t2;    ///< P x G
  VectorXd depth;             ///< d0, 0 where open [m]
  VectorXd normal_stiffness;  ///< -p'(g0) [Pa/m]
  VectorXd shear_stiffness;   ///< mu p0/gam [Pa/m]
};

/// Whether columns are scaled to unit length before principal components are taken.
enum class PatternScale { unit, as_given };

/// Orthonormal columns whose span holds most of the given ones, the most important first. Columns that vanish are
/// dropped.
MatrixXd principal_patterns(MatrixXd columns, Index count, PatternScale scale = PatternScale::unit);

/// Inner product of patterns in which principal components are taken: V' E V for a block V. Empty: the plain one.
using PatternEnergy = std::function<MatrixXd(const MatrixXd&)>;

/// At most `options.normal` pressures, P x count: first order, then second (or both at once, variant 1).
MatrixXd pressure_patterns(const ContactRows& rows, const ContactModeOptions& options,
                           const PatternEnergy& energy = {});

/// At most `options.tangential` shear patterns, 2P x count: along t1, then along t2.
MatrixXd shear_patterns(const ContactRows& rows, const ContactModeOptions& options);

}  // namespace trunnion
