#include "trunnion/model/tables/force.h"

#include "trunnion/model/tables/measure.h"

namespace trunnion {

namespace {

using F = ForceInput;

TableSchema<BushingCurveInput> bushing_curve_table() {
  return TableSchema<BushingCurveInput>("curve", "Force of a bushing in one direction.")
      .choice<int>("direction", &BushingCurveInput::direction,
                   {{"x", 0}, {"y", 1}, {"z", 2}, {"rx", 3}, {"ry", 4}, {"rz", 5}},
                   "Along an axis of the second marker, or about it.")
      .required()
      .file(
          "file", &BushingCurveInput::file,
          "CSV with `displacement [mm], force [N]` or `angle [degree], moment [N.m]`: what it takes to move the first "
          "marker by that much.")
      .required();
}

void check_sizes(const char* key, const std::vector<double>& values, bool diagonal_allowed) {
  if (values.empty() || values.size() == 9 || (diagonal_allowed && values.size() == 3)) return;
  throw InputError(fmt::format("'{}' takes {}9 values, row by row, but has {}", key,
                               diagonal_allowed ? "3 values (along the axes) or " : "", values.size()));
}

void check_force(const F& f) {
  check_pair(f.between);
  const int springs = (f.stiffness || f.rotational_stiffness) + !f.law.empty() + !f.table.empty();
  const int dampers = (f.damping || f.rotational_damping) + !f.damping_law.empty() + !f.damping_table.empty();
  const bool spring = f.type == ForceType::spring, torsion = f.type == ForceType::torsion_spring;
  if ((spring || torsion) && springs > 1)
    throw InputError(fmt::format("give only one of {}, law, table", spring ? "stiffness" : "rotational_stiffness"));
  if ((spring || torsion) && dampers > 1)
    throw InputError(
        fmt::format("give only one of {}, damping_law, damping_table", spring ? "damping" : "rotational_damping"));
  if (spring && springs + dampers == 0)
    throw InputError("a spring needs stiffness, law or table, or damping, damping_law or damping_table");
  if (torsion && springs + dampers == 0)
    throw InputError(
        "a torsion-spring needs rotational_stiffness, law or table, or rotational_damping, damping_law or "
        "damping_table");
  if (f.type == ForceType::radial_spring && !f.stiffness) throw InputError("the key 'stiffness' is missing");
  check_sizes("translation_stiffness", f.translation_stiffness, true);
  check_sizes("turn_stiffness", f.turn_stiffness, true);
  check_sizes("coupling_stiffness", f.coupling_stiffness, false);
  check_sizes("translation_damping", f.translation_damping, true);
  check_sizes("turn_damping", f.turn_damping, true);
  const bool nothing = f.translation_stiffness.empty() && f.turn_stiffness.empty() && f.coupling_stiffness.empty() &&
                       f.translation_damping.empty() && f.turn_damping.empty() && f.curves.empty();
  if (f.type == ForceType::bushing && nothing)
    throw InputError("a bushing needs translation_stiffness, turn_stiffness, a damping or a curve");
}

}  // namespace

TableSchema<ForceInput> force_table() {
  const std::vector<std::string> springs{"spring", "torsion-spring"}, bushing{"bushing"};
  const std::string three_or_nine = " Three values (x, y, z), or nine of a matrix row by row.";
  return TableSchema<F>("force", "An elastic or damping element between two markers.")
      .text("name", &F::name, "Name.")
      .required()
      .choice<ForceType>("type", &F::type,
                         {{"spring", ForceType::spring},
                          {"torsion-spring", ForceType::torsion_spring},
                          {"bushing", ForceType::bushing},
                          {"radial-spring", ForceType::radial_spring}},
                         "spring: along the line between the markers; torsion-spring: about z; bushing: all six "
                         "directions; radial-spring: across z, with clearance. Axes are those of the second marker.")
      .required()
      .texts("between", &F::between, "The two markers.")
      .required()
      .quantity("stiffness", Kind::stiffness, &F::stiffness, "Stiffness.")
      .not_negative()
      .only_for({"spring", "radial-spring"})
      .quantity("damping", Kind::damping, &F::damping, "Viscous damping.")
      .not_negative()
      .only_for({"spring", "radial-spring"})
      .quantity("rotational_stiffness", Kind::rotational_stiffness, &F::rotational_stiffness, "Stiffness.")
      .not_negative()
      .only_for({"torsion-spring"})
      .quantity("rotational_damping", Kind::rotational_damping, &F::rotational_damping, "Viscous damping.")
      .not_negative()
      .only_for({"torsion-spring"})
      .formula("law", &F::law,
               "Instead of a stiffness: tension as a formula of `elongation`, or torque as a formula of `angle`, both "
               "counted from the free state: \"2 N/mm*elongation + 3 N/mm^3*elongation^3\".")
      .only_for(springs)
      .file(
          "table", &F::table,
          "Instead of a stiffness: a CSV file `elongation [mm], force [N]` or `angle [degree], torque [N.m]`, smoothly "
          "interpolated.")
      .only_for(springs)
      .formula("damping_law", &F::damping_law,
               "Instead of a damping: tension or torque as a formula of `rate` (of the length or angle).")
      .only_for(springs)
      .file("damping_table", &F::damping_table,
            "Instead of a damping: a CSV file `rate [m/s], force [N]` or `rate [rad/s], torque [N.m]`.")
      .only_for(springs)
      .quantity("free_length", Kind::length, &F::free_length, "Length without tension; as placed if not given.")
      .not_negative()
      .only_for({"spring"})
      .quantity("free_angle", Kind::angle, &F::free_angle, "Angle without torque.")
      .fallback("0 rad")
      .only_for({"torsion-spring"})
      .quantity("preload", Kind::force, &F::preload, "Tension at the free length.")
      .fallback("0 N")
      .only_for({"spring"})
      .quantity("preload_torque", Kind::moment, &F::preload_torque, "Torque at the free angle, against turning on.")
      .fallback("0 N.m")
      .only_for({"torsion-spring"})
      .quantity("clearance", Kind::length, &F::clearance, "Radial clearance.")
      .fallback("0 m")
      .not_negative()
      .only_for({"radial-spring"})
      .quantity("damping_depth", Kind::length, &F::damping_depth, "Depth over which damping sets in.")
      .fallback("1 um")
      .positive()
      .only_for({"radial-spring"})
      .quantity("onset", Kind::length, &F::onset, "Depth beyond the clearance over which the stiffness comes up.")
      .fallback("0 m")
      .not_negative()
      .only_for({"radial-spring"})
      .quantity("film_stiffness", Kind::stiffness, &F::film_stiffness, "Besides, within the clearance too.")
      .fallback("0 N/m")
      .not_negative()
      .only_for({"radial-spring"})
      .quantity("film_damping", Kind::damping, &F::film_damping, "The same of damping, in both directions.")
      .fallback("0 N s/m")
      .not_negative()
      .only_for({"radial-spring"})
      .quantity("onset_damping", Kind::damping, &F::onset_damping,
                "Damping in both directions that comes up with the stiffness.")
      .fallback("0 N s/m")
      .not_negative()
      .only_for({"radial-spring"})
      .list("translation_stiffness", Kind::stiffness, &F::translation_stiffness,
            "Force over displacement." + three_or_nine)
      .only_for(bushing)
      .list("turn_stiffness", Kind::rotational_stiffness, &F::turn_stiffness, "Moment over angle." + three_or_nine)
      .only_for(bushing)
      .list("coupling_stiffness", Kind::force, &F::coupling_stiffness,
            "Force over angle, nine values row by row; moments over displacement are its transpose. With the two above "
            "this is the whole matrix of six by six.")
      .only_for(bushing)
      .quantity("damping_time", Kind::time, &F::damping_time,
                "Damping of the whole matrix, coupling included: this time times its stiffness, added to the dampings "
                "below.")
      .fallback("0 s")
      .not_negative()
      .only_for({"bushing"})
      .list("translation_damping", Kind::damping, &F::translation_damping, "Force over velocity." + three_or_nine)
      .only_for(bushing)
      .list("turn_damping", Kind::rotational_damping, &F::turn_damping, "Moment over angular velocity." + three_or_nine)
      .only_for(bushing)
      .vector("force_preload", Kind::force, &F::force_preload, "Force on the first marker when the two coincide.")
      .fallback("['0 N', '0 N', '0 N']")
      .only_for(bushing)
      .vector("moment_preload", Kind::moment, &F::moment_preload, "Moment on the first marker when the two coincide.")
      .fallback("['0 N.m', '0 N.m', '0 N.m']")
      .only_for(bushing)
      .tables("curve", &F::curves, bushing_curve_table(), "Nonlinear forces by direction, added to the matrices.")
      .only_for(bushing)
      .example(
          "[[force]]\nname = \"mount\"\ntype = \"bushing\"\nbetween = [\"engine.mount\", \"ground.mount\"]\n"
          "translation_stiffness = [\"1 kN/mm\", \"1 kN/mm\", \"2 kN/mm\"]\n"
          "curve = [ { direction = \"z\", file = \"rubber.csv\" } ]")
      .check(check_force);
}

}  // namespace trunnion
