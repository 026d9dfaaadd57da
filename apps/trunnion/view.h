#pragma once
// apps/trunnion/view.h -- the verb that shows a run or a model in a browser.

#include "verbs.h"

namespace trunnion::app {

void add_view(CLI::App& app, Action& action);

}  // namespace trunnion::app
