#include <gtest/gtest.h>

#include "trunnion/base/error.h"
#include "trunnion/model/model.h"

namespace trunnion {
namespace {

const std::string text = R"(
[parameters]
variant = "plain"
start = "steady"
rigid = false
stiffness = "1 N/mm"
turns = 2

[[variant]]
name = "plain"
set = {}
[[variant]]
name = "stiff"
set = { rigid = true, stiffness = "5 N/mm" }

[model]
name = "variants"

[[rigid_body]]
name = "mass"
mass = "1 kg"
inertia = ["1 kg m^2", "1 kg m^2", "1 kg m^2"]
[[joint]]
when = "${rigid}"
name = "guide"
type = "prismatic"
between = ["mass", "ground"]
[[force]]
when = "not ${rigid}"
name = "spring"
type = "spring"
between = ["mass", "ground"]
stiffness = "${stiffness}"
[[force]]
name = "other"
type = "spring"
between = ["mass", "ground"]
stiffness = "${stiffness}"
[[stage]]
when = "${start} == run-up and ${turns} == 2"
name = "run-up"
type = "transient"
duration = "1 s"
[[stage]]
name = "run"
type = "transient"
duration = "1 s"
)";

Model read(const std::vector<std::string>& set = {}, const std::string& from = text) {
  std::vector<SetOption> options;
  for (const std::string& argument : set) options.push_back(parse_set_option(argument));
  return parse_model(from, "variants.toml", options);
}

std::string message(const std::vector<std::string>& set, const std::string& from = text) {
  try {
    read(set, from);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string replaced(const std::string& what, const std::string& by) {
  std::string changed = text;
  changed.replace(changed.find(what), what.size(), by);
  return changed;
}

TEST(Variants, ChangeTheirParametersTogether) {
  EXPECT_DOUBLE_EQ(*read().forces.back().stiffness, 1e3);
  EXPECT_DOUBLE_EQ(*read({"variant=stiff"}).forces.back().stiffness, 5e3);
}

TEST(Variants, MayBeChosenByTrueAndFalse) {
  std::string chosen = text;
  const auto put = [&](const std::string& from, const std::string& to) {
    chosen.replace(chosen.find(from), from.size(), to);
  };
  put("turns = 2", "turns = 2\nfirm = true");
  put("[model]",
      "[[variant]]\nparameter = \"firm\"\nname = \"true\"\nset = { stiffness = \"3 N/mm\" }\n"
      "[[variant]]\nparameter = \"firm\"\nname = \"false\"\nset = { stiffness = \"2 N/mm\" }\n[model]");
  EXPECT_DOUBLE_EQ(*read({}, chosen).forces.back().stiffness, 3e3);
  EXPECT_DOUBLE_EQ(*read({"firm=false"}, chosen).forces.back().stiffness, 2e3);
}

TEST(Variants, AValueGivenByHandWins) {
  EXPECT_DOUBLE_EQ(*read({"variant=stiff", "stiffness=7 N/mm"}).forces.back().stiffness, 7e3);
  EXPECT_DOUBLE_EQ(*read({"parameters.stiffness=7 N/mm", "variant=stiff"}).forces.back().stiffness, 7e3);
}

TEST(Variants, TablesCountOnlyWhenTheirConditionHolds) {
  EXPECT_TRUE(read().joints.empty());
  EXPECT_EQ(read().forces.size(), 2U);
  const Model stiff = read({"variant=stiff"});
  EXPECT_EQ(stiff.joints.size(), 1U);
  EXPECT_EQ(stiff.forces.size(), 1U);
  EXPECT_EQ(read().stages.size(), 1U);
  EXPECT_EQ(read({"start=run-up"}).stages.size(), 2U);
  EXPECT_EQ(read({"start=run-up", "turns=3"}).stages.size(), 1U);
}

TEST(Variants, TheResolvedModelIsThatOfTheChosenOne) {
  const Model stiff = read({"variant=stiff"});
  const Model again = parse_model(stiff.resolved, "variants.toml");
  EXPECT_EQ(again.joints.size(), 1U);
  EXPECT_DOUBLE_EQ(*again.forces.back().stiffness, 5e3);
}

TEST(Variants, MistakesAreNamed) {
  EXPECT_NE(message({"variant=stif"}).find("there is no variant 'stif'; did you mean 'stiff'"), std::string::npos)
      << message({"variant=stif"});
  EXPECT_NE(message({"variant=stiff"}, replaced("rigid = true,", "rigide = true,")).find("no parameter 'rigide'"),
            std::string::npos);
  EXPECT_NE(message({}, replaced("name = \"stiff\"", "name = \"plain\"")).find("taken already"), std::string::npos);
  EXPECT_NE(message({}, replaced("variant = \"plain\"", "")).find("no parameter `variant`"), std::string::npos);
  EXPECT_NE(message({}, replaced("not ${rigid}", "rigid")).find("is no condition"), std::string::npos);
  EXPECT_NE(message({}, replaced("not ${rigid}", "${stiffness}")).find("neither true nor false"), std::string::npos);
  EXPECT_NE(message({}, replaced("and ${turns}", "and ${rigid} or ${turns}")).find("mixes"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
