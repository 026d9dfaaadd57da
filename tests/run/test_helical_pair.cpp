// The example of a helical pair as a user runs it, coarsely: where the load goes when axes do not line up, what
// crowning does about it, and that the load is what the torque asks for.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double width = 30e-3, misalignment = 20e-6, torque = 400;
constexpr double degree = std::numbers::pi / 180;

struct HelicalRun {
  RunResult result;
  double quantity(const std::string& name) const {
    const Quantity* found = find_quantity(result.record, name);
    EXPECT_TRUE(found && found->value) << name;
    return found ? found->value.value_or(NAN) : NAN;
  }
  /// Of the case of a torque, with misalignments -20, 0 and 20 um for -1, 0 and 1.
  double load_center(int of_torque, int side) const {
    return quantity("misaligned.case_" + std::to_string(2 * (side + 1) + of_torque + 1) + ".load_center");
  }
};

/// Frictionless, with light (a tenth) and whole torque; crowning of the driver as text.
HelicalRun run_helical_pair(const std::string& crowning) {
  const auto folder = source_dir() / "examples" / "helical-pair";
  RunOptions options;
  options.model_file = folder / "helical-pair.toml";
  options.out = fresh_folder("helical-pair-" + crowning.substr(0, 2));
  options.set = {{"positions", "6"},
                 {"elements", "6"},
                 {"flank_size", "1.2 mm"},
                 {"friction", "0"},
                 {"crowning", crowning},
                 {"stage.1.torques", "['40 N.m', '400 N.m']"},
                 {"stage.1.misalignments", "['-20 um', '0 um', '20 um']"}};
  HelicalRun run{run_model(options)};
  EXPECT_TRUE(run.result.success());
  return run;
}

TEST(HelicalPairExample, LoadsSumToTheTorqueAndMoveToTheSideThatClosesWhileCrowningHoldsThemInTheMiddle) {
  const HelicalRun straight = run_helical_pair("0 um"), crowned = run_helical_pair("20 um");
  // The flanks of section 10: along their normal the torque has the arm r_b2 cos b_b.
  const double transverse = std::atan(std::tan(20 * degree) / std::cos(15 * degree)),
               base = 0.5 * 31 * 4e-3 / std::cos(15 * degree) * std::cos(transverse),
               base_helix = std::asin(std::sin(15 * degree) * std::cos(20 * degree));
  const double load = torque / (base * std::cos(base_helix));
  for (const std::string stage : {"aligned", "misaligned"}) {
    double off = 0;
    for (const HelicalRun* run : {&straight, &crowned})
      for (const NamedArray& array : run->result.arrays.at("curves/" + stage))
        if (array.name == "normal_force") off = std::max(off, (array.values.array() / load - 1).abs().maxCoeff());
    record({.group = "Examples",
            .name = "helical pair, sum of all normal forces, " + stage + " [N]",
            .reference = "torque over base radius and cosine of the base helix angle",
            .reference_value = load,
            .value = load * (1 + off),
            .error = off,
            .allowed = 1e-3,
            .why = "tip corners push beside the line of action; largest over all positions, straight and crowned"});
  }
  // Positive misalignment opens +z.
  for (const HelicalRun* run : {&straight, &crowned}) {
    const double right = run->load_center(1, 1), middle = run->load_center(1, 0), left = run->load_center(1, -1);
    EXPECT_NEAR(middle, 0, 2e-3 * width);
    EXPECT_LT(right, -0.05 * width);
    EXPECT_NEAR(right, -left, 0.05 * left);
    EXPECT_EQ(run->quantity("misaligned.load_center"), right);
  }
  EXPECT_LT(std::abs(crowned.load_center(1, 1)), 0.6 * std::abs(straight.load_center(1, 1)));
  EXPECT_LT(crowned.quantity("misaligned.face_load_factor"), straight.quantity("misaligned.face_load_factor"));
  EXPECT_GT(crowned.quantity("aligned.face_load_factor"), straight.quantity("aligned.face_load_factor"));
  // 4 c (z/b)^2 + d z/b is least at -d b/(8 c).
  const double closest = -misalignment * width / (8 * 20e-6);
  record({.group = "Examples",
          .name = "helical pair, crowned and misaligned by 20 um each, load center at a tenth of the torque [m]",
          .reference = "place where the gap is least",
          .reference_value = closest,
          .value = crowned.load_center(0, 1),
          .error = std::abs(crowned.load_center(0, 1) - closest) / width,
          .allowed = 1.0 / 12,
          .why = "of the face width: half an element across it"});
  // What the whole torque adds to the contact it can only add on the side that is open.
  EXPECT_GT(crowned.load_center(1, 1), crowned.load_center(0, 1));
}

}  // namespace
}  // namespace trunnion
