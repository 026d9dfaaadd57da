#pragma once
// run/fit_indicator.h -- how far the pressures of reduced bodies are off in the states of a stage, without a solution
// of the full contact problem (reduction/contact_error.h).

#include <map>
#include <memory>
#include <set>

#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

/// Keeps one factor of the full mesh per body from the first stage that asks to the end of the run.
class FitIndicator {
 public:
  FitIndicator(const Model& model, std::filesystem::path cache_folder);
  ~FitIndicator();

  /// Quantities `STAGE.BODY.error_indicator_percent` and `error_indicator_percent` (the largest of all bodies) as the
  /// stage ends, `...error_indicator_max_percent` over its states with a curve, and a balance. A body that cannot be
  /// judged is a warning at the first stage, and leaves the largest of all bodies unknown.
  void judge(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out);

 private:
  struct OnMesh;
  struct Judged;
  OnMesh& on_mesh(const std::string& body, Observer& observer);
  Judged judge_body(const std::vector<FitElement>& fits, bool moves, const MechanismRun& run,
                    const MechanismResult& stage, Observer& observer);

  const Model& model_;
  std::filesystem::path cache_folder_;
  std::map<std::string, std::unique_ptr<OnMesh>> bodies_;
  std::set<std::string> warned_of_;  ///< bodies that cannot be judged
};

}  // namespace trunnion
