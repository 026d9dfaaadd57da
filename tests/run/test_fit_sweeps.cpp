// What pages show of a sweep over a motion or a parameter: pictures, the error indicator and rolled-out fits lie over
// what is varied, not over time.

#include <gtest/gtest.h>

#include <cmath>

#include "run/hub_on_shaft.h"
#include "run/mechanism_text.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/frame_labels.h"

namespace trunnion {
namespace {

using testing::coarse;
using testing::held_hub_on_shaft;
using testing::quantity;
using testing::replaced;
using testing::run_fit;

using Labels = std::vector<std::string>;

TEST(FrameLabels, SayWhatIsVariedInOneUnitOfThePage) {
  EXPECT_EQ(frame_labels({"time", "s"}, {0, 0.0123456}), (Labels{"0 s", "0.01235 s"}));
  EXPECT_EQ(frame_labels({"turn", "rad"}, {0, 0.004, 0.008}), (Labels{"turn 0°", "turn 0.229°", "turn 0.458°"}));
  EXPECT_EQ(frame_labels({"speed", "rad/s"}, {0, 900 * M_PI / 30}), (Labels{"speed 0 rpm", "speed 900 rpm"}));
  EXPECT_EQ(frame_labels({"way", "m"}, {5e-6, 2e-3}), (Labels{"way 0.00500 mm", "way 2 mm"}));
  EXPECT_EQ(frame_labels({"share", ""}, {0.25}), Labels{"share 0.250"});
}

std::vector<const Scene*> scenes_of(const RunResult& result, const std::string& stage) {
  std::vector<const Scene*> found;
  for (const Scene& scene : result.record.scenes)
    if (scene.name.starts_with(stage)) found.push_back(&scene);
  return found;
}

const Curve& indicator_curve(const RunResult& result) {
  for (const Curve& curve : result.record.curves)
    if (curve.title == "How far are the pressures of fits off?") return curve;
  throw std::runtime_error("no curve of the error indicator");
}

TEST(FitSweep, PicturesAndTheErrorIndicatorLieOverTheMotionThatIsVaried) {
  const RunResult result = run_fit(coarse(held_hub_on_shaft()) + R"toml([[joint]]
name = "guide"
type = "revolute"
between = ["pair.C", "ground"]
[[motion]]
name = "turn"
between = ["pair.C", "ground"]
angle = "0 rad"
[[stage]]
name = "shrink"
type = "static"
[[stage]]
name = "turned"
type = "sweep"
motion = "turn"
first = "0 mrad"
last = "0.8 mrad"
samples = 3
)toml");
  ASSERT_TRUE(result.success());
  const std::vector<const Scene*> scenes = scenes_of(result, "turned");
  ASSERT_EQ(scenes.size(), 2U);  // in space, and rolled out
  for (const Scene* scene : scenes) {
    EXPECT_EQ(scene->over, "turn") << scene->name;
    ASSERT_EQ(scene->frames.size(), 3U);
    EXPECT_EQ(scene->frames[1].label, "turn 0.0229°") << scene->name;
    EXPECT_NEAR(scene->frames[1].value, 0.4e-3, 1e-12);
  }
  for (const Scene* scene : scenes_of(result, "shrink")) EXPECT_EQ(scene->over, "") << scene->name;
  const Curve& indicator = indicator_curve(result);
  EXPECT_EQ(indicator.x.label, "turn");
  EXPECT_EQ(indicator.x.unit, "rad");
  EXPECT_NEAR(indicator.series.front().x[2], 0.8e-3, 1e-12);
}

// Each position has a fit of its own: neither pictures nor the indicator may take that of the last one for all.
TEST(FitSweep, OverTheInterferenceEachPositionIsShownAndJudgedWithItsOwn) {
  const std::string text = "[parameters]\nsize = \"10 um\"\n" +
                           replaced(coarse(held_hub_on_shaft()), "interference = \"0.025 mm\"",
                                    "interference = \"${size}\"\nbasis_interference = \"0.025 mm\"") +
                           "[[load]]\nname = \"belt\"\non = \"pair.C\"\ndirection = [0, 1, 0]\nsize = \"20 kN\"\n";
  const std::string sweep =
      "[[stage]]\nname = \"sizes\"\ntype = \"sweep\"\nparameter = \"size\"\nfirst = \"10 um\"\nlast = \"30 um\"\n"
      "samples = 3\n";
  const RunResult result = run_fit(text + sweep);
  ASSERT_TRUE(result.success());
  const RunResult alone = run_fit(text + "[[stage]]\nname = \"alone\"\ntype = \"static\"\n");
  ASSERT_TRUE(alone.success());
  for (const Scene* scene : scenes_of(result, "sizes")) {
    EXPECT_EQ(scene->frames[0].label, "size 0.0100 mm") << scene->name;
    double shown = 0;
    for (const BodyFrame& body : scene->frames[0].bodies)
      for (const NodeField& field : body.fields)
        if (field.name == "contact pressure")
          for (const double p : field.values.reshaped()) shown = std::max(shown, std::isnan(p) ? 0 : p);
    const double largest = quantity(alone, "alone.seat.max_pressure");
    EXPECT_LE(shown, 1.01 * largest) << scene->name << ": pictures show means of nearby points";
    EXPECT_GE(shown, 0.8 * largest) << scene->name;
  }
  EXPECT_NEAR(indicator_curve(result).series.front().y[0], quantity(alone, "alone.pair.error_indicator_percent"),
              1e-3 * indicator_curve(result).series.front().y[0])
      << "equilibria end at 1e-9 of their forces";
}

TEST(FitPictures, FrictionPowerIsTheMeanSinceTheInstantBefore) {
  MeanPower power;
  FitField first, second;
  first.work = Eigen::Vector2d(1, 2);
  second.work = Eigen::Vector2d(3, 2);
  power.add(0.1, first);
  power.add(0.5, second);
  EXPECT_TRUE(first.power.isZero(0));
  EXPECT_NEAR(second.power[0], 5, 1e-12);
  EXPECT_EQ(second.power[1], 0);
}

}  // namespace
}  // namespace trunnion
