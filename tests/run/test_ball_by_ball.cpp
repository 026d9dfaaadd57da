// Ball bearings whose balls are bodies: loads, speeds and energies of the bearing of eight balls, cages, and what the
// five-coordinate model of the same bearing says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "mechanism_text.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/math/amplitude_spectrum.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::TextRun;

constexpr double D = 7.9375e-3, d_m = 39e-3, speed = 104.719755;

void measured(const std::string& what, double value, double reference, double allowed, const char* why) {
  testing::record({"Rolling bearings", what, "independent program, fixed steps of 0.1 to 1 us", reference, value,
                   testing::relative_error(value, reference), allowed, why});
}

/// Inner ring on a plane, driven at 1000 rpm, in a bearing of eight balls.
std::string bearing_text(const std::string& clearance, const std::string& more = "",
                         const std::string& fidelity = "ball-by-ball") {
  return fmt::format(R"(
[model]
name = "t"
[[rigid_body]]
name = "ring"
mass = "0.15 kg"
inertia = ["2.5e-5 kg.m^2", "2.5e-5 kg.m^2", "1.2e-5 kg.m^2"]
[[motion]]
name = "drive"
between = ["ring", "ground"]
angular_speed = "1000 rpm"
[[bearing]]
name = "main"
type = "ball"
fidelity = "{}"
between = ["ring", "ground"]
balls = 8
ball_diameter = "7.9375 mm"
pitch_diameter = "39 mm"
inner_groove_radius = "4.1275 mm"
outer_groove_radius = "4.1275 mm"
diametral_clearance = "{}"
damping = "hunt-crossley"
damping_factor = "0.75 s/m"
{}
)",
                     fidelity, clearance, more);
}

const std::string free_ring = R"(
[[joint]]
name = "guide"
type = "planar"
between = ["ring", "ground"]
[[force]]
name = "damping"
type = "bushing"
between = ["ring", "ground"]
translation_damping = ["200 N.s/m", "200 N.s/m", "0 N.s/m"]
)";
const std::string fixed_axis = "[[joint]]\nname = \"axis\"\ntype = \"revolute\"\nbetween = [\"ring\", \"ground\"]\n";

std::string load_text(double newton, const std::string& more = "") {
  return fmt::format("[[load]]\non = \"ring\"\ndirection = [1, 0, 0]\nsize = \"{} N\"\n{}", newton, more);
}
const std::string statics = "[[stage]]\nname = \"load\"\ntype = \"static\"\n";
std::string run_text(const std::string& duration, int samples = 400) {
  return fmt::format("[[stage]]\nname = \"run\"\ntype = \"transient\"\nduration = \"{}\"\nsamples = {}\n", duration,
                     samples);
}

double last(const TextRun& run, const std::string& curve) {
  const VectorXd values = run.curve(curve);
  return values[values.size() - 1];
}

TEST(BallByBall, StaticRadialLoadsAreThoseOfTheSumOverTheBalls) {
  struct Case {
    const char* clearance;
    double force, place, displacement, load;
  };
  for (const Case& c : {Case{"0 um", 500, 0, 9.54311e-6, 271.607}, Case{"0 um", 500, 22.5, 9.60885e-6, 243.689},
                        Case{"0 um", 2000, 0, 24.04712e-6, 1086.427}, Case{"10 um", 500, 0, 15.46111e-6, 311.725},
                        Case{"-4 um", 500, 0, 7.16023e-6, 255.426}}) {
    TextRun run(bearing_text(c.clearance, fmt::format("cage_start = \"{} deg\"\n", c.place)) + free_ring +
                load_text(c.force) + statics);
    run.all();
    const std::string name = fmt::format("{} N, clearance {}, ball at {} degrees", c.force, c.clearance, c.place);
    measured("static displacement, " + name, last(run, "bearing.main.x"), c.displacement, 2 * c.displacement / d_m,
             "terms of second order: displacement over pitch radius");
    measured("static load of the first ball, " + name, last(run, "bearing.main.ball_load"), c.load,
             2 * c.displacement / d_m, "terms of second order: displacement over pitch radius");
    EXPECT_NEAR(last(run, "bearing.main.fx"), -c.force, 1e-6 * c.force);
    const double load = last(run, "bearing.main.ball 1 inner.load"),
                 pressure = last(run, "bearing.main.ball 1 inner.pressure");
    const double area =
        pi * last(run, "bearing.main.ball 1 inner.semi_axis_a") * last(run, "bearing.main.ball 1 inner.semi_axis_b");
    EXPECT_NEAR(1.5 * load / area, pressure, 1e-9 * pressure) << "the ellipse carries the load";
  }
}

TEST(BallByBall, PreloadedBallsTakeUpTheirSpinAndSettleAtTheElasticCageSpeed) {
  TextRun run(bearing_text("-4 um", "spin_start = \"none\"\n") + fixed_axis + run_text("0.05 s"));
  run.all();
  measured("cage speed, preloaded by 4 um, from no spin", last(run, "bearing.main.cage_speed"), 41.704754, 1e-6,
           "settled after 0.05 s");
  measured("spin of a ball, from no spin", last(run, "body.main.ball 3.wz"), -204.93670, 1e-5, "settled after 0.05 s");
  measured("inner load, preloaded and turning", last(run, "bearing.main.ball 3 inner.load"), 26.02467, 1e-3,
           "tolerance of the integration");
  measured("outer load, preloaded and turning", last(run, "bearing.main.ball 3 outer.load"), 26.09394, 1e-3,
           "tolerance of the integration");
  measured("loss until the balls roll", last(run, "energy.dissipated"), 2.16178e-3, 1e-2,
           "tolerance of the integration");
  measured("work put in until the balls roll", last(run, "energy.supplied"), 4.32393e-3, 1e-2,
           "tolerance of the integration");
  EXPECT_LT(run.quantity("energy_balance_error"), 1e-4);
}

struct Passing {
  const char* clearance;
  double least, largest, cage;  // [m], [m], [rad/s]
};
class RingUnderLoad : public ::testing::TestWithParam<Passing> {};

TEST_P(RingUnderLoad, MovesBetweenItsStaticExtremesAsBallsPass) {
  const Passing p = GetParam();
  TextRun run(bearing_text(p.clearance) + free_ring + load_text(500) + statics + run_text("0.15 s", 600));
  run.all();
  const VectorXd x = run.curve("bearing.main.x");
  const std::string name = std::string(", 500 N, clearance ") + p.clearance;
  measured("least way of the ring" + name, x.minCoeff(), p.least, 1e-3, "tolerance of the reference");
  measured("largest way of the ring" + name, x.maxCoeff(), p.largest, 1e-3, "tolerance of the reference");
  measured("cage speed" + name, run.curve("bearing.main.cage_speed").mean(), p.cage, 3e-4,
           "mean over a quarter of the reference's time");
  EXPECT_LT(run.quantity("energy_balance_error"), 1e-4);
  const double pass = 8 * 0.5 * speed * (1 - D / d_m) / (2 * pi);
  EXPECT_NEAR(run.quantity("bearing.main.outer_pass_line"), pass, 0.5 / 0.15) << "varying compliance";
  if (p.clearance[0] == '0')
    measured("largest ball load" + name, run.curve("bearing.main.ball_load").maxCoeff(), 271.67, 1e-3,
             "tolerance of the reference");
}
INSTANTIATE_TEST_SUITE_P(Clearances, RingUnderLoad,
                         ::testing::Values(Passing{"0 um", 9.5434e-6, 9.6113e-6, 41.69865},
                                           Passing{"10 um", 15.461e-6, 15.625e-6, 41.68790},
                                           Passing{"-4 um", 7.1181e-6, 7.1622e-6, 41.70282}));

TEST(BallByBall, TurningLoadIsPassedAtTheFrequencyOfTheInnerRace) {
  // A load that turns with the ring: balls pass it at the rate of the inner race. Clearance makes the passing strong.
  TextRun run(bearing_text("10 um") + free_ring + load_text(500, "own_axes = true\n") + statics +
              run_text("0.2 s", 1000));
  run.all();
  const VectorXd x = run.curve("bearing.main.x"), y = run.curve("bearing.main.y");
  std::vector<double> radius;
  for (Index k = 0; k < x.size(); ++k) radius.push_back(std::hypot(x[k], y[k]));
  const double pass = 8 * 0.5 * speed * (1 + D / d_m) / (2 * pi);
  EXPECT_NEAR(peak_frequency(amplitude_spectrum(radius, 0.2 / 1000), 0.8 * pass, 1.2 * pass), pass, 0.5 / 0.2);
  const double spin = speed * d_m / (2 * D) * (1 - D * D / (d_m * d_m));
  EXPECT_NEAR(std::abs(run.curve("body.main.ball 1.wz").mean()) + 41.7, spin, 2e-3 * spin)
      << "against the line to the axis";
}

TEST(BallByBall, FiveCoordinatesGiveTheSameStiffnessAtRest) {
  for (const char* angle : {"0 deg", "15 deg"}) {
    const std::string more = std::string("contact_angle = \"") + angle + "\"\nangle = \"free\"\nsum = \"balls\"\n";
    const std::string axial =
        std::string(angle) == "0 deg" ? "" : "[[load]]\non = \"ring\"\ndirection = [0, 0, 1]\nsize = \"300 N\"\n";
    const std::string axes =
        "[[joint]]\nname = \"upright\"\ntype = \"parallel-axes\"\nbetween = [\"ring\", \"ground\"]\n";
    const std::string rest = (axial.empty() ? free_ring : axes + axial) + load_text(200) + statics;
    TextRun balls(bearing_text("-2 um", more) + rest), rings(bearing_text("-2 um", more, "five-dof") + rest);
    balls.all();
    rings.all();
    for (const char* what : {"body.ring.x", "body.ring.z"}) {
      if (axial.empty() && what[10] == 'z') continue;
      const double a = last(balls, what), b = last(rings, what);
      testing::record(
          {"Rolling bearings", fmt::format("{} ball by ball against five coordinates, contact angle {}", what, angle),
           "five-coordinate model", b, a, testing::relative_error(a, b), 5e-3,
           "coefficients follow the curvatures of the deflected contact, which five coordinates keep", true});
    }
  }
}

// A preloaded bearing whose balls take up their spin: what they lose until they roll, at fixed steps.
TEST(BallByBall, LossUntilBallsRollConvergesWithTheSquareOfTheStep) {
  std::array<double, 3> loss{};
  for (std::size_t k = 0; k < 3; ++k) {
    TextRun run(bearing_text("-4 um", "spin_start = \"none\"\n") + fixed_axis + run_text("2 ms", 10) +
                fmt::format("step = \"{} us\"\n", 10 / std::pow(2, k)));
    run.all();
    loss[k] = last(run, "energy.dissipated");
  }
  const double order = std::log2((loss[0] - loss[1]) / (loss[1] - loss[2]));
  testing::record({.group = "Rolling bearings",
                   .name = "order of convergence of the loss until the balls roll, steps of 10, 5 and 2.5 us",
                   .reference = "generalized-alpha, shortfall as error",
                   .reference_value = 2,
                   .value = order,
                   .error = std::max(0.0, 2 - order),
                   .allowed = 0.1,
                   .why = "finite steps"});
  measured("loss until the balls roll, extrapolated to a step of zero", loss[2] - (loss[1] - loss[2]) / 3, 2.16178e-3,
           1e-4, "six digits of the reference; next power of the step");
}

TEST(BallByBall, SpacerKeepsTheBallsApartAndABodyCageRunsAlong) {
  for (const char* cage :
       {"cage = \"spacer\"\n", "cage = \"body\"\ncage_mass = \"10 g\"\npocket_clearance = \"50 um\"\n"}) {
    TextRun run(bearing_text("10 um", cage) + free_ring + load_text(500) + statics + run_text("0.06 s", 200));
    run.all();
    const bool spacer = std::string(cage).find("spacer") != std::string::npos;
    const auto place = [&](int ball) {
      const std::string name = fmt::format("body.main.ball {}.", ball);
      return std::atan2(last(run, name + "y"), last(run, name + "x"));
    };
    for (int k = 2; k <= 8; ++k)
      EXPECT_NEAR(std::remainder(place(k) - place(1) - 2 * pi * (k - 1) / 8, 2 * pi), 0,
                  spacer ? 1e-8 : 2.5 * 50e-6 / (d_m / 2))
          << k;
    EXPECT_NEAR(run.curve("bearing.main.cage_speed").mean(), 41.7, 0.05);
    if (!spacer) {
      EXPECT_NEAR(last(run, "body.main.cage.wz"), 41.7, 1);
    }
    EXPECT_LT(run.quantity("energy_balance_error"), 1e-3);
  }
}

TEST(BallByBall, GothicArchCarriesOnFourPoints) {
  TextRun run(bearing_text("0 um", "inner_race = \"gothic\"\nouter_race = \"gothic\"\nshim = \"30 um\"\n") + free_ring +
              load_text(500) + statics + run_text("0.02 s", 100));
  run.all();
  EXPECT_NEAR(last(run, "bearing.main.fx"), -500, 10);
  EXPECT_GT(std::abs(last(run, "bearing.main.ball 1 outer.contact_angle")), 0.1) << "flanks, not the bottom";
}

TEST(BallByBall, InputsThatDoNotGoTogetherAreRefusedWithTheirReason) {
  struct Case {
    const char *more, *expected;
  };
  for (const Case& c :
       {Case{"ball_stiffness = \"1e10 N/m^1.5\"\n", "inner_stiffness"}, Case{"cage = \"body\"\n", "cage_mass"},
        Case{"inner_race = \"gothic\"\n", "shim"}, Case{"inner_stiffness = \"1e10 N/m^1.5\"\n", "law"},
        Case{"inner_race = \"cone\"\n", "cone_angle"}, Case{"pressure_radius = \"5 mm\"\n", "contact angles"}}) {
    try {
      TextRun run(bearing_text("0 um", c.more) + free_ring + statics);
      ADD_FAILURE() << c.more;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(c.expected), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(TextRun(bearing_text("0 um", "cage = \"spacer\"\n", "five-dof") + free_ring + statics), InputError);
}

}  // namespace
}  // namespace trunnion
