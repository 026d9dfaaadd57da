#pragma once
// Mechanisms written as model files, run stage by stage without any files on disk.

#include "trunnion/run/mechanism_stage.h"

namespace trunnion::testing {

/// A body of 2 kg with unequal inertias called `name`, its frame at `position` ("['0 m', '0 m', '0 m']").
std::string body_text(const std::string& name, const std::string& position = "['0 m', '0 m', '0 m']",
                      const std::string& more = "");

/// A crank of 100 mm on ground, a rod of 300 mm and a slider along x, stretched out; [model] included, nothing drives
/// it.
std::string slider_crank_text();

/// Bodies "pinion" and "wheel" so far apart, each on a revolute joint about z, and a load "brake" on the wheel.
std::string geared_rotors_text(const std::string& distance, const std::string& brake);

/// Markers "slide" on the body and "rail" on ground, and the prismatic joint "guide" along x between them.
std::string guide_text(const std::string& body);

/// What a run says besides its numbers.
class Listener final : public Observer {
 public:
  void begin(const std::string&, const std::string&) override {}
  void advance(double) override {}
  void end(const std::string&) override {}
  bool cancelled() const override { return false; }
  void note(const std::string& sentence) override { notes += sentence + "\n"; }
  void warn(const std::string& sentence) override { warnings += sentence + "\n"; }
  std::string notes, warnings;
};

/// A model, its mechanism, and the results of the stages run so far.
struct TextRun {
  /// `folder`: where files that the text names lie.
  explicit TextRun(const std::string& text, const std::filesystem::path& folder = {});
  Model model;
  MechanismRun run;
  Listener listener;
  std::vector<MechanismResult> results;

  MechanismResult& next();                         ///< runs the next stage
  void all();                                      ///< runs all that are left
  double quantity(const std::string& name) const;  ///< of the last stage
  VectorXd curve(const std::string& name) const;   ///< of the last stage
  Vector6d reaction(const std::string& joint);     ///< in the present state, axes of its second marker
  const State& state() const { return run.state; }
};

}  // namespace trunnion::testing
