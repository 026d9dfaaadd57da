#include <gtest/gtest.h>

#include "run/timoshenko.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"

namespace trunnion {

using namespace testing;

TEST(Cantilever, DeflectionAndFrequencyFollowTimoshenkoTheory) {
  struct Case {
    const char* name;
    std::vector<std::string> set;
    SquareBeam beam;
    double load;
  };
  const Case cases[] = {
      {"as it comes", {}, {}, 100},
      {"load 250 N", {"load=250 N"}, {}, 250},
      {"length 0.4 m", {"length=0.4 m"}, {.length = 0.4}, 100},
      {"length 70 cm, load 50 lbf", {"length=70 cm", "load=50 lbf"}, {.length = 0.7}, 50 * 4.4482216152605},
      {"aluminum, side 10 mm",
       {"side=10 mm", "young=70 GPa", "density=2700 kg/m^3"},
       {.side = 0.01, .young = 70e9, .density = 2700},
       100},
  };
  const auto model = source_dir() / "examples" / "cantilever" / "cantilever.toml";
  const auto out = fresh_folder("cantilever");
  for (const Case& c : cases) {
    std::vector<std::string> arguments{"run", model.string(), "--quiet", "--out", out.string()};
    for (const std::string& set : c.set) arguments.insert(arguments.end(), {"--set", set});
    const ProgramResult result = run_program(arguments);
    ASSERT_EQ(result.status, 0) << result.err;
    const auto quantities = read_quantities(out / "summary.json");
    const auto compare = [&](const std::string& what, double value, double theory) {
      record({.group = "Examples",
              .name = fmt::format("cantilever, {}, {}", what, c.name),
              .reference = "Timoshenko beam",
              .reference_value = theory,
              .value = value,
              .error = relative_error(value, theory),
              .allowed = 0.01,
              .why = "the clamp of a solid also stops the section from narrowing, which a beam does not know"});
    };
    compare("tip deflection", quantities.at("tip_deflection"), tip_deflection(c.beam, c.load));
    compare("first frequency", quantities.at("first_frequency"), first_frequency(c.beam));
  }
}

}  // namespace trunnion
