#pragma once
// run/provenance.h -- where a result came from: model file, version, command, kernels.

#include "trunnion/model/model.h"
#include "trunnion/results/run_record.h"

namespace trunnion {

Provenance provenance_of(const Model& model, const std::string& command);

}  // namespace trunnion
