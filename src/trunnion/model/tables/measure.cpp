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
    case MeasureKind::speed:
    case MeasureKind::distance_rate:
      break;
  }
  return Kind::velocity;
}

TableSchema<MeasureInput> measure_table() {
  return TableSchema<MeasureInput>(
             "measure", "A motion between two markers: recorded over time, and what loads may depend on by its name.")
      .text("name", &MeasureInput::name, "Name; a formula can use it when it is one word.")
      .required()
      .choice<MeasureKind>("kind", &MeasureInput::kind,
                           {{"angle", MeasureKind::angle},
                            {"angular_speed", MeasureKind::angular_speed},
                            {"way", MeasureKind::way},
                            {"speed", MeasureKind::speed},
                            {"distance", MeasureKind::distance},
                            {"distance_rate", MeasureKind::distance_rate}},
                           "What is measured: the angle about, or the way along, z of the second marker; the distance "
                           "between the two; or the rate of one of these. Angles count full turns.")
      .required()
      .texts("between", &MeasureInput::between, "The two markers.")
      .required()
      .example("[[measure]]\nname = \"crank angle\"\nkind = \"angle\"\nbetween = [\"crank.main\", \"ground.main\"]")
      .check([](const MeasureInput& m) { check_pair(m.between); });
}

}  // namespace trunnion
