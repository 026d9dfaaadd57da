// Forces and loads of the model file: laws as numbers, tables and formulas give the same physics.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "mechanism_text.h"
#include "support/paths.h"
#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::body_text;
using testing::TextRun;

const std::string weighted = "[model]\nname = 'force'\ngravity = ['0 m/s^2', '0 m/s^2', '-9.81 m/s^2']\n";
const std::string at_rest = "[[stage]]\ntype = 'static'\n";
const double weight = 2 * 9.81;

std::string hanging(const std::string& law) {
  return weighted + body_text("weight", "['0 m', '0 m', '-1 m']") +
         "[[force]]\nname = 'spring'\ntype = 'spring'\nbetween = ['weight', 'ground']\nfree_length = '1 m'\n" + law;
}

TEST(SpringLaws, NumberFormulaAndTableStretchAlike) {
  const auto folder = testing::fresh_folder("spring-laws");
  std::ofstream(folder / "spring.csv") << "elongation [mm], force [N]\n-100, -50\n0, 0\n50, 25\n100, 50\n";
  for (const char* law : {"stiffness = '500 N/m'\n", "law = '0.5 N/mm*elongation'\n", "table = 'spring.csv'\n",
                          "law = '0.5 N/mm*elongation - 7 N'\npreload = '7 N'\n"}) {
    TextRun run(hanging(law) + at_rest, folder);
    run.all();
    EXPECT_NEAR(run.state().x.R[0].z(), -1 - weight / 500, 1e-7) << law;
  }
}

TEST(SpringLaws, AHardeningSpringFindsItsRootAndKeepsItsEnergy) {
  // 500 x + 4e5 x^3 = weight, and free swinging about it keeps the energy that the law's integral says.
  TextRun run(hanging("law = '500 N/m*elongation + 4e5 N/m^3*elongation^3'\n") + at_rest +
              "[[stage]]\nname = 'swing'\ntype = 'transient'\nduration = '1 s'\nsamples = 10\ndamping = 1\n");
  run.next();
  const double x = -1 - run.state().x.R[0].z();
  EXPECT_NEAR(500 * x + 4e5 * x * x * x, weight, 1e-6);
  run.run.state.v[2] = 0.3;
  run.next();
  EXPECT_LT(run.quantity("energy_balance_error"), 1e-4);
}

TEST(SpringLaws, ADamperTableTakesAwayTheEnergyItShould) {
  // c = 4 N s/m on a mass of 2 kg: v = exp(-c t/m), along the line between the markers.
  const auto folder = testing::fresh_folder("damper");
  std::ofstream(folder / "damper.csv") << "rate [m/s], force [N]\n-2, -8\n0, 0\n2, 8\n";
  for (const char* law :
       {"damping = '4 N.s/m'\n", "damping_law = '4 N.s/m*rate'\n", "damping_table = 'damper.csv'\n"}) {
    TextRun run("[model]\nname = 'damper'\n" +
                    body_text("mass", "['1 m', '0 m', '0 m']", "velocity = ['1 m/s', '0 m/s', '0 m/s']") +
                    "[[force]]\nname = 'd'\ntype = 'spring'\nbetween = ['mass', 'ground']\n" + law +
                    "[[stage]]\ntype = 'transient'\nduration = '0.5 s'\nsamples = 10\naccuracy = 0.1\n",
                folder);
    run.all();
    EXPECT_NEAR(run.state().v[0], std::exp(-1.0), 1e-5) << law;
    EXPECT_NEAR(run.state().dissipated_work, 1 - std::exp(-2.0), 1e-5) << law;
  }
}

TEST(SpringLaws, TorsionByNumberFormulaAndTableTurnsAlike) {
  const auto folder = testing::fresh_folder("torsion");
  std::ofstream(folder / "torsion.csv")
      << "angle [degree], torque [N.m]\n-180, -31.41592653589793\n0, 0\n180, 31.41592653589793\n";
  for (const char* law : {"rotational_stiffness = '10 N.m/rad'\n", "law = '10 N.m/rad*angle'\n",
                          "table = 'torsion.csv'\n", "law = '10 N.m/rad*angle - 2 N.m'\npreload_torque = '2 N.m'\n"}) {
    TextRun run("[model]\nname = 'torsion'\n" + body_text("arm") +
                    "[[joint]]\nname = 'pin'\ntype = 'revolute'\nbetween = ['arm', 'ground']\n"
                    "[[force]]\nname = 's'\ntype = 'torsion-spring'\nbetween = ['arm', 'ground']\n" +
                    law + "[[load]]\non = 'arm'\ndirection = [0, 0, 1]\ntorque = true\nsize = '5 N.m'\n" + at_rest,
                folder);
    run.all();
    EXPECT_NEAR(std::atan2(run.state().x.A[0](1, 0), run.state().x.A[0](0, 0)), 0.5, 1e-8) << law;
  }
}

TEST(BushingModel, TheWholeMatrixActsAndTablesReplaceIt) {
  const auto folder = testing::fresh_folder("bushing");
  std::ofstream(folder / "z.csv") << "way [mm], force [N]\n-40, -20\n0, 0\n40, 20\n";
  const std::string head =
      weighted + body_text("block") + "[[force]]\nname = 'b'\ntype = 'bushing'\nbetween = ['block', 'ground']\n";
  const std::string turns = "turn_stiffness = ['100 N.m/rad', '100 N.m/rad', '100 N.m/rad']\n";
  TextRun diagonal(head + turns + "translation_stiffness = ['500 N/m', '500 N/m', '500 N/m']\n" + at_rest);
  diagonal.all();
  EXPECT_NEAR(diagonal.state().x.R[0].z(), -weight / 500, 1e-8);
  TextRun table(head + turns +
                    "translation_stiffness = ['500 N/m', '500 N/m', '0 N/m']\n"
                    "curve = [ { direction = 'z', file = 'z.csv' } ]\n" +
                    at_rest,
                folder);
  table.all();
  EXPECT_NEAR(table.state().x.R[0].z(), -weight / 500, 1e-8);
  // Pulled along z it also moves along x: K = [[500, 0, 200], [0, 500, 0], [200, 0, 500]].
  TextRun full(head + turns +
               "translation_stiffness = ['500 N/m', '0 N/m', '200 N/m', '0 N/m', '500 N/m', '0 N/m', "
               "'200 N/m', '0 N/m', '500 N/m']\n" +
               at_rest);
  full.all();
  EXPECT_NEAR(full.state().x.R[0].z(), -weight * 500 / (500 * 500 - 200 * 200), 1e-8);
  EXPECT_NEAR(full.state().x.R[0].x(), weight * 200 / (500 * 500 - 200 * 200), 1e-8);
  // Force along z over the turn about x, and so a turn when it sinks: small angles, k c / (k kr - c^2).
  TextRun coupled(head +
                  "translation_stiffness = ['5000 N/m', '5000 N/m', '5000 N/m']\nturn_stiffness = ['1000 N.m/rad', "
                  "'1000 N.m/rad', '1000 N.m/rad']\ncoupling_stiffness = ['0 N', '0 N', '0 N', '0 N', '0 N', '0 N', "
                  "'300 N', '0 N', '0 N']\n" +
                  at_rest);
  coupled.all();
  const double turn = std::atan2(coupled.state().x.A[0](2, 1), coupled.state().x.A[0](1, 1));
  EXPECT_NEAR(turn, weight * 300 / (5000 * 1000 - 300 * 300), 1e-7);
  EXPECT_THROW(TextRun(head + "translation_stiffness = ['1 N/m', '2 N/m']\n" + at_rest), InputError);
}

// The whole matrix times a damping time: each mode of M x'' + tau K x' + K x = 0 has the damping ratio tau w/2, those
// coupled by the matrix too.
TEST(BushingModel, DampingTimeDampsTheCoupledModesInProportionToTheirFrequency) {
  TextRun run("[model]\nname = 'mount'\n" + body_text("block") +
              "[[force]]\nname = 'b'\ntype = 'bushing'\nbetween = ['block', 'ground']\n"
              "translation_stiffness = ['5000 N/m', '6000 N/m', '7000 N/m']\n"
              "turn_stiffness = ['100 N.m/rad', '110 N.m/rad', '120 N.m/rad']\n"
              "coupling_stiffness = ['0 N', '200 N', '0 N', '-150 N', '0 N', '0 N', '300 N', '0 N', '100 N']\n"
              "damping_time = '0.2 ms'\n[[stage]]\ntype = 'modes'\n");
  run.all();
  for (int k = 1; k <= 6; ++k) {
    const double f = run.quantity(fmt::format("modes.{}.frequency", k)),
                 zeta = run.quantity(fmt::format("modes.{}.damping", k));
    const double w0 = 2 * pi * f / std::sqrt(1 - zeta * zeta);
    EXPECT_NEAR(zeta, 0.5 * 0.2e-3 * w0, 1e-9) << k;
  }
  EXPECT_NE(run.quantity("modes.1.frequency"), run.quantity("modes.2.frequency"));
}

TEST(RadialSpringModel, AJournalSinksByClearanceAndElasticity) {
  TextRun run(
      "[model]\nname = 'journal'\ngravity = ['0 m/s^2', '-9.81 m/s^2', '0 m/s^2']\n" + body_text("shaft") +
      "[[joint]]\nname = 'level'\ntype = 'planar'\nbetween = ['shaft', 'ground']\n"
      "[[force]]\nname = 'bearing'\ntype = 'radial-spring'\nbetween = ['shaft', 'ground']\nstiffness = '1e5 N/m'\n"
      "clearance = '20 um'\ndamping = '10 N.s/m'\n" +
      at_rest);
  run.all();
  EXPECT_NEAR(run.state().x.R[0].y(), -20e-6 - weight / 1e5, 1e-9);
}

// A load over the crank angle from a file, repeated every turn: its work over one turn is the area under the curve.
TEST(MarkerLoads, ATableOverAnAngleRepeatsAndDoesItsWork) {
  const auto folder = testing::fresh_folder("marker-load");
  {
    std::ofstream csv(folder / "torque.csv");
    csv << "angle [degree], torque [N.m]\n";
    for (int k = 0; k <= 36; ++k)
      csv << 10 * k << ", " << fmt::format("{:.12f}", 2 + 3 * std::sin(pi * k / 18)) << "\n";
  }
  TextRun run("[model]\nname = 'load'\n" + body_text("rotor") +
                  "[[joint]]\nname = 'pin'\ntype = 'revolute'\nbetween = ['rotor', 'ground']\n"
                  "[[measure]]\nname = 'crank angle'\nkind = 'angle'\nbetween = ['rotor', 'ground']\n"
                  "[[motion]]\nname = 'drive'\nbetween = ['rotor', 'ground']\nangular_speed = '60 rpm'\n"
                  "[[load]]\nname = 'gas'\non = 'rotor'\ndirection = [0, 0, 1]\ntorque = true\ntable = 'torque.csv'\n"
                  "over = 'crank angle'\nperiodic = true\n"
                  "[[stage]]\ntype = 'transient'\nduration = '2.25 s'\nsamples = 90\nmax_step = '10 ms'\n",
              folder);
  run.all();
  const VectorXd size = run.curve("force.gas.torque"), angle = run.curve("measure.crank angle");
  EXPECT_NEAR(angle[angle.size() - 1], 4.5 * pi, 1e-6);
  for (Index k = 0; k < size.size(); ++k)
    EXPECT_NEAR(size[k], 2 + 3 * std::sin(angle[k]), 2e-4);  // spline of 37 points
  // What the drive gives the load takes: no net work at constant speed.
  EXPECT_NEAR(run.state().supplied_work, 0, 1e-3);
}

// The same curve over time, periodic: F = 5 N sin(2 pi t/T) moves a free mass by F/m/w (t - sin(wt)/w).
TEST(MarkerLoads, ATableOverTimeRepeatsAndMovesAFreeMass) {
  const auto folder = testing::fresh_folder("load-over-time");
  {
    std::ofstream csv(folder / "force.csv");
    csv << "time [ms], force [N]\n";
    for (int k = 0; k <= 40; ++k) csv << 5 * k << ", " << fmt::format("{:.12f}", 5 * std::sin(pi * k / 20)) << "\n";
  }
  TextRun run("[model]\nname = 'load'\n" + body_text("mass") +
                  "[[load]]\nname = 'push'\non = 'mass'\ndirection = [1, 0, 0]\ntable = 'force.csv'\nperiodic = true\n"
                  "[[stage]]\ntype = 'transient'\nduration = '0.5 s'\nmax_step = '1 ms'\n",
              folder);
  run.all();
  const double w = 2 * pi / 0.2, t = 0.5;
  EXPECT_NEAR(run.state().x.R[0].x(), 5 / (2 * w) * (t - std::sin(w * t) / w), 2e-5);
  EXPECT_NEAR(run.state().v[0], 5 / (2 * w) * (1 - std::cos(w * t)), 2e-5);
}

// A table over a way is a spring by points: F = -k x - k3 x^3 at the points, a smooth curve between, straight beyond.
TEST(MarkerLoads, ATableOverAWayKeepsItsEnergy) {
  const auto folder = testing::fresh_folder("load-over-way");
  {
    std::ofstream csv(folder / "force.csv");
    csv << "way [mm], force [N]\n";
    for (int k = -30; k <= 30; ++k) csv << 4 * k << ", " << -200 * 0.004 * k - 8000 * std::pow(0.004 * k, 3) << "\n";
  }
  TextRun run("[model]\nname = 'load'\n" + body_text("mass", "['0.1 m', '0 m', '0 m']") +
                  "[[marker]]\nname = 'slide'\nbody = 'mass'\nx = [0, 0, 1]\nz = [1, 0, 0]\n"
                  "[[marker]]\nname = 'rail'\nbody = 'ground'\nx = [0, 0, 1]\nz = [1, 0, 0]\n"
                  "[[measure]]\nname = 'way'\nkind = 'way'\nbetween = ['slide', 'rail']\n"
                  "[[load]]\nname = 'push'\non = 'mass'\ndirection = [1, 0, 0]\ntable = 'force.csv'\nover = 'way'\n"
                  "[[stage]]\ntype = 'transient'\nduration = '0.5 s'\nmax_step = '1 ms'\ndamping = 1\n",
              folder);
  run.all();
  const double x = run.state().x.R[0].x(), v = run.state().v[0];
  const auto energy = [](double at) { return 100 * at * at + 2000 * std::pow(at, 4); };
  EXPECT_NEAR(v * v + energy(x), energy(0.1), 2e-4 * energy(0.1));  // spline of 61 points
}

TEST(MarkerLoads, FormulasUseTimeAndMeasures) {
  // A spring and damper written as a load: m x'' = -k x - c x'.
  TextRun run("[parameters]\nk = '200 N/m'\n[model]\nname = 'load'\n" + body_text("mass", "['0.1 m', '0 m', '0 m']") +
              "[[marker]]\nname = 'x axis'\nbody = 'ground'\nz = [1, 0, 0]\nx = [0, 1, 0]\n"
              "[[measure]]\nname = 'way'\nkind = 'way'\nbetween = ['mass', 'x axis']\n"
              "[[measure]]\nname = 'speed'\nkind = 'speed'\nbetween = ['mass', 'x axis']\n"
              "[[load]]\non = 'mass'\ndirection = [1, 0, 0]\nsize = '-${k}*way - 4 N.s/m*speed + 0 N/s*time'\n"
              "[[stage]]\ntype = 'transient'\nduration = '1 s'\nsamples = 10\naccuracy = 0.01\n");
  run.all();
  const double z = 1.0, w = std::sqrt(100 - z * z);  // c/(2m) = 1, k/m = 100
  EXPECT_NEAR(run.state().x.R[0].x(), 0.1 * std::exp(-z) * (std::cos(w) + z / w * std::sin(w)), 2e-6);
}

TEST(MarkerLoads, WithoutDirectionOrWithWrongKeysAreExplained) {
  const std::string head = "[model]\nname = 'load'\n" + body_text("mass");
  const auto message = [&](const std::string& load) {
    try {
      TextRun run(head + load + at_rest);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message("[[load]]\non = 'mass'\nsize = '3 N'\n").find("'direction' is missing"), std::string::npos);
  EXPECT_NE(message("[[load]]\non = 'mass'\ndirection = [1, 0, 0]\nsize = '3 N.m'\n").find("N"), std::string::npos);
  EXPECT_NE(message("[[load]]\non = 'mas'\ndirection = [1, 0, 0]\nsize = '3 N'\n").find("did you mean 'mass'"),
            std::string::npos)
      << message("[[load]]\non = 'mas'\ndirection = [1, 0, 0]\nsize = '3 N'\n");
  EXPECT_NE(message("[[load]]\non = 'mass'\ndirection = [1, 0, 0]\ntable = 'none.csv'\n").find("none.csv"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion
