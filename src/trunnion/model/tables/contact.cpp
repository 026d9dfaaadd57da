#include "trunnion/model/tables/contact.h"

#include "trunnion/model/tables/measure.h"

namespace trunnion {
namespace {

using C = ContactInput;
using S = SurfaceInput;

void need(bool given, const S& s, const char* key) {
  if (!given) throw InputError(fmt::format("a surface of type \"{}\" needs '{}'", s.type, key));
}

void check_surface(const S& s) {
  const bool round = s.type == "sphere" || s.type == "cylinder" || s.type == "cone" || s.type == "torus";
  need(!round || s.radius > 0, s, "radius");
  need(s.type != "torus" || s.tube_radius > 0, s, "tube_radius");
  need((s.type != "cylinder" && s.type != "cone") || s.length > 0, s, "length");
  const bool axes = s.type == "ellipsoid" || s.type == "superellipsoid";
  need(!axes || s.semi_axes.minCoeff() > 0, s, "semi_axes");
  need(s.type != "formula" || !s.formula.empty(), s, "formula");
  need(s.type != "formula" || s.reach > 0, s, "reach");
}

TableSchema<S> surface_table() {
  const std::vector<std::string> types{"plane", "sphere", "ellipsoid",      "cylinder",
                                       "cone",  "torus",  "superellipsoid", "formula"};
  std::vector<std::pair<std::string, std::string>> choices;
  for (const std::string& type : types) choices.emplace_back(type, type);
  return TableSchema<S>("surface", "A smooth surface in the axes of its marker.")
      .choice<std::string>(
          "type", &S::type, choices,
          "plane: fills z < 0; sphere, ellipsoid, superellipsoid about the marker; cylinder and cone "
          "about z; torus: a tube along a circle about z; formula: where a formula of x, y, z is zero.")
      .required()
      .boolean("hollow", &S::hollow, "The material is outside: a bore, a socket, a groove.")
      .fallback("false")
      .quantity("radius", Kind::length, &S::radius,
                "Of the sphere, the cylinder, the cone at z = 0, the torus's circle.")
      .positive()
      .only_for({"sphere", "cylinder", "cone", "torus"})
      .quantity("tube_radius", Kind::length, &S::tube_radius, "Of the tube, less than radius.")
      .positive()
      .only_for({"torus"})
      .quantity("length", Kind::length, &S::length,
                "Along z, half to each side of the marker: where contact is looked for; the surface itself is endless.")
      .positive()
      .only_for({"cylinder", "cone"})
      .quantity("angle", Kind::angle, &S::angle, "Between profile and axis; opens towards +z.")
      .fallback("0 deg")
      .only_for({"cone"})
      .vector("semi_axes", Kind::length, &S::semi_axes, "Along x, y, z.")
      .positive()
      .only_for({"ellipsoid", "superellipsoid"})
      .vector("exponents", Kind::number, &S::exponents,
              "p of |x/a|^p + |y/b|^p + |z/c|^p = 1, one for each axis, 2 or more.")
      .fallback("[2, 2, 2]")
      .at_least(2)
      .only_for({"superellipsoid"})
      .formula("formula", &S::formula,
               "Negative in the material, positive outside, smooth where it is zero: \"x^2 + y^2 + z^4/(1 cm)^2 - "
               "(2 cm)^2\". Pieces (min, max, abs) may meet in a common tangent plane. Derivatives are worked out and "
               "checked when the model is read.")
      .only_for({"formula"})
      .quantity("reach", Kind::length, &S::reach, "How far from `center` the surface is looked for.")
      .positive()
      .only_for({"formula"})
      .vector("center", Kind::length, &S::center, "A point from which rays meet the surface.")
      .fallback("['0 m', '0 m', '0 m']")
      .only_for({"formula"})
      .check(check_surface);
}

void check_contact(const C& c) {
  check_pair(c.between);
  if (c.law == "constant" && !c.coefficient)
    throw InputError("law = \"constant\" needs 'coefficient', the force over overlap^1.5");
  if (c.law != "constant" && c.coefficient)
    throw InputError(fmt::format("'coefficient' is used by law = \"constant\" only, but law = \"{}\"", c.law));
  if (c.damping_factor > 0 && c.restitution_slope > 0)
    throw InputError("give only one of damping_factor, restitution_slope");
  for (const auto& [table, name, key] :
       {std::tuple{&c.material_i, &c.material_name_i, "material_i"}, {&c.material_j, &c.material_name_j, "material_j"}})
    if (!*table && name->empty()) throw InputError(fmt::format("the key '{}' is missing", key));
}

}  // namespace

TableSchema<ContactInput> contact_table() {
  return TableSchema<C>("contact", "Point contact of two smooth surfaces. All places where they overlap carry.")
      .text("name", &C::name, "Name.")
      .required()
      .texts("between", &C::between, "The two markers; the first one carries `surface_i`, the second `surface_j`.")
      .required()
      .table("surface_i", &C::surface_i, surface_table(), "Surface at the first marker.")
      .required()
      .table("surface_j", &C::surface_j, surface_table(), "Surface at the second marker.")
      .required()
      .name_or_table("material_i", &C::material_name_i, &C::material_i, material_table(), "Of the first body.")
      .name_or_table("material_j", &C::material_name_j, &C::material_j, material_table(), "Of the second body.")
      .choice<std::string>(
          "law", &C::law, {{"hertz", "hertz"}, {"vilke", "vilke"}, {"constant", "constant"}},
          "Force over overlap^1.5: Hertz's elliptic contact, Vilke's formula for it (within 0.5 % unless "
          "the ellipse is slender), or a constant.")
      .fallback("hertz")
      .quantity("coefficient", Kind::point_stiffness, &C::coefficient, "For law = \"constant\".")
      .positive()
      .quantity("damping_factor", Kind::inverse_velocity, &C::damping_factor,
                "Force times 1 + this times the speed of approach.")
      .fallback("0 s/m")
      .not_negative()
      .quantity("restitution_slope", Kind::inverse_velocity, &C::restitution_slope,
                "Instead: loss of the coefficient of restitution per speed of a slow impact.")
      .fallback("0 s/m")
      .not_negative()
      .number("friction", &C::friction, "Coulomb coefficient.")
      .fallback("0")
      .not_negative()
      .quantity("friction_speed", Kind::velocity, &C::friction_speed,
                "Sliding speed below which friction fades; a few per mille of the working speed.")
      .fallback("1 mm/s")
      .positive()
      .quantity("rolling_arm", Kind::length, &C::rolling_arm, "Rolling resistance: moment over normal force.")
      .fallback("0 m")
      .not_negative()
      .quantity("rolling_speed", Kind::rotation_speed, &C::rolling_speed,
                "Angular speed below which rolling resistance and spin friction fade.")
      .fallback("0.1 rad/s")
      .positive()
      .boolean("spin_friction", &C::spin_friction, "Friction of the contact ellipse against spinning about the normal.")
      .fallback("false")
      .boolean(
          "cross_check", &C::cross_check,
          "Also follows the contact points, a base that moves with them and the elliptic integrals by differential "
          "equations, and records how far they are from the direct solution that makes the force.")
      .fallback("false")
      .number("check_tolerance", &C::check_tolerance, "Relative tolerance of that integration.")
      .fallback("1e-6")
      .between(0, 0.1)
      .quantity("check_stabilization", Kind::frequency, &C::check_stabilization,
                "How fast its drift from the surfaces is taken back; 0: not at all.")
      .fallback("20 1/s")
      .not_negative()
      .example(
          "[[contact]]\nname = \"floor\"\nbetween = [\"egg\", \"ground\"]\n"
          "surface_i = { type = \"ellipsoid\", semi_axes = [\"30 mm\", \"20 mm\", \"15 mm\"] }\n"
          "surface_j = { type = \"plane\" }\nmaterial_i = \"steel\"\nmaterial_j = \"steel\"\nfriction = 0.2")
      .check(check_contact);
}

}  // namespace trunnion
