// Runs that are killed without warning: what is on disk can be read, and a restart ends where an unharmed run ends.
// TRUNNION_KILLS sets how often the run is killed (2 in the tests, 10 in `make soak`).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>

#include "mechanism_text.h"
#include "support/command.h"
#include "support/h5py.h"
#include "support/paths.h"
#include "support/run_program.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

// A crank that a motor drives against a sprung and damped slider; small steps make it long enough to be killed.
const std::string model_text = testing::slider_crank_text() + R"([[measure]]
name = "turn"
kind = "angle"
between = ["crank", "ground"]
[[measure]]
name = "speed"
kind = "angular_speed"
between = ["crank", "ground"]
[[force]]
name = "buffer"
type = "spring"
between = ["slider", "rail"]
stiffness = "2 N/mm"
damping = "20 N.s/m"
free_length = "300 mm"
[[load]]
name = "motor"
on = "crank"
direction = [0, 0, 1]
torque = true
size = "4 N.m - 0.05 N.m.s*speed"
[[stage]]
name = "run"
type = "transient"
duration = "600 ms"
samples = 300
accuracy = 1e-3
checkpoint_every = "100 ms"
)";

int kills() {
  const char* text = std::getenv("TRUNNION_KILLS");
  return text ? std::atoi(text) : 2;
}

// Reads the results as a user would, at any moment.
void expect_readable(const fs::path& out) {
  if (!fs::exists(out / "results.h5")) return;  // killed before anything could be written
  const std::string answer = testing::run_python(out, R"(
import h5py, json
with h5py.File('results.h5') as f:
    record = json.loads(f['record'][()])
    if 'curves/run' in f:
        t = f['curves/run/time'][()]
        f['curves/run/joint.main.force'][()]
        assert len(t) == len(f['curves/run/measure.turn'][()]) > 0
json.load(open('summary.json')) if __import__('os').path.exists('summary.json') else None
print('readable')
)");
  EXPECT_NE(answer.find("readable"), std::string::npos) << answer;
}

double last_value(const fs::path& out, const std::string& curve) {
  return std::stod(testing::run_python(
      out, fmt::format("import h5py\nprint(repr(float(h5py.File('results.h5')['curves/run/{}'][-1])))\n", curve)));
}

TEST(Restart, AKilledRunLeavesReadableFilesAndEndsLikeAnUnharmedOne) {
  const fs::path folder = testing::fresh_folder("restart");
  const fs::path file = folder / "restart.toml", whole = folder / "whole", killed = folder / "killed";
  std::ofstream(file) << model_text;
  const auto begin = std::chrono::steady_clock::now();
  const auto unharmed = testing::run_program({"run", file, "--out", whole});
  ASSERT_EQ(unharmed.status, 0) << unharmed.out << unharmed.err;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  std::mt19937 dice(20261115);
  const std::string command =
      fmt::format("{} run {} --quiet --out {}", testing::program().string(), file.string(), killed.string());
  for (int k = 0; k < kills(); ++k) {
    const double after = seconds / (kills() + 1) * std::uniform_real_distribution(0.6, 1.4)(dice);
    testing::run_command(fmt::format("timeout -s KILL {:.3f} {}{}", after, command, k > 0 ? " --restart" : ""));
    expect_readable(killed);
  }
  const auto rest = testing::run_program({"run", file, "--out", killed, "--restart"});
  ASSERT_EQ(rest.status, 0) << rest.out << rest.err;
  expect_readable(killed);

  // Tolerance of the integration: 1e-10 m a step at accuracy 1e-3, some thousand steps.
  for (const char* curve : {"body.slider.x", "measure.turn", "measure.speed"})
    EXPECT_NEAR(last_value(killed, curve), last_value(whole, curve), 1e-5) << curve;
  EXPECT_NEAR(last_value(killed, "energy.supplied"), last_value(whole, "energy.supplied"), 1e-4);
  // The balances of the restarted run look back over all of it, not only over what came after the last kill.
  const auto a = testing::read_quantities(whole / "summary.json"),
             b = testing::read_quantities(killed / "summary.json");
  EXPECT_NEAR(b.at("energy_balance_error"), a.at("energy_balance_error"), 0.2 * a.at("energy_balance_error") + 1e-9);
  EXPECT_NEAR(b.at("peak_bearing_force"), a.at("peak_bearing_force"), 1e-4 * a.at("peak_bearing_force"));
}

TEST(Restart, OfAChangedModelIsRefusedWithASentence) {
  const fs::path folder = testing::fresh_folder("restart-changed");
  const fs::path file = folder / "restart.toml", out = folder / "out";
  std::string text = model_text;
  text.replace(text.find("duration = \"600 ms\""), 19, "duration = \"20 ms\"");
  std::ofstream(file) << text;
  ASSERT_EQ(testing::run_program({"run", file, "--out", out}).status, 0);
  const auto again = testing::run_program({"run", file, "--out", out, "--restart", "--set", "rigid_body.0.mass=2 kg"});
  EXPECT_NE(again.status, 0);
  EXPECT_NE((again.out + again.err).find("run without --restart"), std::string::npos) << again.out << again.err;
}

}  // namespace
}  // namespace trunnion
