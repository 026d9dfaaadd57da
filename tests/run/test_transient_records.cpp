// What a transient stage leaves behind: steps that cost what they must, curves that fit, results of a stopped run.
#include <gtest/gtest.h>

#include "mechanism_text.h"
#include "trunnion/base/error.h"
#include "trunnion/results/time_record.h"
#include "trunnion/solvers/transient.h"

namespace trunnion {
namespace {

using testing::TextRun;

const std::string pulled_mass = "[model]\nname = 't'\n" + testing::body_text("mass") + R"(
[[load]]
on = "mass"
direction = [1, 0, 0]
size = "10 N/s*time"
)";

TEST(TransientStage, AForceThatGrowsEvenlyTakesOneIterationPerStep) {
  TextRun run(pulled_mass + "[[stage]]\nname = 'pull'\ntype = 'transient'\nduration = '1 s'\nstep = '10 ms'\n");
  const MechanismResult& result = run.next();
  EXPECT_EQ(result.record.steps, 100);
  // The first guess of a step carries the acceleration on: exact here, once two accelerations are known.
  EXPECT_LE(result.record.iterations, 102);
  EXPECT_NEAR(run.curve("body.mass.vx").tail(1)[0], 10.0 / (2 * 2.0), 1e-12);
}

const std::string journal = R"([model]
name = "t"
[[rigid_body]]
name = "journal"
mass = "1 kg"
inertia = ["1e-3 kg m^2", "1e-3 kg m^2", "1e-3 kg m^2"]
[[bearing]]
name = "film"
type = "journal"
between = ["journal", "ground"]
length = "17 mm"
diameter = "45 mm"
clearance = "30 um"
viscosity = "6 mPa.s"
[[stage]]
type = "transient"
duration = "1 ms"
)";

TEST(TransientStage, FilmForcesAreInterpolatedBetweenStepsNotEvaluatedThere) {
  const TextRun run(journal);
  const Mechanism& m = run.run.built.mechanism;
  State before = initial_state(m), after = before;
  before.x.R[0] = {10e-6, 0, 0};
  after.x.R[0] = {28e-6, 0, 0};
  before.v[5] = after.v[5] = 1000;
  after.t = 1e-3;
  Workspace work(m);
  TimeRecord at_steps, between;
  record_state(m, before, StageKind::transient, at_steps, work);
  record_state(m, after, StageKind::transient, at_steps, work);
  const State middle = interpolate(m, before, after, 0.25e-3);
  const Neighbors steps{before, after};
  record_state(m, middle, StageKind::transient, between, work, &steps);
  for (const char* name : {"bearing.film.fx", "bearing.film.fy", "bearing.film.wy", "bearing.film.min_film"}) {
    const std::vector<double>& ends = at_steps.find(name)->values;
    const double expected = 0.75 * ends[0] + 0.25 * ends[1];
    EXPECT_NEAR(between.find(name)->values[0], expected, 1e-12 * std::abs(expected)) << name;
  }
  EXPECT_EQ(between.find("body.journal.x")->values[0], middle.x.R[0].x());
}

/// Asks to stop once a share of the work is done.
class StopAfter final : public Observer {
 public:
  void begin(const std::string&, const std::string&) override {}
  void advance(double done) override { stopped_ |= done > 0.505; }
  void end(const std::string&) override {}
  void note(const std::string&) override {}
  void warn(const std::string&) override {}
  bool cancelled() const override { return stopped_; }

 private:
  bool stopped_ = false;
};

TEST(TransientStage, AStoppedRunKeepsTheCurvesRecordedSoFar) {
  TextRun run(pulled_mass +
              "[[stage]]\nname = 'pull'\ntype = 'transient'\nduration = '1 s'\nstep = '10 ms'\nsamples = 100\n");
  StopAfter observer;
  run.results.push_back(run_mechanism_stage(run.model.stages[0], run.run, {}, observer));
  EXPECT_EQ(run.results.back().record.status, StageStatus::stopped);
  const VectorXd t = run.curve("time");
  EXPECT_EQ(t.size(), 52);  // the start and 51 steps
  EXPECT_NEAR(t.tail(1)[0], 0.51, 1e-9);
}

}  // namespace
}  // namespace trunnion
