#include "trunnion/model/tables/touch.h"

namespace trunnion {
namespace {

void check_motion(const TouchMotionInput& m) {
  const bool translation = m.direction.norm() > 0;
  if (m.force.empty() == m.moment.empty())
    throw InputError("give either 'force' (along 'direction') or 'moment' (about 'axis'), one value per load step");
  if (translation != !m.force.empty())
    throw InputError(translation ? "a motion along 'direction' carries a 'force'"
                                 : "a motion without 'direction' is a rotation about 'axis' and carries a 'moment'");
  if (!(m.axis.norm() > 0)) throw InputError("'axis' has no length");
}

void check_touch(const TouchInput& t) {
  if (t.surfaces.size() < 2 || t.surfaces.size() % 2 != 0)
    throw InputError(fmt::format(
        "'surfaces' names two surfaces as \"body.surface\", or two of every pair behind each other; it has {}",
        t.surfaces.size()));
  for (const std::string& surface : t.surfaces)
    if (surface.find('.') == std::string::npos)
      throw InputError(fmt::format("surface '{}': write the name of the body, a point, and the surface", surface));
  for (std::size_t k = 0; k < t.surfaces.size(); k += 2) {
    const std::string &one = t.surfaces[k], &two = t.surfaces[k + 1];
    if (one.substr(0, one.find('.')) == two.substr(0, two.find('.')))
      throw InputError(fmt::format("'{}' and '{}' are surfaces of one body; a pair needs two bodies", one, two));
  }
  if (t.motions.empty()) throw InputError("at least one 'motion' must be free: it presses the bodies together");
  const auto steps = [](const TouchMotionInput& m) { return std::max(m.force.size(), m.moment.size()); };
  for (const TouchMotionInput& m : t.motions)
    if (steps(m) != steps(t.motions.front()))
      throw InputError(m.where, fmt::format("motion: it has {} load steps, the first one {}; all need the same number",
                                            steps(m), steps(t.motions.front())));
}

TableSchema<TouchMotionInput> motion_of_touch_table() {
  using M = TouchMotionInput;
  return TableSchema<M>("touch_motion", "A small motion of a body that is free, with the loads on it.")
      .text("body", &M::body, "The body that moves.")
      .refers_to("flexible_body")
      .required()
      .vector("direction", Kind::number, &M::direction, "Direction of the motion; not given: a rotation.")
      .fallback("[0, 0, 0]")
      .vector("axis", Kind::number, &M::axis, "Axis of a rotation; of plane bodies always z.")
      .fallback("[0, 0, 1]")
      .vector("about", Kind::length, &M::about, "A point of the axis of a rotation.")
      .fallback("['0 m', '0 m', '0 m']")
      .list("force", Kind::force, &M::force, "Along the direction, one value per load step.")
      .list("moment", Kind::moment, &M::moment, "About the axis, one value per load step.")
      .check(check_motion);
}

}  // namespace

TableSchema<TouchInput> touch_table() {
  using T = TouchInput;
  return TableSchema<T>("touch",
                        "Elastic bodies near known positions, all plane or all solid, whose surfaces may touch: "
                        "candidate pairs of points, compliance from their meshes, friction that sticks or slides. A "
                        "body may touch several others, with the same or other surfaces; all are one problem. Each "
                        "body yields as its supports hold it and moves with them as rigid by its motions; without any "
                        "it stays. A stage of type touch solves it step by step; pairs are made anew where the bodies "
                        "have moved to. Of solid bodies only points within reach are solved for; linear elements "
                        "(hex8) give the smoothest pressures.")
      .text("name", &T::name, "Name.")
      .required()
      .texts("surfaces", &T::surfaces,
             "\"body.surface\" of the first and the second body; of more pairs that may touch both again, behind each "
             "other.")
      .number("friction", &T::friction, "Coefficient of friction.")
      .fallback("0")
      .not_negative()
      .boolean("sticks", &T::sticks, "Points may stick; false: all slide one way, as in a machine that runs.")
      .fallback("true")
      .number("slides", &T::slides,
              "Without sticking: 1 where first bodies slide over second ones along the normal turned by +90 degrees "
              "(plane) or along 'slides_along' (solid), -1 for the other way. The normal points from the first body to "
              "the second.")
      .fallback("1")
      .vector("slides_along", Kind::number, &T::slides_along,
              "Solid bodies with friction: the direction in which it acts, laid onto the surface.")
      .fallback("[0, 0, 0]")
      .formula("gap", &T::gap, "Formula of x, y and z, added to the gap of the meshes: a profile that is not meshed.")
      .quantity("reach", Kind::length, &T::reach,
                "Largest distance of points that are paired; a tenth of the smallest body if not given.")
      .positive()
      .integer("updates", &T::updates, "How often pairs are made anew, at most, until the bodies stay where they are.")
      .fallback("20")
      .at_least(1)
      .tables("motion", &T::motions, motion_of_touch_table(), "What is free to move, and what pushes it.")
      .check(check_touch)
      .example(
          "[[touch]]\nname = \"roller\"\nsurfaces = [\"roller.bottom\", \"track.top\"]\nfriction = 0.3\nmotion = [ { "
          "body "
          "= \"roller\", direction = [0, -1, 0], force = [\"10 kN\", \"10 kN\"] },\n           { body = \"roller\", "
          "direction = [1, 0, 0], force = [\"0 N\", \"2 kN\"] } ]\n\n# A shaft that rests on two supports and is "
          "free to tilt.\n[[touch]]\nname = \"shaft\"\nsurfaces = [ \"shaft.left\", \"block.top\",   \"shaft.right\", "
          "\"frame.top\" ]\nmotion = [ { body = \"shaft\", direction = [0, -1, 0], force = [\"10 kN\"] },\n           "
          "{ "
          "body = \"shaft\", axis = [0, 0, 1], moment = [\"0 N.m\"] } ]");
}

}  // namespace trunnion
