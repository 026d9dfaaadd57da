#include "trunnion/model/tables/mechanism_tables.h"

#include <Eigen/Geometry>
#include <cmath>

#include "trunnion/model/tables/measure.h"

namespace trunnion {

namespace {

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
      .quantity("mass", Kind::mass, &RigidBodyInput::mass, "Mass; not needed with a mesh.")
      .positive()
      .vector("center", Kind::length, &RigidBodyInput::center, "Mass center in the body frame.")
      .fallback(zero_length)
      .list("inertia", Kind::inertia, &RigidBodyInput::inertia,
            "Inertia about the mass center: Ixx, Iyy, Izz, and if wanted Ixy, Iyz, Izx (elements of the tensor); not "
            "needed with a mesh.")
      .name_or_table("mesh", &RigidBodyInput::mesh_name, &RigidBodyInput::mesh, mesh_table(),
                     "A mesh in the body frame that gives mass, center and inertia, and is shown.")
      .quantity("density", Kind::density, &RigidBodyInput::density, "Density of what fills the mesh.")
      .positive()
      .table("place", &RigidBodyInput::place, placement_table(), "Where the body starts.")
      .fallback("{}")
      .example(
          "[[rigid_body]]\nname = \"crank\"\nmass = \"0.4 kg\"\ninertia = [\"1e-4 kg.m^2\", \"2e-3 kg.m^2\", "
          "\"2e-3 kg.m^2\"]")
      .check([](const RigidBodyInput& b) {
        if (b.mesh || !b.mesh_name.empty()) {
          if (!(b.density > 0)) throw InputError("the key 'density' is missing: what fills the mesh");
          if (b.mass > 0 || !b.inertia.empty())
            throw InputError("give either a 'mesh' with its 'density', or 'mass' and 'inertia', not both");
          return;
        }
        if (!(b.mass > 0)) throw InputError("the key 'mass' is missing; a 'mesh' with a 'density' would give it too");
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
          if (j.type == "gear" && !(j.ratio != 0))
            throw InputError(
                "'ratio' is 0, which would hold the first pair and leave the second free; take a ratio "
                "other than 0, or a joint that holds");
        }
        if (j.type == "distance" && !(j.length > 0)) throw InputError("'length' is missing or not positive");
        if (j.type == "screw" && !(j.lead != 0)) throw InputError("the key 'lead' is missing");
      });
}

}  // namespace trunnion
