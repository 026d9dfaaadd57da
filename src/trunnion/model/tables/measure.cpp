#include "trunnion/model/tables/measure.h"

namespace trunnion {

void check_pair(const std::vector<std::string>& between) {
  if (between.size() != 2) throw InputError("'between' takes two markers: [\"first\", \"second\"]");
  if (between[0] == between[1]) throw InputError(fmt::format("'between' names the marker '{}' twice", between[0]));
}

Kind kind_of(MeasureKind kind) {
  switch (kind) {
    case MeasureKind::angle:
      return Kind::angle;
    case MeasureKind::angular_speed:
      return Kind::rotation_speed;
    case MeasureKind::way:
    case MeasureKind::distance:
      return Kind::length;
    case MeasureKind::force:
      return Kind::force;
    case MeasureKind::moment:
      return Kind::moment;
    case MeasureKind::acceleration:
      return Kind::acceleration;
    case MeasureKind::angular_acceleration:
      return Kind::angular_acceleration;
    case MeasureKind::speed:
    case MeasureKind::distance_rate:
      break;
  }
  return Kind::velocity;
}

bool measures_wrench(MeasureKind kind) { return kind == MeasureKind::force || kind == MeasureKind::moment; }

TableSchema<MeasureInput> measure_table() {
  return TableSchema<MeasureInput>("measure",
                                   "A motion between two markers, or what a joint or element carries: recorded over "
                                   "time, and what loads may depend on by its name.")
      .text("name", &MeasureInput::name, "Name; a formula can use it when it is one word.")
      .required()
      .choice<MeasureKind>(
          "kind", &MeasureInput::kind,
          {{"angle", MeasureKind::angle},
           {"angular_speed", MeasureKind::angular_speed},
           {"angular_acceleration", MeasureKind::angular_acceleration},
           {"way", MeasureKind::way},
           {"speed", MeasureKind::speed},
           {"acceleration", MeasureKind::acceleration},
           {"distance", MeasureKind::distance},
           {"distance_rate", MeasureKind::distance_rate},
           {"force", MeasureKind::force},
           {"moment", MeasureKind::moment}},
          "What is measured: the angle about, or the way along, z of the second marker; the distance "
          "between the two; the rate of one of these; the force or moment of a joint, motion, force or "
          "bearing. Angles count full turns. Accelerations are recorded, but no load may depend on "
          "them.")
      .required()
      .texts("between", &MeasureInput::between, "The two markers of a motion.")
      .text("of", &MeasureInput::of,
            "The joint, motion, force or bearing whose force or moment is measured: what it puts on its first body.")
      .choice<MeasureComponent>("component", &MeasureInput::component,
                                {{"x", MeasureComponent::x},
                                 {"y", MeasureComponent::y},
                                 {"z", MeasureComponent::z},
                                 {"size", MeasureComponent::size}},
                                "Of a force or moment: along an axis of the element's second marker, or its size.")
      .example("[[measure]]\nname = \"crank angle\"\nkind = \"angle\"\nbetween = [\"crank.main\", \"ground.main\"]")
      .check([](const MeasureInput& m) {
        if (!measures_wrench(m.kind)) {
          if (!m.of.empty())
            throw InputError("'of' goes with kind = \"force\" or \"moment\"; a motion takes 'between'");
          check_pair(m.between);
        } else if (m.of.empty() || !m.between.empty()) {
          throw InputError(
              "a force or moment takes 'of', the name of a joint, motion, force or bearing, not 'between'");
        }
      });
}

}  // namespace trunnion
