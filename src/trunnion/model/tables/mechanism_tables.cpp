#include "trunnion/model/tables/mechanism_tables.h"

#include <Eigen/Geometry>
#include <cmath>

namespace trunnion {

namespace {

void check_pair(const std::vector<std::string>& between) {
  if (between.size() != 2) throw InputError("'between' takes two markers: [\"first\", \"second\"]");
  if (between[0] == between[1]) throw InputError(fmt::format("'between' names the marker '{}' twice", between[0]));
}

const char* zero_length = "['0 m', '0 m', '0 m']";

}  // namespace

Matrix3d axes_from(const Vector3d& x, const Vector3d& z) {
  const Vector3d y = z.cross(x);
  if (!(y.norm() > 1e-9 * x.norm() * z.norm()) || !(x.norm() > 0))
    throw InputError("the directions x and z must differ, and neither may be zero");
  Matrix3d A;
  A.col(2) = z.normalized();
  A.col(1) = y.normalized();
  A.col(0) = A.col(1).cross(A.col(2));
  return A;
}

TableSchema<PlacementInput> placement_table() {
  return TableSchema<PlacementInput>("place", "Where a body starts, in world axes.")
      .vector("position", Kind::length, &PlacementInput::position, "Origin of the body frame.")
      .fallback(zero_length)
      .vector("x", Kind::number, &PlacementInput::x, "Direction of the body's x axis (made square to z).")
      .fallback("[1, 0, 0]")
      .vector("z", Kind::number, &PlacementInput::z, "Direction of the body's z axis.")
      .fallback("[0, 0, 1]")
      .vector("velocity", Kind::velocity, &PlacementInput::velocity, "Velocity of the origin.")
      .fallback("['0 m/s', '0 m/s', '0 m/s']")
      .vector("angular_velocity", Kind::rotation_speed, &PlacementInput::angular_velocity, "Angular velocity.")
      .fallback("['0 rad/s', '0 rad/s', '0 rad/s']")
      .check([](const PlacementInput& p) { axes_from(p.x, p.z); });
}

TableSchema<RigidBodyInput> rigid_body_table() {
  return TableSchema<RigidBodyInput>("rigid_body", "A body that does not deform.")
      .text("name", &RigidBodyInput::name, "Name; markers refer to it.")
      .required()
      .quantity("mass", Kind::mass, &RigidBodyInput::mass, "Mass.")
      .required()
      .positive()
      .vector("center", Kind::length, &RigidBodyInput::center, "Mass center in the body frame.")
      .fallback(zero_length)
      .list("inertia", Kind::inertia, &RigidBodyInput::inertia,
            "Inertia about the mass center: Ixx, Iyy, Izz, and if wanted Ixy, Iyz, Izx (elements of the tensor).")
      .required()
      .table("place", &RigidBodyInput::place, placement_table(), "Where the body starts.")
      .fallback("{}")
      .example(
          "[[rigid_body]]\nname = \"crank\"\nmass = \"0.4 kg\"\ninertia = [\"1e-4 kg.m^2\", \"2e-3 kg.m^2\", "
          "\"2e-3 kg.m^2\"]")
      .check([](const RigidBodyInput& b) {
        if (b.inertia.size() != 3 && b.inertia.size() != 6)
          throw InputError(fmt::format("'inertia' takes 3 or 6 values, this has {}", b.inertia.size()));
      });
}

TableSchema<MarkerInput> marker_table() {
  return TableSchema<MarkerInput>("marker", "A named frame on a body or on ground, for joints, forces and outputs.")
      .text("name", &MarkerInput::name, "Name.")
      .required()
      .text("body", &MarkerInput::body, "The body it sits on, or \"ground\".")
      .required()
      .text("interface", &MarkerInput::interface, "Interface of a flexible body whose node carries the marker.")
      .vector("position", Kind::length, &MarkerInput::position,
              "Place in the body frame (ground: in the world); with an interface the interface's own place is used.")
      .fallback(zero_length)
      .vector("x", Kind::number, &MarkerInput::x, "Direction of its x axis in the body frame.")
      .fallback("[1, 0, 0]")
      .vector("z", Kind::number, &MarkerInput::z, "Direction of its z axis in the body frame: the axis of joints.")
      .fallback("[0, 0, 1]")
      .example("[[marker]]\nname = \"crank.pin\"\nbody = \"crank\"\nposition = [\"150 mm\", \"0 mm\", \"0 mm\"]")
      .check([](const MarkerInput& m) { axes_from(m.x, m.z); });
}

TableSchema<JointInput> joint_table() {
  std::vector<std::pair<std::string, std::string>> types;
  for (const char* type : {"fixed", "revolute", "prismatic", "cylindrical", "spherical", "universal", "planar",
                           "point-on-line", "point-in-plane", "parallel-axes", "distance", "screw", "gear", "rack"})
    types.emplace_back(type, type);
  return TableSchema<JointInput>("joint", "What ties two markers. Axes are those of the second marker; z is the axis.")
      .text("name", &JointInput::name, "Name.")
      .required()
      .choice<std::string>("type", &JointInput::type, types,
                           "Kind of joint. gear: angle of `between` = ratio times angle of `with`; rack: way of `with` "
                           "= radius times angle of `between`.")
      .required()
      .texts("between", &JointInput::between, "The two markers.")
      .required()
      .texts("with", &JointInput::with, "The second pair of markers.")
      .only_for({"gear", "rack"})
      .number("ratio", &JointInput::ratio, "Turns of the first pair per turn of the second; negative turns back.")
      .fallback("1")
      .only_for({"gear"})
      .quantity("radius", Kind::length, &JointInput::radius, "Pitch radius of the pinion.")
      .fallback("0 m")
      .only_for({"rack"})
      .quantity("lead", Kind::length, &JointInput::lead, "Way per turn.")
      .fallback("0 m")
      .only_for({"screw"})
      .quantity("length", Kind::length, &JointInput::length, "Distance kept between the two markers.")
      .fallback("0 m")
      .only_for({"distance"})
      .example("[[joint]]\nname = \"main bearing\"\ntype = \"revolute\"\nbetween = [\"crank.main\", \"ground.main\"]")
      .check([](const JointInput& j) {
        check_pair(j.between);
        if (j.type == "gear" || j.type == "rack") {
          if (j.with.size() != 2) throw InputError("a coupling needs its second pair of markers: 'with'");
          if (j.type == "rack" && !(j.radius != 0)) throw InputError("the key 'radius' is missing");
        }
        if (j.type == "distance" && !(j.length > 0)) throw InputError("'length' is missing or not positive");
        if (j.type == "screw" && !(j.lead != 0)) throw InputError("the key 'lead' is missing");
      });
}

TableSchema<CurveInput> curve_table() {
  return TableSchema<CurveInput>("table", "A curve from a CSV file.")
      .file("file", &CurveInput::file, "CSV; the header gives names and units: `angle [degree], force [N]`.")
      .required()
      .boolean("periodic", &CurveInput::periodic, "The curve repeats; its last value must equal the first.")
      .fallback("false");
}

TableSchema<MotionInput> motion_table() {
  return TableSchema<MotionInput>("motion", "Drives a joint: the turn about, or the way along, z of the second marker.")
      .text("name", &MotionInput::name, "Name; stages may switch motions by it.")
      .required()
      .texts("between", &MotionInput::between, "The two markers.")
      .required()
      .formula("angle", &MotionInput::angle, "Angle, or a formula of `time`: \"10 degree*sin(5 Hz*2*pi*time)\".")
      .formula("way", &MotionInput::way, "Way along z, or a formula of `time`.")
      .formula("angular_speed", &MotionInput::angular_speed, "Speed of turning, or a formula of `time`.")
      .formula("speed", &MotionInput::speed, "Speed along z, or a formula of `time`.")
      .table("table", &MotionInput::table, curve_table(), "Angle or way over time from a file, smoothly interpolated.")
      .quantity("smooth_start", Kind::time, &MotionInput::smooth_start,
                "A constant speed is reached after this time without a jump of acceleration.")
      .fallback("0 s")
      .example(
          "[[motion]]\nname = \"drive\"\nbetween = [\"crank.main\", \"ground.main\"]\nangular_speed = \"150 rad/s\"")
      .check([](const MotionInput& m) {
        check_pair(m.between);
        const int given =
            !m.angle.empty() + !m.way.empty() + !m.angular_speed.empty() + !m.speed.empty() + m.table.has_value();
        if (given != 1) throw InputError("give exactly one of angle, way, angular_speed, speed, table");
        if (m.smooth_start > 0 && m.angular_speed.empty() && m.speed.empty())
          throw InputError("'smooth_start' belongs to angular_speed or speed");
      });
}

namespace {

TableSchema<MeasureInput> measure_table() {
  return TableSchema<MeasureInput>("measure", "A motion between two markers that a formula uses by name.")
      .text("name", &MeasureInput::name, "Name in the formula.")
      .required()
      .choice<MeasureKind>("kind", &MeasureInput::kind,
                           {{"angle", MeasureKind::angle},
                            {"angular_speed", MeasureKind::angular_speed},
                            {"way", MeasureKind::way},
                            {"speed", MeasureKind::speed},
                            {"distance", MeasureKind::distance},
                            {"distance_rate", MeasureKind::distance_rate}},
                           "What is measured; angle about and way along z of the second marker.")
      .required()
      .texts("between", &MeasureInput::between, "The two markers.")
      .required()
      .check([](const MeasureInput& m) { check_pair(m.between); });
}

}  // namespace

TableSchema<MarkerLoadInput> marker_load_table() {
  return TableSchema<MarkerLoadInput>("marker_load", "A force or torque on a marker, over time or measured motion.")
      .text("name", &MarkerLoadInput::name, "Name.")
      .required()
      .text("on", &MarkerLoadInput::on, "Marker it acts on.")
      .required()
      .text("against", &MarkerLoadInput::against, "Marker that takes the reaction and gives the axes; else ground.")
      .vector("direction", Kind::number, &MarkerLoadInput::direction, "Direction; its length does not matter.")
      .required()
      .boolean("torque", &MarkerLoadInput::torque, "true: a torque about the direction instead of a force along it.")
      .fallback("false")
      .boolean("own_axes", &MarkerLoadInput::own_axes, "true: the direction turns with the loaded marker.")
      .fallback("false")
      .formula("size", &MarkerLoadInput::size, "Force or torque: a quantity, or a formula of `time` and the measures.")
      .table("table", &MarkerLoadInput::table, curve_table(), "Instead of `size`: a curve from a file.")
      .text("over", &MarkerLoadInput::over, "What the curve's abscissa is: `time` or the name of a measure.")
      .fallback("time")
      .tables("measure", &MarkerLoadInput::measures, measure_table(), "Motions the formula uses.")
      .example(
          "[[marker_load]]\nname = \"gas\"\non = \"piston.pin\"\ndirection = [-1, 0, 0]\nover = \"crank\"\n"
          "table = { file = \"gas-force.csv\", periodic = true }\n"
          "measure = [ { name = \"crank\", kind = \"angle\", between = [\"crank.main\", \"ground.main\"] } ]")
      .check([](const MarkerLoadInput& l) {
        if (!(l.direction.norm() > 0)) throw InputError("'direction' has length zero");
        if (l.size.empty() == !l.table.has_value()) throw InputError("give exactly one of size, table");
      });
}

TableSchema<ForceInput> force_table() {
  return TableSchema<ForceInput>("force", "An elastic or damping element between two markers.")
      .text("name", &ForceInput::name, "Name.")
      .required()
      .choice<ForceType>("type", &ForceInput::type,
                         {{"spring", ForceType::spring},
                          {"torsion-spring", ForceType::torsion_spring},
                          {"bushing", ForceType::bushing},
                          {"radial-spring", ForceType::radial_spring}},
                         "spring: along the line between the markers; torsion-spring: about z; bushing: all six "
                         "directions; radial-spring: across z, with clearance.")
      .required()
      .texts("between", &ForceInput::between, "The two markers.")
      .required()
      .quantity("stiffness", Kind::stiffness, &ForceInput::stiffness, "Stiffness.")
      .only_for({"spring", "radial-spring"})
      .quantity("damping", Kind::damping, &ForceInput::damping, "Viscous damping.")
      .only_for({"spring", "radial-spring"})
      .quantity("rotational_stiffness", Kind::rotational_stiffness, &ForceInput::rotational_stiffness, "Stiffness.")
      .only_for({"torsion-spring"})
      .quantity("rotational_damping", Kind::rotational_damping, &ForceInput::rotational_damping, "Viscous damping.")
      .only_for({"torsion-spring"})
      .formula("law", &ForceInput::law, "Tension as a formula of `elongation`, instead of a stiffness.")
      .only_for({"spring"})
      .table("table", &ForceInput::table, curve_table(), "Tension over elongation, instead of a stiffness.")
      .only_for({"spring"})
      .quantity("free_length", Kind::length, &ForceInput::free_length,
                "Length without tension; as placed if not given.")
      .only_for({"spring"})
      .quantity("free_angle", Kind::angle, &ForceInput::free_angle, "Angle without torque.")
      .fallback("0 rad")
      .only_for({"torsion-spring"})
      .quantity("preload", Kind::force, &ForceInput::preload, "Tension at the free length.")
      .fallback("0 N")
      .only_for({"spring"})
      .quantity("clearance", Kind::length, &ForceInput::clearance, "Radial clearance.")
      .fallback("0 m")
      .not_negative()
      .only_for({"radial-spring"})
      .quantity("damping_depth", Kind::length, &ForceInput::damping_depth, "Depth over which damping sets in.")
      .fallback("1 um")
      .positive()
      .only_for({"radial-spring"})
      .vector("translation_stiffness", Kind::stiffness, &ForceInput::translation_stiffness, "Along x, y, z.")
      .fallback("['0 N/m', '0 N/m', '0 N/m']")
      .only_for({"bushing"})
      .vector("turn_stiffness", Kind::rotational_stiffness, &ForceInput::turn_stiffness, "About x, y, z.")
      .fallback("['0 N.m/rad', '0 N.m/rad', '0 N.m/rad']")
      .only_for({"bushing"})
      .vector("translation_damping", Kind::damping, &ForceInput::translation_damping, "Along x, y, z.")
      .fallback("['0 N.s/m', '0 N.s/m', '0 N.s/m']")
      .only_for({"bushing"})
      .vector("turn_damping", Kind::rotational_damping, &ForceInput::turn_damping, "About x, y, z.")
      .fallback("['0 N.m.s/rad', '0 N.m.s/rad', '0 N.m.s/rad']")
      .only_for({"bushing"})
      .list("matrix", Kind::number, &ForceInput::matrix,
            "Full symmetric stiffness, 36 numbers row by row in SI (N/m, N, N m/rad), instead of the two vectors.", 36)
      .only_for({"bushing"})
      .example(
          "[[force]]\nname = \"mount\"\ntype = \"bushing\"\nbetween = [\"engine.mount\", \"ground.mount\"]\n"
          "translation_stiffness = [\"1 kN/mm\", \"1 kN/mm\", \"2 kN/mm\"]")
      .check([](const ForceInput& f) {
        check_pair(f.between);
        if (f.type == ForceType::spring && !f.stiffness && !f.damping && f.law.empty() && !f.table)
          throw InputError("a spring needs stiffness, damping, law or table");
        if (f.type == ForceType::radial_spring && !f.stiffness) throw InputError("the key 'stiffness' is missing");
        if (f.type == ForceType::torsion_spring && !f.rotational_stiffness && !f.rotational_damping)
          throw InputError("a torsion-spring needs rotational_stiffness or rotational_damping");
      });
}

}  // namespace trunnion
