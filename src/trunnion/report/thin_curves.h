#pragma once
// report/thin_curves.h -- curves of a page with fewer points: each stretch of samples becomes its smallest and its
// largest, so that no peak is lost. The results file keeps all of them.

#include <span>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// `points` at most, 6 or more; the same curve where it has no more. Ends stay, and gaps (NaN) longer than a stretch.
Series thinned(const Series& series, Index points);

/// Points that every series may have for all curves to take `budget` bytes of a page, in base64; 0: all of them fit as
/// they are. Instants that curves share are counted once as long as none is thinned.
Index points_that_fit(std::span<const Curve> curves, std::size_t budget);

}  // namespace trunnion
