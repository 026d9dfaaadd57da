// The bolted flange of the examples against the textbook: resiliences of bolt and flanges, and how they share a load.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using std::numbers::pi;

TEST(BoltedFlange, SharesAWorkingLoadByTheResiliencesOfBoltAndFlanges) {
  RunOptions options;
  options.model_file = testing::source_dir() / "examples" / "bolted-flange" / "bolted-flange.toml";
  options.out = testing::fresh_folder("bolted-flange");
  options.cache = testing::fresh_folder("bolted-flange-cache");
  options.threads = 1;
  options.set = {{"mesh_size", "8 mm"}, {"contact_modes", "40"}};
  const RunResult result = run_model(options);
  ASSERT_TRUE(result.success());
  const auto value = [&](const std::string& name) {
    const Quantity* found = find_quantity(result.record, name);
    return found && found->value ? *found->value : std::nan("");
  };
  const double clamp = 30e3, load = 20e3;
  const double plates = (0.04 - value("grip")) / clamp, whole = value("tighten.nut.interference") / clamp;
  const auto record = [](const std::string& what, const std::string& reference, double exact, double found,
                         double allowed, const std::string& why) {
    testing::record({.group = "Press fits",
                     .name = "Bolted flange: " + what,
                     .reference = reference,
                     .reference_value = exact,
                     .value = found,
                     .error = testing::relative_error(found, exact),
                     .allowed = allowed,
                     .why = why});
  };
  // A load at the bearing faces: the bolt feels the share of the flanges' resilience in the whole.
  record("share of a working load that the bolt feels", "resiliences of flanges and of the whole, from tightening",
         plates / whole, (value("bolt_force_at_a_fifth") - clamp) / (0.2 * load), 0.03,
         "the parting joint opens at its rim, which the tightened state does not know");
  // What the joint loses is what the bolt does not feel.
  record("clamp force that is left plus working load", "force of the bolt", value("bolt_force"),
         value("clamp_force_left") + load, 1e-6, "equilibrium of the upper flange");
  // Textbook resiliences with E = 210 kN/mm^2 and lengths in mm: VDI 2230, cone of pressure in two flanges.
  const double E = 210e3, d = 10, l = 40, dw = 17, dh = 11, DA = 40, A = pi / 4 * d * d;
  const double slope = 0.362 + 0.032 * std::log(l / dw / 2) + 0.153 * std::log(DA / dw), w = dw + l * slope;
  const double cone = 2 * std::log((dw + dh) * (w - dh) / ((dw - dh) * (w + dh))) / (E * pi * dh * slope);
  const double bolt = (l + 2 * 0.5 * d) / (E * A);
  record("resilience of the flanges", "VDI 2230, cone of pressure", cone, 1e3 * plates, 0.15,
         "the cone is an approximation; mean of the bearing face");
  record("resilience of the bolt", "VDI 2230, head and nut as half a diameter each", bolt, 1e3 * (whole - plates), 0.1,
         "the length in the head is an approximation");
}

}  // namespace
}  // namespace trunnion
