#include "mechanism_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion::testing {

std::string body_text(const std::string& name, const std::string& position, const std::string& more) {
  return fmt::format(
      "[[rigid_body]]\nname = '{}'\nmass = '2 kg'\ninertia = ['0.02 kg.m^2', '0.03 kg.m^2', '0.04 kg.m^2']\n"
      "place = {{ position = {}{}{} }}\n",
      name, position, more.empty() ? "" : ", ", more);
}

std::string slider_crank_text() {
  return R"([model]
name = "slider-crank"
[[rigid_body]]
name = "crank"
mass = "1 kg"
inertia = ["1e-3 kg.m^2", "1e-3 kg.m^2", "1e-3 kg.m^2"]
[[rigid_body]]
name = "rod"
mass = "0.2 kg"
center = ["150 mm", "0 mm", "0 mm"]
inertia = ["1e-4 kg.m^2", "2e-3 kg.m^2", "2e-3 kg.m^2"]
place = { position = ["100 mm", "0 mm", "0 mm"] }
[[rigid_body]]
name = "slider"
mass = "0.3 kg"
inertia = ["1e-4 kg.m^2", "1e-4 kg.m^2", "1e-4 kg.m^2"]
place = { position = ["400 mm", "0 mm", "0 mm"] }
[[marker]]
name = "pin"
body = "crank"
position = ["100 mm", "0 mm", "0 mm"]
[[marker]]
name = "small end"
body = "rod"
position = ["300 mm", "0 mm", "0 mm"]
[[joint]]
name = "main"
type = "revolute"
between = ["crank", "ground"]
[[joint]]
name = "big end"
type = "revolute"
between = ["rod", "pin"]
[[joint]]
name = "wrist"
type = "spherical"
between = ["small end", "slider"]
)" + guide_text("slider");
}

std::string geared_rotors_text(const std::string& distance, const std::string& brake) {
  return fmt::format(R"([[rigid_body]]
name = "pinion"
mass = "1 kg"
inertia = ["1e-3 kg.m^2", "1e-3 kg.m^2", "2e-3 kg.m^2"]
[[rigid_body]]
name = "wheel"
mass = "2 kg"
inertia = ["3e-3 kg.m^2", "3e-3 kg.m^2", "5e-3 kg.m^2"]
place = {{ position = ["{0}", "0 mm", "0 mm"] }}
[[marker]]
name = "ground.wheel"
body = "ground"
position = ["{0}", "0 mm", "0 mm"]
[[joint]]
name = "left"
type = "revolute"
between = ["pinion", "ground"]
[[joint]]
name = "right"
type = "revolute"
between = ["wheel", "ground.wheel"]
[[load]]
name = "brake"
on = "wheel"
direction = [0, 0, 1]
torque = true
size = "{1}"
)",
                     distance, brake);
}

std::string guide_text(const std::string& body) {
  return "[[marker]]\nname = 'slide'\nbody = '" + body + R"('
x = [0, 0, 1]
z = [1, 0, 0]
[[marker]]
name = "rail"
body = "ground"
x = [0, 0, 1]
z = [1, 0, 0]
[[joint]]
name = "guide"
type = "prismatic"
between = ["slide", "rail"]
)";
}

namespace {

BuiltMechanism build(const Model& model) {
  static const auto cache = fresh_folder("text-run");  // bodies that come again are not reduced again
  return build_mechanism(
      model,
      [&](const FlexibleBodyInput& body) {
        return std::make_shared<const ReducedBody>(reduce_body(model, body.name, cache, silent_observer()).body);
      },
      cache);
}

}  // namespace

TextRun::TextRun(const std::string& text, const std::filesystem::path& folder)
    : model(parse_model(text, folder / "test.toml")) {
  run.built = build(model);
  run.channels = {model.channels, model.parameters};
  run.rebuild = [text, folder](const std::string& parameter, const PhysicalQuantity& value) {
    return build(parse_model(text, folder / "test.toml",
                             {{parameter, fmt::format("{} {}", value.value, trunnion::text(value.dimension))}}));
  };
  check_stages(model, run.built);
}

MechanismResult& TextRun::next() {
  results.push_back(run_mechanism_stage(model.stages.at(results.size()), run, {}, listener));
  EXPECT_EQ(results.back().record.status, StageStatus::done) << results.back().record.message;
  return results.back();
}

void TextRun::all() {
  while (results.size() < model.stages.size()) next();
}

double TextRun::quantity(const std::string& name) const {
  for (const Quantity& q : results.back().quantities)
    if (q.name == name) return q.value.value();
  ADD_FAILURE() << "no quantity " << name;
  return 0;
}

VectorXd TextRun::curve(const std::string& name) const {
  for (const auto& [group, arrays] : results.back().arrays)
    for (const NamedArray& array : arrays)
      if (array.name == name) return array.values;
  ADD_FAILURE() << "no curve " << name;
  return {};
}

Vector6d TextRun::reaction(const std::string& joint) {
  const Mechanism& m = run.built.mechanism;
  Workspace work(m);
  update_kinematics(m, run.state, work);
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (m.joints[j].name == joint) return joint_reaction(m, run.state, work, static_cast<Index>(j));
  ADD_FAILURE() << "no joint " << joint;
  return Vector6d::Zero();
}

}  // namespace trunnion::testing
