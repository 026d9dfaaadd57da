// The elastic big end: its rigid limit, what yielding does to the pressure, and the Sommerfeld number of the finite
// journal at rest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>

#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

constexpr double clearance = 30e-6;

/// Quantities under the load that stands still at the start: `peak` less 2 kN; or after these stages.
std::map<std::string, double> standing(const std::string& folder, const std::vector<SetOption>& set,
                                       const std::vector<std::string>& stages = {"standing load"}) {
  RunOptions options;
  options.model_file = testing::source_dir() / "examples" / "journal-ehd" / "journal-ehd.toml";
  options.set = {{"mesh_size", "9 mm"}, {"grid", "60"}, {"rows", "7"}};
  options.set.insert(options.set.end(), set.begin(), set.end());
  options.stages = stages;
  options.out = testing::fresh_folder(folder);
  EXPECT_TRUE(run_model(options).success());
  return testing::read_quantities(options.out / "summary.json");
}

TEST(JournalEhdExample, ARigidEyeCarriesWhatTheFiniteJournalTableSays) {
  // W = eta N (R/C)^2 L D/S, eta N = 10 mPa s * 50/s; at L/D = 0.5 and an eccentricity of 0.8 S = 0.09171 by finite
  // volumes of 360 x 33, extrapolated
  const double load = 0.5 * std::pow(25e-3 / clearance, 2) * 25e-3 * 50e-3 / 0.09171;
  const auto q = standing("journal-ehd-table", {{"elastic", "false"}, {"peak", std::to_string(load + 2000) + " N"}});
  EXPECT_NEAR(q.at("bearing.big end.peak_force"), load, 1e-6 * load);
  const double eccentricity = 1 - q.at("bearing.big end.min_film") / clearance;
  testing::record({.group = "Oil films in mechanisms",
                   .name = "Rigid big end under a standing load, eccentricity",
                   .reference = "independent program, finite volumes of 360 x 33, extrapolated",
                   .reference_value = 0.8,
                   .value = eccentricity,
                   .error = std::abs(eccentricity / 0.8 - 1),
                   .allowed = 0.01,
                   .why = "60 x 7 nodes; a hole feeds it and 1 bar surrounds it, which the table does not know"});
}

TEST(JournalEhdExample, DeformationFlattensThePressureAndAStiffEyeIsTheRigidOne) {
  const auto soft = standing("journal-ehd-soft", {}), rigid = standing("journal-ehd-rigid", {{"elastic", "false"}}),
             stiff = standing("journal-ehd-stiff", {{"young", "210000 GPa"}});
  const auto of = [](const auto& q, const char* what) { return q.at(std::string("bearing.big end.") + what); };
  for (const char* what : {"max_pressure", "min_film"})
    testing::record({.group = "Oil films in mechanisms",
                     .name = fmt::format("Big end a thousand times as stiff as steel under a standing load, {}", what),
                     .reference = "rigid big end",
                     .reference_value = of(rigid, what),
                     .value = of(stiff, what),
                     .error = testing::relative_error(of(stiff, what), of(rigid, what)),
                     .allowed = 1e-3,
                     .why = "a thousandth of what an eye of steel gives way",
                     .inside = true});
  EXPECT_LT(of(soft, "max_pressure"), 0.95 * of(rigid, "max_pressure"));
  EXPECT_GT(of(soft, "min_film"), of(rigid, "min_film"));
  EXPECT_NEAR(of(soft, "peak_force"), of(rigid, "peak_force"), 1e-6 * of(rigid, "peak_force"));
  EXPECT_LT(of(soft, "k_yy_yielding"), 0.5 * of(soft, "k_yy"));  // the eye is a spring behind the film
}

// The eye under its film, the film in its eye: a run in time goes on from there as if nothing had begun.
TEST(JournalEhdExample, RunsInTimeStartFromTheElasticEquilibrium) {
  const auto still = standing("journal-ehd-still", {});
  const std::vector<SetOption> slow{{"pace", "1 rpm"}, {"cycles", "2e-5"}};  // 2.4 ms in which the load stands still
  const auto on = standing("journal-ehd-on", slow, {"standing load", "cycles"}),
             off = standing("journal-ehd-off", slow, {"cycles"});
  for (const char* what : {"bearing.big end.min_film", "bearing.big end.max_pressure"}) {
    EXPECT_NEAR(on.at(what), still.at(what), 1e-3 * still.at(what)) << what;
    EXPECT_GT(std::abs(off.at(what) - still.at(what)), 0.05 * still.at(what)) << what;  // from elsewhere it swings
  }
}

TEST(JournalEhdExample, AtRestImpedancesAgreeWithTheRigidFilm) {
  const auto film = standing("journal-ehd-film", {{"elastic", "false"}}),
             table = standing("journal-ehd-impedance", {{"elastic", "false"}, {"law", "impedance"}});
  for (const char* along : {"body.pin.x", "body.pin.y"})
    EXPECT_NEAR(table.at(along), film.at(along), 0.01 * clearance) << along;
}

}  // namespace
}  // namespace trunnion
