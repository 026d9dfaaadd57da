#include "trunnion/model/tables/load.h"

namespace trunnion {
namespace {

TableSchema<CentrifugalInput> centrifugal_table() {
  return TableSchema<CentrifugalInput>("centrifugal", "Inertia forces of steady rotation.")
      .quantity("speed", Kind::rotation_speed, &CentrifugalInput::speed, "Rotation speed.")
      .required()
      .vector("axis", Kind::number, &CentrifugalInput::axis, "Direction of the axis; its length does not matter.")
      .required()
      .vector("point", Kind::length, &CentrifugalInput::point, "A point on the axis.")
      .fallback("['0 m', '0 m', '0 m']")
      .check([](const CentrifugalInput& c) {
        if (!(c.axis.norm() > 0)) throw InputError("'axis' has length zero");
      });
}

/// A key of LoadInput::marker.
template <class T>
auto M(T MarkerLoadInput::*member) {
  return [member](LoadInput& load) -> T& { return load.marker.*member; };
}

void check_marker_load(const LoadInput& load, bool distributed) {
  const MarkerLoadInput& m = load.marker;
  if (distributed || load.force || load.moment)
    throw InputError(
        "a load with 'direction' acts on a marker of the mechanism: give its 'size' or 'table', not pressure, force, "
        "moment, gravity, centrifugal or temperature");
  if (load.on.empty()) throw InputError("the key 'on' is missing: the marker that is loaded");
  if (!(m.direction->norm() > 0)) throw InputError("'direction' has length zero");
  if (m.size.empty() == m.table.empty()) throw InputError("give exactly one of size, table");
  if (m.table.empty() && (m.periodic || m.over != "time")) throw InputError("'over' and 'periodic' belong to 'table'");
}

void check_load(const LoadInput& load) {
  const bool distributed = load.pressure || load.gravity || load.centrifugal || load.temperature;
  const MarkerLoadInput& m = load.marker;
  if (m.direction) return check_marker_load(load, distributed);
  if (!m.size.empty() || !m.table.empty())
    throw InputError("the key 'direction' is missing: the direction of the force, or the axis of the torque");
  const int kinds = load.pressure.has_value() + (load.force || load.moment) + load.gravity.has_value() +
                    load.centrifugal.has_value() + load.temperature.has_value();
  if (kinds != 1)
    throw InputError("give exactly one of pressure, force (with or without moment), gravity, centrifugal, temperature");
  if (load.on.empty() && (load.pressure || load.force || load.moment))
    throw InputError("the key 'on' is missing: the surface, node set or interface that is loaded");
  if (!load.on.empty() && (load.gravity || load.centrifugal))
    throw InputError("gravity and centrifugal loads act on the whole body; leave 'on' out");
}

}  // namespace

TableSchema<LoadInput> load_table() {
  return TableSchema<LoadInput>(
             "load",
             "What acts on a body. Without `direction` it belongs to the finite-element stages, where loads with the "
             "same `case` act together; with `direction` it acts on a marker in all stages of the mechanism.")
      .text("case", &LoadInput::load_case, "Name of the load case.")
      .fallback("load")
      .text("body", &LoadInput::body, "The body; not needed when there is only one.")
      .refers_to("flexible_body")
      .text("on", &LoadInput::on,
            "Surface, node set or interface; for temperature an element set (all elements if not given). In the "
            "mechanism: the marker.")
      .quantity("pressure", Kind::pressure, &LoadInput::pressure, "Pressure on a surface; positive pushes inwards.")
      .vector(
          "force", Kind::force, &LoadInput::force,
          "Total force: spread evenly over a surface, shared by the nodes of a set, or at the point of an interface.")
      .vector("moment", Kind::moment, &LoadInput::moment, "Moment at the point of an interface.")
      .vector("gravity", Kind::acceleration, &LoadInput::gravity, "Acceleration of gravity as a vector.")
      .table("centrifugal", &LoadInput::centrifugal, centrifugal_table(), "Inertia forces of steady rotation.")
      .quantity("temperature", Kind::temperature_change, &LoadInput::temperature,
                "Change of temperature against the stress-free state.")
      .text("name", M(&MarkerLoadInput::name), "Mechanism: name in results; the marker's if not given.")
      .vector("direction", Kind::number, M(&MarkerLoadInput::direction),
              "Mechanism: direction of the force or axis of the torque; its length does not matter.")
      .formula("size", M(&MarkerLoadInput::size),
               "Mechanism: the force or torque, or a formula of `time` and of measures by their names: "
               "\"-50 N*sign(speed)\".")
      .file("table", M(&MarkerLoadInput::table),
            "Mechanism: instead of `size` a CSV file, smoothly interpolated: `angle [degree], force [N]`.")
      .text("over", M(&MarkerLoadInput::over), "Mechanism: what the table's first column is: `time` or a measure.")
      .fallback("time")
      .boolean("periodic", M(&MarkerLoadInput::periodic),
               "Mechanism: the table repeats; its last value must equal the first.")
      .fallback("false")
      .boolean("torque", M(&MarkerLoadInput::torque), "Mechanism: a torque about the direction, not a force along it.")
      .fallback("false")
      .text("against", M(&MarkerLoadInput::against),
            "Mechanism: marker that takes the reaction and gives the axes of `direction`; ground if not given.")
      .boolean("own_axes", M(&MarkerLoadInput::own_axes), "Mechanism: the direction turns with the loaded marker.")
      .fallback("false")
      .example(
          "[[load]]\ncase = \"tip\"\non = \"xmax\"\nforce = [\"0 N\", \"0 N\", \"-100 N\"]\n\n"
          "[[load]]\non = \"piston.pin\"\ndirection = [-1, 0, 0]\ntable = \"gas-force.csv\"   # angle [degree], "
          "force [N]\nover = \"crank angle\"          # a [[measure]]\nperiodic = true")
      .check(check_load);
}

}  // namespace trunnion
