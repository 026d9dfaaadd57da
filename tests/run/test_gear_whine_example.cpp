// The example of gear whine as a user runs it, gears meshed coarsely: two rotors on flexible shafts run up through the
// resonance of their mesh; dynamic against static transmission error, and where contact is lost.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

constexpr double brake = 100, duration = 0.4;                         // [N m], [s]
const double base = 67.5e-3 * std::cos(20 * pi / 180);                // of the wheel [m]
constexpr double last_frequency = 30 * 9000.0 / 60;                   // of the mesh [Hz]
const double shaft = 7850 * pi / 2 * 0.12 * std::pow(18e-3, 4);       // of the wheel's shaft [kg m^2]
const double inertia = 1.1e-2 + 4e-2 + shaft;                         // wheel, brake and shaft
const double acceleration = 2 * pi * last_frequency / 45 / duration;  // of the wheel [rad/s^2]
/// What the teeth carry while the rotors speed up [N m].
const double torque = brake + inertia * acceleration;

RunResult run_whine(const std::string& damping, std::vector<std::string> stages) {
  RunOptions options;
  options.model_file = source_dir() / "examples" / "gear-whine" / "gear-whine.toml";
  options.out = fresh_folder("gear-whine-example-" + damping.substr(0, 4));
  options.stages = std::move(stages);
  options.set = {{"flank_size", "0.3 mm"},
                 {"damping", damping},
                 {"stage.0.torque", fmt::format("{} N.m", torque)}};  // the static error under what the teeth carry
  RunResult result = run_model(options);
  EXPECT_TRUE(result.success());
  return result;
}

double quantity_of(const RunResult& result, const std::string& name) {
  const Quantity* found = find_quantity(result.record, name);
  EXPECT_TRUE(found && found->value) << name;
  return found ? found->value.value_or(NAN) : NAN;
}

VectorXd column(const RunResult& result, const std::string& group, const std::string& name) {
  for (const NamedArray& array : result.arrays.at(group))
    if (array.name == name) return array.values.col(0);
  ADD_FAILURE() << "no " << name << " in " << group;
  return VectorXd::Zero(1);
}

/// The mode that moves the teeth most has most of their damping; of those that the mesh can excite [Hz].
double mesh_mode(const RunResult& damped) {
  double frequency = 0, most = 0;
  for (int k = 1; k <= 30; ++k) {
    const double f = quantity_of(damped, fmt::format("modes.{}.frequency", k)),
                 ratio = quantity_of(damped, fmt::format("modes.{}.damping", k));
    if (f > last_frequency || ratio < most) continue;
    most = ratio;
    frequency = f;
  }
  return frequency;
}

const std::string mesh = "gear_pair.mesh.";

TEST(GearWhineExample, NearItsResonanceTheMeshMultipliesTheStaticErrorAndLosesContactAndAwayFromItNeither) {
  const RunResult result = run_whine("800 N.s/m", {});
  const double mode = mesh_mode(run_whine("4000 N.s/m", {"load", "about the load"}));
  // First order of the mesh: 30 per turn of the pinion.
  const std::string orders = "orders/run-up/" + mesh + "transmission_error";
  const VectorXd frequency = column(result, orders, "speed") * 30 / (2 * pi), first = column(result, orders, "cuts");
  const double still = base * column(result, "orders/static error/transmission_error", "amplitude")[0];
  double slow = 0, one_mass = 0, peak = 0;
  int count = 0;
  for (Index i = 0; i < frequency.size(); ++i) {
    const double ratio = frequency[i] / mode;
    if (ratio < 0.35) {
      slow += first[i];
      one_mass += still / (1 - ratio * ratio);
      ++count;
    }
    if (std::abs(ratio - 0.95) < 0.1) peak = std::max(peak, first[i]);
  }
  ASSERT_GT(count, 3);
  record({.group = "Examples",
          .name = "gear whine, transmission error of the first order far below the mesh resonance [m]",
          .reference = "mesh cycle under the torque that brakes and speeds the wheel up, one mass on its teeth",
          .reference_value = one_mass / count,
          .value = slow / count,
          .error = relative_error(slow, one_mass),
          .allowed = 0.12,
          .why = "modes of the shafts between 0.6 and 1.4 kHz, which one mass has not",
          .inside = true});
  EXPECT_GT(peak, 5 * still);
  EXPECT_NEAR(peak, first.maxCoeff(), 1e-12);
  const VectorXd f = column(result, "curves/run-up", mesh + "mesh_frequency"),
                 force = column(result, "curves/run-up", mesh + "force");
  const double settled = force.tail(force.size() / 2).mean();
  record({.group = "Examples",
          .name = "gear whine, mean mesh force of the run-up [N]",
          .reference = "brake and inertia of what the wheel drives, over its base radius",
          .reference_value = torque / base,
          .value = settled,
          .error = relative_error(settled, torque / base),
          .allowed = 0.01,
          .why = "the mean is not over whole swings of the shafts"});
  // Free flight softens the teeth, so the band leans to lower speeds; a second one is where the second order of the
  // mesh meets the same mode.
  long lost = 0, at_half = 0, elsewhere = 0, in_band = 0;
  for (Index i = 0; i < f.size(); ++i) {
    const double ratio = f[i] / mode;
    const bool band = ratio > 0.85 && ratio<1.05, half = ratio> 0.42 && ratio < 0.53;
    in_band += band ? 1 : 0;
    if (force[i] != 0) continue;
    ++(band ? lost : half ? at_half : elsewhere);
  }
  EXPECT_GT(double(lost), 0.05 * double(in_band));
  EXPECT_GT(lost, at_half);
  EXPECT_EQ(elsewhere, 0);
  EXPECT_LT(quantity_of(result, "energy_balance_error"), 1e-4);
}

TEST(GearWhineExample, WithDampingContactIsKeptAndTheLargestForceIsMetAtTheMeshMode) {
  const RunResult damped = run_whine("4000 N.s/m", {});
  const double mode = mesh_mode(damped),
               peak = quantity_of(damped, "orders." + mesh + "force.30.peak_speed") * 30 / (2 * pi);
  EXPECT_EQ(quantity_of(damped, mesh + "time_without_contact_percent"), 0);
  record({.group = "Examples",
          .name = "gear whine with strong damping, mesh frequency of the largest force [Hz]",
          .reference = "mode of the shafts on their teeth about the load",
          .reference_value = mode,
          .value = peak,
          .error = relative_error(peak, mode),
          .allowed = 0.04,
          .why = "a tenth of critical damping; stretches of the order analysis are 1.3 % apart",
          .inside = true});
}

}  // namespace
}  // namespace trunnion
