// Loads that depend on what joints and springs carry, and measured accelerations.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mechanism_text.h"
#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using testing::TextRun;

constexpr double g = 9.81, mass = 2;

// A mass on a rail along x, under gravity.
std::string slide(const std::string& start) {
  return "[model]\nname = 'measured'\ngravity = ['0 m/s^2', '0 m/s^2', '-9.81 m/s^2']\n" +
         testing::body_text("mass", "['0.1 m', '0 m', '0 m']", start) + "\n" + testing::guide_text("mass") + R"(
[[marker]]
name = "anchor"
body = "ground"
position = ["-1 m", "0 m", "0 m"]
x = [0, 0, 1]
z = [1, 0, 0]
[[measure]]
name = "N"
kind = "force"
of = "guide"
)";
}

std::string load(const std::string& size, const std::string& direction) {
  return fmt::format("[[load]]\nname = 'drag'\non = 'mass'\ndirection = {}\nsize = '{}'\n", direction, size);
}

std::string half_second(const std::string& more) {
  return "[[stage]]\nname = 'run'\ntype = 'transient'\nduration = '0.5 s'\nsamples = 50\n" + more + "\n";
}

const std::string running = "velocity = ['3 m/s', '0 m/s', '0 m/s']";
const std::string down_and_back = "[-2, 0, -1]";  // a brake that presses the mass upon its rail

class MeasuredForces : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(BothIntegrators, MeasuredForces,
                         ::testing::Values("integrator = 'generalized-alpha'", "integrator = 'ida'\nmax_order = 5"));

// Friction f = 0.2 N that itself adds f/sqrt(5) to the reaction N: N = m g/(1 - 0.2/sqrt(5)), a = -2 f/(sqrt(5) m).
TEST_P(MeasuredForces, FrictionFromTheReactionItChangesSlowsAsByCoulomb) {
  TextRun run(slide(running) + load("0.2*N", down_and_back) + half_second(GetParam()));
  run.all();
  const double N = mass * g / (1 - 0.2 / std::sqrt(5.0)), a = -2 * 0.2 * N / (std::sqrt(5.0) * mass), t = 0.5;
  EXPECT_NEAR(run.curve("measure.N").minCoeff(), N, 1e-8 * N);
  EXPECT_NEAR(run.curve("measure.N").maxCoeff(), N, 1e-8 * N);
  EXPECT_NEAR(run.state().x.R[0].x(), 0.1 + 3 * t + 0.5 * a * t * t, 1e-8);
  EXPECT_NEAR(run.state().v[0], 3 + a * t, 1e-8);
  EXPECT_LT(run.quantity("energy_balance_error"), 1e-8);
}

// Half of the spring's own force is taken off again: the mass swings as on half of the stiffness, step by step. Along a
// rail that stands still its measured acceleration is that of the body.
TEST_P(MeasuredForces, ALoadOverTheForceOfASpringActsAsThatSpring) {
  const auto swinging = [](const std::string& stiffness, const std::string& more) {
    TextRun run(slide("") +
                "[[force]]\nname = 'spring'\ntype = 'spring'\nbetween = ['slide', 'anchor']\nfree_length = '1 m'\n"
                "stiffness = '" +
                stiffness + "'\n[[measure]]\nname = 'S'\nkind = 'force'\nof = 'spring'\ncomponent = 'z'\n" +
                "[[measure]]\nname = 'a'\nkind = 'acceleration'\nbetween = ['slide', 'rail']\n" + more +
                half_second(GetParam()));
    run.all();
    const VectorXd difference = run.curve("measure.a") - run.curve("body.mass.ax");
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-12 * run.curve("measure.a").cwiseAbs().maxCoeff());
    return run.curve("body.mass.x");
  };
  const VectorXd lightened = swinging("800 N/m", load("-0.5*S", "[1, 0, 0]")), soft = swinging("400 N/m", "");
  ASSERT_EQ(lightened.size(), soft.size());
  EXPECT_LT((lightened - soft).cwiseAbs().maxCoeff(), 1e-9);  // 0.1 m; iterations end at other roundings
}

void expect_refused(const std::string& text, const std::vector<std::string>& parts) {
  try {
    TextRun run(text);
    run.all();
    FAIL() << "accepted";
  } catch (const Error& error) {
    for (const std::string& part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << part << " in: " << error.what();
  }
}

TEST(MeasuredForcesChecks, AccelerationsInLoadsAreRefusedWithAReason) {
  expect_refused(slide("") + "[[measure]]\nname = 'a'\nkind = 'acceleration'\nbetween = ['slide', 'rail']\n" +
                     load("-1 kg*a", "[1, 0, 0]") + half_second(""),
                 {"test.toml:", "load 'drag'", "acceleration 'a'", "acts like a mass"});
}

TEST(MeasuredForcesChecks, UnknownElementsAndMixedKeysAreExplained) {
  expect_refused(slide("") + "[[measure]]\nname = 'M'\nkind = 'moment'\nof = 'guyde'\n" + half_second(""),
                 {"test.toml:", "measure 'M'", "'guyde'", "guide"});
  expect_refused(
      slide("") + "[[measure]]\nname = 'M'\nkind = 'moment'\nbetween = ['slide', 'rail']\n" + half_second(""),
      {"test.toml:", "takes 'of'"});
  expect_refused(slide("") + "[[measure]]\nname = 'w'\nkind = 'way'\nof = 'guide'\n" + half_second(""),
                 {"test.toml:", "takes 'between'"});
}

// f = 3 N presses harder than it takes: N = m g + 3 N/sqrt(5) has no solution with N > 0.
TEST(MeasuredForcesChecks, ABrakeThatJamsIsSaidToJam) {
  expect_refused(slide(running) + load("3*N", down_and_back) + half_second(""), {"depend on joint reactions", "jams"});
}

TEST(MeasuredForcesChecks, ModesAboutLoadsOverReactionsAreRefused) {
  TextRun run(slide("") + load("0.2*N", down_and_back) + "[[stage]]\nname = 'modes'\ntype = 'modes'\n");
  try {
    run.all();
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("load 'drag' depends on the reaction"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace trunnion
