#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/model/tables/bearing.h"

namespace trunnion {

namespace {

using B = BearingInput;
using R = RollingBallsInput;

template <class Member>
auto rolling(Member R::*member) {
  return [member](B& b) -> Member& { return b.rolling.*member; };
}

std::vector<std::pair<std::string, std::string>> same(const std::vector<std::string>& list) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& word : list) pairs.emplace_back(word, word);
  return pairs;
}

void refuse(bool given, const char* key, const char* why) {
  if (given) throw InputError(fmt::format("'{}' has no meaning for fidelity = \"ball-by-ball\": {}", key, why));
}

void add_contact_keys(TableSchema<B>& table) {
  const std::vector<std::string> only{"ball"};
  table
      .choice<std::string>("law", rolling(&R::law), same({"hertz", "vilke", "constant"}),
                           "Ball by ball: force of a contact over its approach. constant: a coefficient that does not "
                           "follow the curvatures.")
      .fallback("hertz")
      .only_for(only)
      .quantity("inner_stiffness", Kind::point_stiffness, rolling(&R::inner_stiffness),
                "Of a ball on the inner race, law constant; that of Hertz without load if not given.")
      .positive()
      .only_for(only)
      .quantity("outer_stiffness", Kind::point_stiffness, rolling(&R::outer_stiffness), "The same on the outer race.")
      .positive()
      .only_for(only)
      .quantity("ball_density", Kind::density, rolling(&R::density), "Of the balls, ball by ball.")
      .fallback("7800 kg/m^3")
      .positive()
      .only_for(only)
      .number("friction", rolling(&R::friction), "Coulomb coefficient between balls and races, ball by ball.")
      .fallback("0.1")
      .not_negative()
      .only_for(only)
      .quantity("friction_speed", Kind::velocity, rolling(&R::friction_speed),
                "Sliding speed that smooths friction; a few per mille of the speed of the races.")
      .fallback("10 mm/s")
      .positive()
      .only_for(only)
      .quantity("rolling_arm", Kind::length, rolling(&R::rolling_arm),
                "Rolling resistance, ball by ball: the load acts this far ahead.")
      .fallback("0 m")
      .not_negative()
      .only_for(only)
      .boolean("spin_friction", rolling(&R::spin_friction),
               "Friction against spinning on the contact ellipse, ball by ball.")
      .fallback("false")
      .only_for(only)
      .choice<bool>("spin_start", rolling(&R::start_without_spin), {{"rolling", false}, {"none", true}},
                    "rolling: a run in time begins with balls that roll without slip; none: they go round but do not "
                    "turn yet.")
      .fallback("rolling")
      .only_for(only)
      .quantity("spin_speed", Kind::rotation_speed, rolling(&R::spin_speed),
                "Angular speed that smooths rolling resistance and spin friction.")
      .fallback("1 rad/s")
      .positive()
      .only_for(only);
}

void add_shape_keys(TableSchema<B>& table) {
  const std::vector<std::string> only{"ball"};
  const auto shapes = same({"groove", "gothic", "cylinder", "cone"});
  table
      .choice<std::string>("inner_race", rolling(&R::inner_race), shapes,
                           "Profile of the inner race, ball by ball. gothic: two arcs, four contacts in all.")
      .fallback("groove")
      .only_for(only)
      .choice<std::string>("outer_race", rolling(&R::outer_race), shapes, "Profile of the outer race.")
      .fallback("groove")
      .only_for(only)
      .quantity("shim", Kind::length, rolling(&R::shim),
                "Gothic arch: how far the center of each arc lies beyond the middle plane.")
      .fallback("0 m")
      .not_negative()
      .only_for(only)
      .quantity("cone_angle", Kind::angle, rolling(&R::cone_angle),
                "Conical race: between its profile and the axis, opening towards +z.")
      .fallback("0 deg")
      .only_for(only)
      .choice<std::string>("cage", rolling(&R::cage), same({"none", "spacer", "body"}),
                           "Ball by ball. spacer: without mass, keeps the balls at equal angles; body: with mass and "
                           "pockets that touch the balls.")
      .fallback("none")
      .only_for(only)
      .quantity("cage_mass", Kind::mass, rolling(&R::cage_mass), "Of a cage that is a body.")
      .positive()
      .only_for(only)
      .quantity("pocket_clearance", Kind::length, rolling(&R::pocket_clearance), "Radial play of a ball in its pocket.")
      .fallback("0.1 mm")
      .positive()
      .only_for(only)
      .number("pocket_friction", rolling(&R::pocket_friction), "Coulomb coefficient of ball and pocket.")
      .fallback("0.1")
      .not_negative()
      .only_for(only)
      .quantity("cage_young", Kind::pressure, rolling(&R::cage_young), "Young's modulus of the cage.")
      .fallback("3 GPa")
      .positive()
      .only_for(only)
      .number("cage_poisson", rolling(&R::cage_poisson), "Poisson's ratio of the cage.")
      .fallback("0.4")
      .between(-1, 0.5)
      .only_for(only);
}

}  // namespace

void add_rolling_keys(TableSchema<B>& table) {
  add_contact_keys(table);
  add_shape_keys(table);
}

void check_rolling(const B& b) {
  const R& r = b.rolling;
  if (b.fidelity != BearingFidelity::ball_by_ball) {
    if (r.cage != "none" || r.cage_mass || r.law != "hertz" || r.inner_race != "groove" || r.outer_race != "groove" ||
        r.rolling_arm > 0 || r.spin_friction)
      throw InputError(
          "law, cage, cage_mass, inner_race, outer_race, rolling_arm and spin_friction need fidelity = "
          "\"ball-by-ball\"");
    return;
  }
  refuse(b.ball.ball_stiffness.has_value(), "ball_stiffness",
         "both contacts of a ball are separate; give inner_stiffness and outer_stiffness with law = \"constant\"");
  refuse(b.ball.stiffness == "estimate", "stiffness", "choose 'law' instead");
  refuse(b.ball.damping == "proportional", "damping = \"proportional\"",
         "its rate would jump at touch-down; use \"hunt-crossley\" with damping_factor");
  refuse(b.ball.pressure_radius > 0, "pressure_radius", "the balls find their contact angles themselves");
  if (r.law != "constant" && (r.inner_stiffness || r.outer_stiffness))
    throw InputError("inner_stiffness and outer_stiffness belong to law = \"constant\"");
  if (r.cage == "body" && !r.cage_mass) throw InputError("a cage that is a body needs 'cage_mass'");
  if (r.cage != "body" && r.cage_mass) throw InputError("cage_mass needs cage = \"body\"");
  const bool gothic = r.inner_race == "gothic" || r.outer_race == "gothic";
  if (gothic != (r.shim > 0)) throw InputError("a gothic arch needs a 'shim' > 0, and only a gothic arch has one");
  const bool cone = r.inner_race == "cone" || r.outer_race == "cone";
  if (cone != (r.cone_angle != 0)) throw InputError("a conical race needs a 'cone_angle', and only a cone has one");
}

}  // namespace trunnion
