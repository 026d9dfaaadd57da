// Press fits from the model file to the summary.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "run/hub_on_shaft.h"
#include "run/mechanism_text.h"
#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/run/check_model.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using testing::hub_on_shaft;
using testing::quantity;
using testing::replaced;
using testing::run_fit;

TEST(FitModel, RunsFromPartsToTheSummaryAndFollowsItsFullMesh) {
  const RunResult result = run_fit(hub_on_shaft);
  ASSERT_TRUE(result.success());
  const double reduced = quantity(result, "shrink.seat.mean_pressure"),
               full = quantity(result, "full.shrink.seat.mean_pressure");
  testing::record({.group = "Press fits",
                   .name = "Hub on a hollow shaft, model file to summary: mean pressure after shrinking",
                   .reference = "the same mesh unreduced",
                   .reference_value = full,
                   .value = reduced,
                   .error = testing::relative_error(reduced, full),
                   .allowed = 1e-6,
                   .why = "the shrunk state is one of the modes",
                   .inside = true});
  EXPECT_NEAR(quantity(result, "bend.seat.mean_pressure") / quantity(result, "full.bend.seat.mean_pressure"), 1, 1e-3);
  EXPECT_EQ(quantity(result, "error_indicator_percent"), quantity(result, "bend.pair.error_indicator_percent"))
      << "the last stage counts";
}

TEST(FitModel, MeshesThatOverlapHaveTheInterferenceOfTheirGeometry) {
  std::string text = testing::coarse(hub_on_shaft.substr(0, hub_on_shaft.find("[[load]]\nname = \"belt\"")));
  text += R"toml([[stage]]
name = "shrink"
type = "static"
load_steps = 2
error_indicator = false
[[support]]
on = "A"
fixed = ["x", "y", "z", "rx", "ry", "rz"]
[[support]]
on = "B"
fixed = ["x", "y", "z", "rx", "ry", "rz"]
[[stage]]
name = "full"
type = "fe-static"
steps = [ { name = "shrink", increments = 2, compare = "shrink" } ]
)toml";
  const RunResult by_number = run_fit(text);
  text = replaced(text, "radius = \"45 mm\", inner_radius = \"20 mm\"",
                  "radius = \"45 mm\", inner_radius = \"19.975 mm\"");
  text = replaced(text, "interference = \"0.025 mm\"", "geometric = true");
  const RunResult by_geometry = run_fit(text);
  ASSERT_TRUE(by_number.success() && by_geometry.success());
  // Chords of 12 elements lie cos 15 degrees as far apart as circles, read along smooth normals that lean to them by
  // 1/sqrt(3) of that angle at the points of the faces.
  const double chords = std::cos(std::numbers::pi / 12) * std::cos(std::numbers::pi / 12 / std::sqrt(3)),
               number = chords * quantity(by_number, "shrink.seat.mean_pressure"),
               geometry = quantity(by_geometry, "shrink.seat.mean_pressure");
  testing::record({.group = "Press fits",
                   .name = "Hub meshed 0.025 mm narrower than its shaft, reduced: mean pressure after shrinking",
                   .reference = "the distance of its chords as a number",
                   .reference_value = number,
                   .value = geometry,
                   .error = testing::relative_error(geometry, number),
                   .allowed = 5e-3,
                   .why = "the hub is 0.1 % narrower, its interference not even along a chord",
                   .inside = true});
  EXPECT_NEAR(geometry / quantity(by_geometry, "full.shrink.seat.mean_pressure"), 1, 1e-6);
}

TEST(FitModel, TwoHubsOnOneShaftAreTwoFitsOfOneBody) {
  std::string text = replaced(hub_on_shaft, "position = [\"0 mm\", \"0 mm\", \"-15 mm\"] } ]",
                              R"(position = ["0 mm", "0 mm", "-40 mm"] },
         { name = "other", mesh = { cylinder = { radius = "45 mm", inner_radius = "20 mm", length = "30 mm", around = 20, radial = 2, along = 6 }, element = "hex8" }, position = ["0 mm", "0 mm", "10 mm"] } ])");
  text = replaced(text, "point = [\"0 mm\", \"0 mm\", \"0 mm\"] } ]",
                  R"(point = ["0 mm", "0 mm", "-25 mm"] }, { name = "D", surface = "other.outer" } ])");
  text = replaced(text, "[[marker]]\nname = \"left\"", R"([[fit]]
name = "second"
outer = "other.inner"
inner = "shaft.outer"
interference = "0.025 mm"
friction = 0.2
[[marker]]
name = "left")");
  const RunResult result = run_fit(text);
  ASSERT_TRUE(result.success());
  const double first = quantity(result, "shrink.seat.mean_pressure"),
               second = quantity(result, "shrink.second.mean_pressure");
  testing::record({.group = "Press fits",
                   .name = "Two equal hubs in mirrored places on one shaft: mean pressures after shrinking",
                   .reference = "each other, by symmetry",
                   .reference_value = first,
                   .value = second,
                   .error = testing::relative_error(second, first),
                   .allowed = 1e-6,
                   .why = "iterations of the full mesh end at 1e-10",
                   .inside = true});
  EXPECT_NEAR(first / quantity(result, "full.shrink.seat.mean_pressure"), 1, 1e-6);
  EXPECT_EQ(quantity(result, "body.pair.relative_rigid_modes"), 12);  // six for each hub
  EXPECT_NEAR(quantity(result, "bend.seat.mean_pressure") / quantity(result, "full.bend.seat.mean_pressure"), 1, 1e-2);
  EXPECT_NEAR(quantity(result, "bend.second.mean_pressure") / quantity(result, "full.bend.second.mean_pressure"), 1,
              1e-2);
}

TEST(FitModel, BalancesItsEnergyWhileItSlidesInTime) {
  std::string text = hub_on_shaft.substr(0, hub_on_shaft.find("[[stage]]\nname = \"bend\""));
  text = replaced(text, "20 kN*time/(1 s)", "80 kN*smooth(time/(1 ms))*step(2 ms - time)");
  text = replaced(text, "friction = 0.2", "friction = 0.05\nelastic_slip = \"1 um\"");
  text = replaced(text, "quality = false", "quality = false\ndamping = 0.05");
  std::string pictures;  // more than are judged where none are asked for
  for (int k = 0; k <= 20; ++k) pictures += fmt::format("\"{} ms\",", 0.2 * k);
  const RunResult result = run_fit(
      text + "[[stage]]\nname = \"shake\"\ntype = \"transient\"\nduration = \"4 ms\"\nsamples = 40\npictures_at = [" +
      pictures + "]\n");
  ASSERT_TRUE(result.success());
  const std::vector<Balance>& balances = result.record.stages.back().balances;
  EXPECT_TRUE(std::any_of(balances.begin(), balances.end(), [](const Balance& balance) {
    return balance.name == "Pressures of fits, error indicator" && balance.where == "'pair', largest of 21 states";
  }));
  EXPECT_GT(quantity(result, "shake.seat.slip_work"), 1e-3);
  testing::record(
      {.group = "Press fits",
       .name = "Hub on a hollow shaft, 80 kN brought on in 1 ms and released: energy that is not accounted for",
       .reference = "balance of kinetic, strain and contact energy, friction, damping and work of the load",
       .reference_value = 0,
       .value = quantity(result, "energy_balance_error"),
       .error = quantity(result, "energy_balance_error"),
       .allowed = 1e-2,
       .why = "tolerance of the integrator; friction changes its direction at points"});
}

TEST(FitModel, IsCheckedWithoutAReductionOutputsOnItsFitsIncluded) {
  const auto folder = testing::fresh_folder("fit-check");
  const auto check = [&](const std::string& curve) {
    std::ofstream(folder / "fit.toml") << hub_on_shaft << R"toml([[output]]
name = "pressure"
quantity = "curve"
stage = "bend"
take = "max"
on = ")toml" << curve << "\"\n";
    return check_model(read_model(folder / "fit.toml"), folder / "cache");
  };
  const CheckReport report = check("fit.seat.max_pressure");
  EXPECT_EQ(report.mechanism->flexible, 1);
  ASSERT_EQ(report.fits.size(), 1U);
  EXPECT_EQ(report.fits.front().points, 4 * 20 * 6);  // four in each face of the bore
  EXPECT_EQ(report.fits.front().nodes, 20 * 7);
  EXPECT_NEAR(report.fits.front().area, 20 * 2 * 0.02 * std::sin(std::numbers::pi / 20) * 0.03, 1e-9);
  EXPECT_THROW(check("fit.seat.max_presure"), InputError);
}

TEST(FitModel, ALooseFitRunsAndIsSaid) {
  std::string text = replaced(hub_on_shaft, "interference = \"0.025 mm\"", "interference = \"-2 um\"");
  text = text.substr(0, text.find("[[support]]"));
  text = replaced(text, "\n[[stage]]\nname = \"bend\"", "\n[[stage]]\nwhen = false\nname = \"bend\"");
  const RunResult result = run_fit(text);
  std::string warnings;
  for (const StageRecord& stage : result.record.stages)
    for (const std::string& warning : stage.warnings) warnings += warning + "\n";
  EXPECT_NE(warnings.find("fit 'seat' is loose: its largest interference is -2 um"), std::string::npos) << warnings;
  EXPECT_NEAR(quantity(result, "shrink.seat.open_share"), 1, 1e-12);
}

TEST(FitModel, ALooseFitIsSaidByCheckWithAMechanismAndWithoutOne) {
  const auto folder = testing::fresh_folder("fit-loose-check");
  const auto warnings = [&](const std::string& text) {
    std::ofstream(folder / "fit.toml") << text;
    testing::Listener listener;
    check_model(read_model(folder / "fit.toml"), folder / "cache", listener);
    return listener.warnings;
  };
  const std::string loose = replaced(hub_on_shaft, "interference = \"0.025 mm\"", "interference = \"-2 um\"");
  const std::size_t mechanism = loose.find("[[marker]]"), supports = loose.find("[[support]]");
  const std::string full_mesh_alone =
      replaced(replaced(loose.substr(0, mechanism) + loose.substr(supports), ", compare = \"shrink\"", ""),
               ", compare = \"bend\"", "");
  const std::string sentence =
      "fit 'seat' is loose: its largest interference is -2 um. Loads alone can press the parts together.\n";
  EXPECT_EQ(warnings(loose), sentence);
  EXPECT_EQ(warnings(full_mesh_alone), sentence);
  EXPECT_EQ(warnings(hub_on_shaft), "");
}

TEST(FitModel, AWarmShaftWithoutFrictionPressesLikeAnInterferenceOfItsGrowth) {
  const std::string slippery = replaced(hub_on_shaft.substr(0, hub_on_shaft.find("[[stage]]\nname = \"bend\"")),
                                        "friction = 0.2\n", ""),
                    given = "interference = \"0.025 mm\"\n";
  const std::string warm = replaced(replaced(slippery, given, ""), "name = \"shaft\", mesh",
                                    "name = \"shaft\", temperature = \"100 K\", mesh"),
                    grown = replaced(slippery, given, "interference_formula = \"1.2e-3*sqrt(x^2 + y^2)\"\n");
  const RunResult a = run_fit(warm), b = run_fit(grown);
  ASSERT_TRUE(a.success() && b.success());
  const double p = quantity(a, "shrink.seat.mean_pressure"), q = quantity(b, "shrink.seat.mean_pressure");
  EXPECT_NEAR(p / q, 1, 1e-6);
  EXPECT_GT(q, 50e6);
}

TEST(FitModel, AFitThatClosesSmoothlyPressesLikeOneOfHalfTheSmoothedWayLess) {
  // p = k (e - e_s/2) where the penetration e is beyond the smoothed way e_s, as it is everywhere here.
  const std::string slippery = replaced(hub_on_shaft.substr(0, hub_on_shaft.find("[[stage]]\nname = \"bend\"")),
                                        "friction = 0.2\n", ""),
                    given = "interference = \"0.025 mm\"\n";
  const RunResult smooth = run_fit(replaced(slippery, given, given + "smoothing = \"0.2 um\"\n")),
                  less = run_fit(replaced(slippery, given, "interference = \"0.0249 mm\"\n"));
  ASSERT_TRUE(smooth.success() && less.success());
  ASSERT_GT(quantity(less, "shrink.seat.min_pressure"), 1e14 * 0.1e-6);
  for (const char* name : {"shrink.seat.mean_pressure", "shrink.seat.min_pressure", "shrink.seat.max_pressure"})
    EXPECT_NEAR(quantity(smooth, name) / quantity(less, name), 1, 1e-6) << name;
}

TEST(FitModel, AnInterferenceThatWasMeasuredIsTakenFromItsTable) {
  const auto folder = testing::fresh_folder("fit-table");
  std::ofstream(folder / "seat.csv") << "x [mm], y [mm], z [mm], interference [um]\n20, 0, -15, 10\n20, 0, 15, 30\n";
  const std::string text = replaced(hub_on_shaft, "interference = \"0.025 mm\"", "interference_table = \"seat.csv\"");
  const std::vector<FitOptions> fits = body_fits(parse_model(text, folder / "fit.toml"), "pair", FitSize::simulated);
  const auto& interference = fits.front().zone.interference;
  EXPECT_NEAR(interference({0.02, 0, -0.015}), 10e-6, 1e-18);
  EXPECT_NEAR(interference({0, 0.02, 0}), 20e-6, 1e-12);  // as far from one as from the other
  EXPECT_NEAR(interference({0.02, 0, 0.005}), (10e-6 / 400 + 30e-6 / 100) / (1.0 / 400 + 1.0 / 100), 1e-12);
  std::ofstream(folder / "seat.csv") << "x [mm], y [mm], z [mm], interference [MPa]\n20, 0, -15, 10\n";
  try {
    body_fits(parse_model(text, folder / "fit.toml"), "pair", FitSize::simulated);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("seat.csv"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("the unit of length"), std::string::npos) << error.what();
  }
}

TEST(FitModel, ASpinningFitOpensAtTheSpeedOfTheRotatingDisc) {
  // Thin ring on a thin hollow disc: w0^2 = 4 E d/(rho b (3 + nu)(c^2 - a^2)).
  const std::string text = R"toml([parameters]
speed = "0 rad/s"
[[flexible_body]]
name = "pair"
material = { young = "210 GPa", poisson = 0.3, density = "7850 kg/m^3" }
part = [ { name = "disc", mesh = { cylinder = { radius = "50 mm", inner_radius = "20 mm", length = "4 mm", around = 16, radial = 2, along = 1 } } },
         { name = "ring", mesh = { cylinder = { radius = "80 mm", inner_radius = "50 mm", length = "4 mm", around = 16, radial = 2, along = 1 } } } ]
interface = [ { name = "hub", surface = "disc.inner", point = ["0 mm", "0 mm", "2 mm"] }, { name = "rim", surface = "ring.outer", point = ["0 mm", "0 mm", "2 mm"] } ]
[flexible_body.reduction]
select = "count"
modes = 6
truncation_vectors = 0
quality = false
load_modes = ["spin"]
contact_modes = { normal = 20 }
shrink = { steps = 1, held = ["hub"] }
[[load]]
case = "spin"
centrifugal = { speed = "1000 rad/s", axis = [0, 0, 1] }
[[fit]]
name = "seat"
outer = "ring.inner"
inner = "disc.outer"
interference = "20 um"
friction = 0.1
[[marker]]
name = "axis"
body = "ground"
position = ["0 mm", "0 mm", "2 mm"]
[[joint]]
name = "axis"
type = "revolute"
between = ["pair.hub", "axis"]
[[motion]]
name = "drive"
between = ["pair.hub", "axis"]
angular_speed = "${speed}"
[[stage]]
name = "shrink"
type = "static"
load_steps = 1
[[stage]]
name = "spin"
type = "sweep"
parameter = "speed"
steady = true
first = "200 rad/s"
last = "1600 rad/s"
samples = 8
)toml";
  const RunResult result = run_fit(text);
  ASSERT_TRUE(result.success());
  const double a = 0.02, b = 0.05, c = 0.08;
  const double exact = std::sqrt(4 * 210e9 * 20e-6 / (7850 * b * 3.3 * (c * c - a * a)));
  // The pressure is even, so that the first point and the last one open together.
  for (const auto& [quantity_name, what] : {std::pair{"comes_off_at", "Speed at which a spinning ring opens"},
                                            {"opens_at", "Speed at which the first point of a spinning ring opens"}}) {
    const double found = quantity(result, std::string("spin.seat.") + quantity_name);
    testing::record({.group = "Press fits",
                     .name = what,
                     .reference = "rotating discs, plane stress",
                     .reference_value = exact,
                     .value = found,
                     .error = testing::relative_error(found, exact),
                     .allowed = 0.01,
                     .why = "thickness of the discs, two elements through each wall"});
  }
  EXPECT_LE(quantity(result, "spin.seat.opens_at"), quantity(result, "spin.seat.comes_off_at"));
  // The forces of inertia are no fault of the contact modes: even pressure is theirs.
  EXPECT_LT(quantity(result, "spin.pair.error_indicator_max_percent"), 1);
}

}  // namespace
}  // namespace trunnion
