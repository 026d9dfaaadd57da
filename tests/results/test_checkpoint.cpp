#include "trunnion/results/checkpoint.h"

#include <gtest/gtest.h>

#include "support/mechanisms.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/forces/spring_damper.h"

namespace trunnion {
namespace {

Mechanism driven_pendulum() {
  Mechanism m = testing::pendulum();
  const auto turn = std::make_shared<TorsionSpring>(TorsionSpring::Data{0.1, linear_law(5), linear_law(0.3)});
  m.marker_forces = {{"brake", "torsion-spring", 0, 1, turn}};
  finish(m);
  return m;
}

TEST(Checkpoint, ARunThatGoesOnFromItEndsLikeOneThatWasNeverStopped) {
  const Mechanism m = driven_pendulum();
  State whole = testing::consistent_state(m);
  ASSERT_TRUE(testing::run(m, whole, 2).finished);

  // Stopped at some accepted step on the way, as a kill would.
  const auto file = testing::fresh_folder("checkpoint") / "run.h5";
  State stopped = testing::consistent_state(m);
  TransientOptions options;
  options.end = 2;
  options.max_step = 0.1;
  Checkpoint kept;
  kept.input_hash = "abc";
  record_state(m, stopped, StageKind::transient, kept.record);
  kept.record.snapshots.push_back({stopped.t, stopped.x});
  struct Kill {};
  try {
    run_transient(m, stopped, options, {{}, [&](const State& s) {
                                          if (s.t < 0.9) return;
                                          kept.state = s;
                                          write_checkpoint(kept, file);
                                          throw Kill();
                                        }});
    FAIL();
  } catch (const Kill&) {
  }
  const auto read = read_checkpoint(file, m, "abc");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->state.t, kept.state.t);
  EXPECT_EQ(read->record.columns.size(), kept.record.columns.size());
  EXPECT_EQ(read->record.snapshots.size(), 1u);
  State rest = read->state;
  ASSERT_TRUE(run_transient(m, rest, options).finished);
  EXPECT_LT((rest.x.R[0] - whole.x.R[0]).norm(), 1e-7);
  EXPECT_NEAR(rest.dissipated_work, whole.dissipated_work, 1e-6 * whole.dissipated_work);
}

TEST(Checkpoint, OfAnotherModelIsRefused) {
  const Mechanism m = driven_pendulum();
  const auto file = testing::fresh_folder("checkpoint-other") / "run.h5";
  Checkpoint kept;
  kept.state = testing::consistent_state(m);
  kept.input_hash = "abc";
  write_checkpoint(kept, file);
  EXPECT_THROW(read_checkpoint(file, m, "xyz"), InputError);
  EXPECT_FALSE(read_checkpoint(file.parent_path() / "none.h5", m, "abc").has_value());
}

}  // namespace
}  // namespace trunnion
