#pragma once
// reduction/completeness_forecast.h -- what more modes would carry, told from those that are there.
// What n modes of N leave of the interface mass falls like a power of n, and to nothing with the last one,
//   1 - C(n) ~ A (n^-p - N^-p)                                                            (theory/reduction.md,
//   Eq. 5.3)
// with A and p from the modes computed so far. The course of a body is bumpy, as families of modes come and go: p of
// the next thousand modes may well be half as large again as that of the first fifty. A target is called out of reach
// only where even such a p would miss it. It decides whether to go on, never what a body holds.

#include "trunnion/math/types.h"

namespace trunnion {

struct CompletenessForecast {
  double likely = 0;   ///< what `most` modes would carry, by least squares
  double at_most = 1;  ///< the same with the most hopeful course
  Index needed = 0;    ///< modes for the target with the most hopeful course
};

/// `modes`: numbers of modes, ascending; `carried`: what they carry. `all`: N.
CompletenessForecast forecast_completeness(const VectorXd& modes, const VectorXd& carried, Index all, Index most,
                                           double target);

}  // namespace trunnion
