#pragma once
// reduction/elastic_modes.h -- full-space elastic modes with their eigenvalues: what all methods end in.

#include "trunnion/reduction/reduce.h"

namespace trunnion {

struct ElasticModes {
  MatrixXd shapes;       ///< full space x modes
  VectorXd eigenvalues;  ///< [rad^2/s^2]
};

/// Of the body without any interface held, by number or below the cut-off. Says in `record` up to where they are proven
/// complete.
ElasticModes free_body_modes(const FeModel& model, const ReductionOptions& options, ReductionRecord& record,
                             Observer& observer);

/// Drops what lies above, with a warning.
void cut_orthogonal_set(ElasticModes& modes, double cutoff_hz, ReductionRecord& record);

}  // namespace trunnion
