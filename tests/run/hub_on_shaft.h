#pragma once
// A hub on a hollow shaft, both meshed apart: shrunk together, bent by a belt, and the same on the full mesh.

#include <string>

#include "trunnion/run/run_model.h"

namespace trunnion::testing {

extern const std::string hub_on_shaft;  ///< model file
/// Its shaft, hub and fit with both ends of the shaft held; without loads and stages.
std::string held_hub_on_shaft();

/// Coarse, with few contact modes: for what does not depend on numbers.
std::string coarse(std::string text);

/// The text with the first `find`, which must be there, replaced.
std::string replaced(std::string text, const std::string& find, const std::string& put);

/// Runs a model file of that text in a fresh folder named after the test.
RunResult run_fit(const std::string& text);
double quantity(const RunResult& result, const std::string& name);  ///< NaN where it is missing
/// What an error of the run, or its failed stages, say.
std::string message_of_fit(const std::string& text);

}  // namespace trunnion::testing
