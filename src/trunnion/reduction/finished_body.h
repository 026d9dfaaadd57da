#pragma once
// reduction/finished_body.h -- from elastic modes to the data of a ReducedBody: reference condition, invariants, rows
// at interfaces, surfaces and stress sets, geometric stiffness.

#include "trunnion/reduction/elastic_modes.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/stress_stiffening.h"

namespace trunnion {

/// Without fits, hash and records.
ReducedBody finished_body(const FeModel& model, const HeldInterfaces& held, const FreeStatics& statics,
                          ElasticModes modes, const ReductionOptions& options);

}  // namespace trunnion
