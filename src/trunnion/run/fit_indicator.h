#pragma once
// run/fit_indicator.h -- how far the pressures of reduced bodies are off in the states of a stage, without a solution
// of the full contact problem (reduction/contact_error.h).

#include <map>
#include <memory>

#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

/// Keeps one factor of the full mesh per body from the first stage that asks to the end of the run.
class FitIndicator {
 public:
  FitIndicator(const Model& model, std::filesystem::path cache_folder);
  ~FitIndicator();

  /// Quantities `STAGE.BODY.error_indicator_percent` and `error_indicator_percent` (the largest of all bodies) as the
  /// stage ends, `...error_indicator_max_percent` over its states with a curve, and a balance.
  void judge(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out);

 private:
  struct OnMesh;
  OnMesh& on_mesh(const std::string& body, Observer& observer);

  const Model& model_;
  std::filesystem::path cache_folder_;
  std::map<std::string, std::unique_ptr<OnMesh>> bodies_;
};

}  // namespace trunnion
