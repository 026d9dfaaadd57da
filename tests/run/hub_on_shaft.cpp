#include "run/hub_on_shaft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/paths.h"
#include "trunnion/base/error.h"

namespace trunnion::testing {

const std::string hub_on_shaft = R"toml([[material]]
name = "steel"
young = "210 GPa"
poisson = 0.3
density = "7850 kg/m^3"
expansion = "12 um/(m.K)"
[[flexible_body]]
name = "pair"
material = "steel"
part = [ { name = "shaft", mesh = { cylinder = { radius = "20 mm", inner_radius = "8 mm", length = "100 mm", around = 20, radial = 1, along = 20 }, element = "hex8" }, position = ["0 mm", "0 mm", "-50 mm"] },
         { name = "hub", mesh = { cylinder = { radius = "45 mm", inner_radius = "20 mm", length = "30 mm", around = 20, radial = 2, along = 6 }, element = "hex8" }, position = ["0 mm", "0 mm", "-15 mm"] } ]
interface = [ { name = "A", surface = "shaft.bottom" }, { name = "B", surface = "shaft.top" }, { name = "C", surface = "hub.outer", point = ["0 mm", "0 mm", "0 mm"] } ]
[flexible_body.reduction]
select = "count"
modes = 10
truncation_vectors = 0
quality = false
contact_modes = { normal = 40 }
shrink = { steps = 2, held = ["A", "B"] }
[[fit]]
name = "seat"
outer = "hub.inner"
inner = "shaft.outer"
interference = "0.025 mm"
friction = 0.2
[[marker]]
name = "left"
body = "ground"
position = ["0 mm", "0 mm", "-50 mm"]
[[marker]]
name = "right"
body = "ground"
position = ["0 mm", "0 mm", "50 mm"]
[[joint]]
name = "left"
type = "fixed"
between = ["pair.A", "left"]
[[joint]]
name = "right"
type = "fixed"
between = ["pair.B", "right"]
[[load]]
name = "belt"
on = "pair.C"
direction = [0, 1, 0]
size = "20 kN*time/(1 s)"
[[stage]]
name = "shrink"
type = "static"
load_steps = 2
[[stage]]
name = "bend"
type = "sweep"
duration = "1 s"
samples = 3
[[support]]
on = "A"
fixed = ["x", "y", "z", "rx", "ry", "rz"]
[[support]]
on = "B"
fixed = ["x", "y", "z", "rx", "ry", "rz"]
[[load]]
case = "belt"
on = "C"
force = ["0 N", "20 kN", "0 N"]
[[stage]]
name = "full"
type = "fe-static"
steps = [ { name = "shrink", increments = 2, compare = "shrink" }, { name = "bend", case = "belt", increments = 2, compare = "bend" } ]
)toml";

std::string held_hub_on_shaft() { return hub_on_shaft.substr(0, hub_on_shaft.find("[[load]]\nname = \"belt\"")); }

std::string replaced(std::string text, const std::string& find, const std::string& put) {
  const std::size_t at = text.find(find);
  EXPECT_NE(at, std::string::npos) << find;
  return text.replace(at, find.size(), put);
}

std::string coarse(std::string text) {
  for (const char* fine : {"around = 20, radial = 1, along = 20", "around = 20, radial = 2, along = 6"})
    text = replaced(text, fine, "around = 12, radial = 1, along = 6");
  return replaced(text, "normal = 40", "normal = 10, tangential = 4, reach = false");
}

RunResult run_fit(const std::string& text) {
  const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto folder = fresh_folder("fit-" + test);
  std::ofstream(folder / "fit.toml") << text;
  RunOptions options;
  options.model_file = folder / "fit.toml";
  options.out = folder / "out";
  options.cache = folder / "cache";
  return run_model(options);
}

double quantity(const RunResult& result, const std::string& name) {
  const Quantity* found = find_quantity(result.record, name);
  return found && found->value ? *found->value : std::nan("");
}

std::string message_of_fit(const std::string& text) {
  try {
    const RunResult result = run_fit(text);
    std::string all;
    for (const StageRecord& stage : result.record.stages) all += stage.message + "\n";
    return all;
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace trunnion::testing
