#pragma once
// run/touch_figures.h -- what a stage of type touch shows: bodies, pressures and friction along plane surfaces, points
// of contact of solid ones, numbers of the load steps.

#include "trunnion/fe_contact/touch.h"
#include "trunnion/model/tables/stage.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

void add_touch_figures(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
                       StageResult& out);

}  // namespace trunnion
