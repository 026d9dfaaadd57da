#pragma once
// math/order_spectrum.h -- oscillations per turn of a signal recorded over a run-up, window by window.
//   y(phi) is resampled at equal angles; A(o) = 2/sum(w) |sum_k w_k (y_k - mean) exp(-i o phi_k)|, w the Hann window
// A sine of order o and amplitude a that fits a whole number of times into the window gives A(o) = a exactly, whatever
// the speed does (theory/solvers.md, Eq. 5.1, 5.2). The same over equal times gives spectra over frequency.

#include "trunnion/math/types.h"

namespace trunnion {

struct OrderOptions {
  double revolutions = 8;  ///< per window
  double overlap = 0.75;   ///< of neighboring windows
  double max_order = 10;   ///< spectra go up to it in steps of 1/revolutions
  VectorXd cuts;           ///< orders whose amplitude is wanted exactly
};

struct OrderSpectra {
  VectorXd time, speed;      ///< at the middle of each window [s], [rad/s], speed as mean over the window
  VectorXd order;            ///< columns of `amplitude`
  MatrixXd amplitude;        ///< windows x orders
  MatrixXd cut;              ///< windows x options.cuts
  VectorXd frequency;        ///< columns of `over_frequency` [Hz]
  MatrixXd over_frequency;   ///< windows x frequencies: the same windows, resampled at equal times
  double samples_per_cycle;  ///< of the highest order at the highest speed; below 2.5 it cannot be seen
};

/// t grows, phi is the angle (either sense of rotation) and y the signal at those times. Parts where the shaft stands
/// still are left out. Throws InputError when there is not one window of turns.
OrderSpectra order_spectra(const VectorXd& t, const VectorXd& phi, const VectorXd& y, const OrderOptions& options);

}  // namespace trunnion
