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

void check_load(const LoadInput& load) {
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
  return TableSchema<LoadInput>("load", "What acts on a body. Loads with the same `case` act together.")
      .text("case", &LoadInput::load_case, "Name of the load case.")
      .fallback("load")
      .text("body", &LoadInput::body, "The body; not needed when there is only one.")
      .refers_to("flexible_body")
      .text("on", &LoadInput::on,
            "Surface, node set or interface; for temperature an element set (all elements if not given).")
      .quantity("pressure", Kind::pressure, &LoadInput::pressure, "Pressure on a surface; positive pushes inwards.")
      .vector(
          "force", Kind::force, &LoadInput::force,
          "Total force: spread evenly over a surface, shared by the nodes of a set, or at the point of an interface.")
      .vector("moment", Kind::moment, &LoadInput::moment, "Moment at the point of an interface.")
      .vector("gravity", Kind::acceleration, &LoadInput::gravity, "Acceleration of gravity as a vector.")
      .table("centrifugal", &LoadInput::centrifugal, centrifugal_table(), "Inertia forces of steady rotation.")
      .quantity("temperature", Kind::temperature_change, &LoadInput::temperature,
                "Change of temperature against the stress-free state.")
      .example("[[load]]\ncase = \"tip\"\non = \"xmax\"\nforce = [\"0 N\", \"0 N\", \"-100 N\"]")
      .check(check_load);
}

}  // namespace trunnion
