#pragma once
// run/fe_stages.h -- the stages fe-static and fe-modes on an assembled body.

#include "trunnion/run/fe_body.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

StageResult run_fe_static(const Model& model, const StageInput& stage, const FeBody& body, Observer& observer);
/// fe-static of a body with fits: contact and friction on the full mesh, step by step.
StageResult run_fe_contact(const Model& model, const StageInput& stage, const FeBody& body, Observer& observer);
StageResult run_fe_modes(const Model& model, const StageInput& stage, const FeBody& body, Observer& observer);

}  // namespace trunnion
