#include "trunnion/model/tables/fit.h"

#include "trunnion/base/units.h"

namespace trunnion {
namespace {

using F = FitInput;
using M = ContactModeOptions;

TableSchema<WatchInput> watch_table() {
  return TableSchema<WatchInput>(
             "watch",
             "A place of a fit where pressure, friction stress and slip are recorded, or their means around it.")
      .text("name", &WatchInput::name, "Name in the curves: `fit.seat.M.pressure`.")
      .required()
      .vector("at", Kind::length, &WatchInput::at, "Where, in the axes of the mesh.")
      .required()
      .quantity(
          "radius", Kind::length, &WatchInput::radius,
          "Points nearer than this count, each by its area: where pressures of single points differ, at edges and "
          "on coarse meshes, their mean says more. Without points within it: the nearest alone. Not given: the value "
          "at "
          "the place itself, by the plane that fits the six nearest points best, so that nodes of the mesh can be "
          "watched, and one place on several meshes.")
      .at_least(0);
}

void check_interference(const F& fit) {
  const int ways = fit.interference.has_value() + !fit.formula.empty() + !fit.table.empty();
  if (ways > 1)
    throw InputError("give one of 'interference', 'interference_formula' and 'interference_table', not both or all");
  if (fit.clamp_force > 0 && ways > 0)
    throw InputError(
        "give either 'clamp_force' or an interference, not both: the program finds the interference for it");
  if (fit.basis_interference && !fit.interference)
    throw InputError("'basis_interference' goes with 'interference': both are one length");
}

void check_stiffness(const F& fit) {
  const std::string unit = fmt::format("Pa/m^{:g}", fit.exponent);
  const Dimension given = fit.stiffness.value_or(PhysicalQuantity{}).dimension;
  if (given == parse_unit(unit).dimension) return;
  const std::string usual = fit.exponent == 1 ? "N/mm^3, MPa/mm or Pa/m" : fmt::format("MPa/mm^{:g}", fit.exponent);
  throw InputError(fmt::format("'stiffness' is a pressure over a length{}: write it in {}; read was a value in {}",
                               fit.exponent == 1 ? "" : fmt::format(" to the power {:g}", fit.exponent), usual,
                               text(given).empty() ? "no unit" : text(given)));
}

void check_fit(const F& fit) {
  check_interference(fit);
  check_stiffness(fit);
  if (fit.outer == fit.inner) throw InputError("'outer' and 'inner' are the same surface; a fit needs two");
  validate(fit_law(fit));
}

}  // namespace

FitLaw fit_law(const FitInput& fit) {
  FitLaw law;
  law.stiffness = fit.stiffness.value_or(PhysicalQuantity{}).value;
  law.exponent = fit.exponent;
  law.smoothing = fit.smoothing;
  law.friction = fit.friction;
  law.sliding = fit.sliding_friction.value_or(-1);
  law.weakening = fit.weakening;
  law.elastic_slip = fit.elastic_slip;
  return law;
}

TableSchema<FitInput> fit_table() {
  return TableSchema<F>("fit",
                        "Two parts of one flexible body that are pressed together: a hub on a shaft, a ring in a "
                        "bore, flanges. The body holds both parts without common nodes, in one mesh or as "
                        "`flexible_body.part` with meshes of their own; any number of fits is possible.")
      .text("name", &F::name, "Name.")
      .required()
      .text("body", &F::body, "The flexible body; not needed when there is only one.")
      .refers_to("flexible_body")
      .text("outer", &F::outer, "Surface of the outer part (the bore).")
      .required()
      .text("inner", &F::inner, "Surface of the inner part (the shaft).")
      .required()
      .quantity("interference", Kind::length, &F::interference,
                "By how much the parts overlap before they are joined, along the normal: half of the difference of "
                "diameters. Zero or negative: a loose fit.")
      .quantity("basis_interference", Kind::length, &F::basis_interference,
                "The contact modes are made for this interference, so that one reduced body serves several; the "
                "interference itself if not given.")
      .formula("interference_formula", &F::formula,
               "Instead of a number: a length that depends on x, y, z, in the axes of the mesh. A barrelled seat: "
               "\"20 um*(1 - (z/(30 mm))^2)\".")
      .file("interference_table", &F::table,
            "Instead of a number: a CSV file of places in the axes of the mesh and what was measured there, `x [mm], y "
            "[mm], z [mm], interference [um]`. In between, the six nearest places count by their distance.")
      .quantity("clamp_force", Kind::force, &F::clamp_force,
                "Instead of a number, for bolts: the overlap (by which the bolt is tightened) is chosen so that the "
                "surfaces press on each other with this force once all parts are joined and before loads act.")
      .positive()
      .boolean("geometric", &F::geometric,
               "The distance of the surfaces as meshed counts too; else they are taken to lie on each other.")
      .fallback("false")
      .any_quantity("stiffness", &F::stiffness, "Pressure over penetration to the power `exponent`.")
      .fallback("1e5 N/mm^3")
      .number("exponent", &F::exponent, "Pressure grows with this power of the penetration.")
      .fallback("1")
      .at_least(1)
      .quantity("smoothing", Kind::length, &F::smoothing,
                "Penetration over which a linear law rises smoothly when it closes; helps where joints open and close "
                "in time.")
      .fallback("0 m")
      .not_negative()
      .number("friction", &F::friction, "Coulomb coefficient of rest.")
      .fallback("0")
      .not_negative()
      .number("sliding_friction", &F::sliding_friction, "Coefficient while sliding; that of rest if not given.")
      .not_negative()
      .quantity("weakening", Kind::length, &F::weakening,
                "Slid way over which friction falls from rest to sliding; the elastic slip if not given.")
      .not_negative()
      .quantity("elastic_slip", Kind::length, &F::elastic_slip,
                "Way that surfaces give before they slide. What slides, and when, depends on it.")
      .fallback("0.01 mm")
      .positive()
      .choice<ContactPoints>("points", &F::points, {{"faces", ContactPoints::faces}, {"nodes", ContactPoints::nodes}},
                             "Where pressure and friction are evaluated: at quadrature points of the faces, or at "
                             "nodes (on quadratic meshes their pressures alternate between corners and mid-sides).")
      .fallback("faces")
      .quantity("reach", Kind::length, &F::reach,
                "Farthest distance of points that face each other; half a face if not given.")
      .positive()
      .tables("watch", &F::watch, watch_table(), "Places whose pressure, friction stress and slip are recorded.")
      .check(check_fit)
      .example(
          "[[fit]]\nname = \"seat\"\nouter = \"BORE\"\ninner = \"SEAT\"\ninterference = \"0.025 mm\"\nstiffness = "
          "\"1e5 N/mm^3\"\nfriction = 0.2\nelastic_slip = \"0.01 mm\"");
}

TableSchema<ContactModeOptions> contact_modes_table() {
  return TableSchema<M>("contact_modes",
                        "Contact modes of a body with fits: static answers to pressures and friction stresses that "
                        "the joint can develop.")
      .integer("normal", &M::normal, "Contact modes from pressures, all fits together.")
      .fallback("100")
      .not_negative()
      .integer("tangential", &M::tangential, "Contact modes from friction; -1: as many as the basis gives.")
      .fallback("-1")
      .at_least(-1)
      .number("target", &M::target,
              "Relative error of the pressure to be met by the error indicator: the program then chooses the number "
              "of normal modes; 0: the number is given.")
      .fallback("0")
      .not_negative()
      .boolean("one_set", &M::one_set,
               "Pressures of first and second order in one principal component analysis instead of two.")
      .fallback("false")
      .boolean("energy_weighted", &M::energy_weighted, "Principal components by strain energy.")
      .fallback("false")
      .choice<ContactModeOrigin>(
          "origin", &M::origin,
          {{"joined", ContactModeOrigin::joined},
           {"preload", ContactModeOrigin::preload},
           {"undeformed", ContactModeOrigin::undeformed}},
          "Derivatives of the pressure where the interference acts along motions of the parts stuck together, along "
          "motions of parts that do not feel each other, or where the parts just touch.")
      .fallback("joined")
      .number("generator_exponent", &M::generator_exponent, "Power of the law whose derivatives are the pressures.")
      .fallback("2")
      .at_least(1)
      .boolean("relative_rigid", &M::relative_rigid,
               "false: the relative rigid motions of the parts are left out, for comparison.")
      .fallback("true")
      .boolean("shrink_vector", &M::shrink_vector, "false: the shrunk state is left out, for comparison.")
      .fallback("true")
      .integer("enrichment_sweeps", &M::enrichment_sweeps,
               "Runs of the reduced body whose tractions add modes; for joints that open.")
      .fallback("0")
      .not_negative()
      .integer("enrichment_modes", &M::enrichment_modes, "Modes added by each of them.")
      .fallback("16")
      .not_negative()
      .boolean("reach", &M::reach,
               "Find out by the error indicator how far interference and loads may move from the shrunk state.")
      .fallback("true")
      .number("cubature", &M::cubature,
              "Points per mode that stand for all points of the fits, 2 to 3; 0: all points are evaluated.")
      .fallback("0")
      .not_negative();
}

TableSchema<FitSprings> fit_springs_table() {
  return TableSchema<FitSprings>(
             "fit_springs",
             "Soft springs that hold parts together which only contact joins, while modes are computed. The program "
             "tunes them so that relative rigid motions lie far below the first elastic mode.")
      .quantity("translation", Kind::stiffness, &FitSprings::translation, "In each direction; tuned if not given.")
      .positive()
      .quantity("rotation", Kind::rotational_stiffness, &FitSprings::rotation, "About each axis; tuned if not given.")
      .positive();
}

TableSchema<ShrinkInput> shrink_table() {
  return TableSchema<ShrinkInput>("shrink", "How the parts are joined before contact modes are made.")
      .integer("steps", &ShrinkInput::steps, "Increments of the interference; friction remembers them.")
      .fallback("5")
      .at_least(1)
      .texts("held", &ShrinkInput::held,
             "Interfaces at rest meanwhile; those of the inner part of the first fit if not given (of the outer part "
             "where it has none).");
}

}  // namespace trunnion
