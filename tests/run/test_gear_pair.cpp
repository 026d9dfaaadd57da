// The gear pair from its model file: numbers of the example, and what is said about gears that do not work.

#include <gtest/gtest.h>

#include <fstream>

#include "gears/reference_gears.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using namespace testing;

const auto example = source_dir() / "examples" / "gear-pair" / "gear-pair.toml";

TEST(GearPairExample, NumbersAreThoseOfTheReferenceOnThisMesh) {
  const auto out = fresh_folder("gear-pair");
  const ProgramResult result = run_program({"run", example.string(), "--quiet", "--out", out.string(), "--set",
                                            "flank_size=0.002 in", "--set", "bulk_size=0.01 in"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto q = read_quantities(out / "summary.json");
  const auto check = [&](const std::string& name, double expected, double allowed, const std::string& why) {
    record({.group = "Examples",
            .name = "gear pair at 0.002 in, " + name,
            .reference = "independent program, extrapolated over meshes, or closed form",
            .reference_value = expected,
            .value = q.at(name),
            .error = relative_error(q.at(name), expected),
            .allowed = allowed,
            .why = why});
  };
  const std::string coarse = "elements of 0.002 in at the flanks, 0.01 in inside";
  check("transmission_error_mean", 693.3e-6, 0.012, coarse);
  check("transmission_error_peak_to_peak", 338.8e-6, 0.015, coarse);
  check("normal_load_single_contact", 1196.99 * pound, 5e-4, "tolerance of the reference");
  check("input_torque_at_pitch_point", 1000 * pound_inch, 5e-4, "the lag shifts the load");
  check("contact_ratio", 1.220092, 1e-6, "digits of the reference");
  check("contact_ratio_loaded", 1.375, 5e-3, "digits of the reference");
  check("frictionless.transmission_error_mean", 680.9e-6, 0.012, coarse);
  check("frictionless.normal_load_single_contact", 1064.178 * pound, 5e-4, "the lag shifts the load");
  check("light-frictionless.normal_load_single_contact", 106.4178 * pound, 5e-4, "the lag shifts the load");
  EXPECT_LT(q.at("load_sum_deviation_percent"), 0.05);
  EXPECT_LT(q.at("wall_s_per_position"), 0.04);  // a cycle of 50 positions in 2 s
  EXPECT_GT(q.at("light.transmission_error_mean"), 70e-6);
  EXPECT_LT(q.at("light.transmission_error_mean"), 80e-6);
}

std::string message_for(const std::vector<std::string>& set) {
  std::vector<std::string> arguments{"check", example.string(), "--quiet"};
  for (const std::string& s : set) arguments.insert(arguments.end(), {"--set", s});
  const ProgramResult result = run_program(arguments);
  return fmt::format("{} {}", result.status, result.err);
}

TEST(GearPairExample, GearsThatCannotWorkAreToldBeforeAnythingIsSolved) {
  EXPECT_NE(message_for({"gear_pair.0.center_distance=1.9 in"}).find("teeth overlap by"), std::string::npos);
  EXPECT_NE(message_for({"gear_pair.0.center_distance=2.2 in"}).find("do not meet"), std::string::npos);
  EXPECT_NE(message_for({"gear.1.diametral_pitch=12 1/in"}).find("base pitches differ"), std::string::npos);
  EXPECT_NE(message_for({"gear.0.addendum=0.04 in", "gear.1.addendum=0.04 in"}).find("below 1"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
