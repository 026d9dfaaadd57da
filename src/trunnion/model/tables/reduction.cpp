#include "trunnion/model/tables/reduction.h"

#include "trunnion/reduction/check_reduction.h"

namespace trunnion {
namespace {

using R = ReductionInput;

/// Member of the options inside the input.
template <class T>
auto option(T ReductionOptions::*member) {
  return [member](R& input) -> T& { return input.options.*member; };
}

void check_reduction(const R& input) {
  const ReductionOptions& o = input.options;
  const bool counted = o.rule != SelectionRule::cutoff && o.rule != SelectionRule::automatic;
  check_selection(o);
  if (o.rule == SelectionRule::automatic && !o.quality.compute)
    throw InputError("select = \"automatic\" needs the comparison with the unreduced model; leave 'quality' on");
  if (counted && o.count <= 0 && o.completeness <= 0)
    throw InputError("this 'select' needs 'modes' (how many) or 'completeness' (how much interface mass)");
  if (input.weights.size() != 2 || input.weights[0] < 0 || input.weights[1] < 0 ||
      input.weights[0] + input.weights[1] <= 0)
    throw InputError("'weights' are two numbers, for translation and rotation, not negative and not both zero");
  if (input.rayleigh_alpha.has_value() != input.rayleigh_beta.has_value())
    throw InputError("Rayleigh damping needs both 'rayleigh_alpha' and 'rayleigh_beta'");
  if (input.rayleigh_alpha && !input.mode_damping.empty())
    throw InputError("give either Rayleigh damping or 'mode_damping', not both");
  for (const std::string& load : input.geometric)
    if (load != "inertia" && load != "interface")
      throw InputError(
          fmt::format("geometric_stiffness: '{}' is not known; allowed are \"inertia\" and \"interface\"", load));
  if (o.reference == ReferenceCondition::chord && o.chord.size() != 2)
    throw InputError("reference = \"chord\" needs chord = [\"one interface\", \"another\"]");
}

TableSchema<ResponsesInput> responses_table() {
  return TableSchema<ResponsesInput>("responses",
                                     "Nodal displacements that another program found on the same mesh; `trunnion "
                                     "export` writes decks whose answers can be read here.")
      .file("file", &ResponsesInput::file, "Result file: CalculiX .frd or .dat, Nastran .pch.")
      .required()
      .text("unit", &ResponsesInput::unit, "Length unit of the deck.")
      .fallback("m");
}

}  // namespace

TableSchema<ReductionInput> reduction_table() {
  return TableSchema<R>("reduction", "How the body is reduced to few coordinates.")
      .choice<ReductionMethod>("method", option(&ReductionOptions::method),
                               {{"craig-bampton", ReductionMethod::craig_bampton},
                                {"guyan", ReductionMethod::guyan},
                                {"free", ReductionMethod::free_modes}},
                               "craig-bampton: constraint modes, fixed-interface modes and truncation vectors; guyan: "
                               "constraint modes only; free: modes of the free body only.")
      .fallback("craig-bampton")
      .quantity("band", Kind::frequency, option(&ReductionOptions::band), "Up to here the body is to be accurate.")
      .fallback("10 kHz")
      .positive()
      .texts("interfaces", option(&ReductionOptions::interfaces),
             "Interfaces that are kept, or sets of nodes that are all kept; * and ? stand for any letters. All "
             "interfaces if not given.")
      .choice<SelectionRule>("select", option(&ReductionOptions::rule),
                             {{"cutoff", SelectionRule::cutoff},
                              {"count", SelectionRule::count},
                              {"interface-mass", SelectionRule::interface_mass},
                              {"band-interface-mass", SelectionRule::band_interface_mass},
                              {"automatic", SelectionRule::automatic}},
                             "Which fixed-interface modes are kept: all below a cut-off; the lowest; by interface "
                             "mass, plain or weighted towards the band; or the fewest for an accuracy over the band.")
      .fallback("cutoff")
      .integer("modes", option(&ReductionOptions::count), "How many modes are kept; not used by select = \"cutoff\".")
      .not_negative()
      .integer("pool", option(&ReductionOptions::pool),
               "Interface-mass rules with 'modes' choose among so many; twice as many as are kept if not given.")
      .not_negative()
      .quantity(
          "cutoff", Kind::frequency, option(&ReductionOptions::cutoff),
          "select = \"cutoff\": modes below it are kept; select = \"automatic\": modes below it are computed first; "
          "1.5 times the band if not given.")
      .positive()
      .number(
          "accuracy", option(&ReductionOptions::accuracy),
          "select = \"automatic\": largest relative error of a frequency response between interfaces over the band.")
      .fallback("0.01")
      .positive()
      .number(
          "completeness", option(&ReductionOptions::completeness),
          "Target for the interface mass of the kept modes, between 0 (none) and 1; modes are then taken by interface "
          "mass until it is met, with select = \"band-interface-mass\" after all modes below 1.3 times the band.")
      .fallback("0")
      .not_negative()
      .boolean("count_vectors", option(&ReductionOptions::count_vectors),
               "Truncation vectors count towards the target; modes and vectors are chosen so that few coordinates meet "
               "it, by a search (theory/reduction.md, section 5).")
      .fallback("false")
      .list("weights", Kind::number, &R::weights, "Shares of translation and rotation in the interface mass.", 2)
      .fallback("[0.5, 0.5]")
      .integer("truncation_vectors", option(&ReductionOptions::truncation_vectors),
               "At most so many, lowest pseudo-frequencies first; -1: all.")
      .fallback("-1")
      .at_least(-1)
      .integer("max_modes", option(&ReductionOptions::max_modes), "A selection that needs more is refused.")
      .fallback("2000")
      .positive()
      .integer("interface_modes", option(&ReductionOptions::interface_modes),
               "For many interface dofs: so many elastic modes of the statically condensed body replace them; 0: none.")
      .fallback("0")
      .not_negative()
      .texts("load_modes", &R::load_cases, "Load cases inside the body whose static answers are added as modes.")
      .table("responses", &R::responses, responses_table(),
             "Static answers of the mesh from another program, added as modes.")
      .quantity("orthogonal_cutoff", Kind::frequency, option(&ReductionOptions::orthogonal_cutoff),
                "Cuts the orthogonalised modes; spoils static answers, for comparison only.")
      .positive()
      .number("damping", &R::damping_ratio, "Damping ratio of every elastic mode.")
      .fallback("0.02")
      .not_negative()
      .quantity("rayleigh_alpha", Kind::frequency, &R::rayleigh_alpha, "Rayleigh damping, mass-proportional part.")
      .not_negative()
      .quantity("rayleigh_beta", Kind::time, &R::rayleigh_beta, "Rayleigh damping, stiffness-proportional part.")
      .not_negative()
      .list("mode_damping", Kind::number, &R::mode_damping, "Damping ratio mode by mode; the last one serves the rest.")
      .not_negative()
      .choice<ReferenceCondition>(
          "reference", option(&ReductionOptions::reference),
          {{"mean-axis", ReferenceCondition::mean_axis}, {"chord", ReferenceCondition::chord}},
          "Which rigid motion is taken out of the modes: none is left in the mean (mean-axis), or "
          "the line between two interfaces stays at rest (chord; for rods under axial load).")
      .fallback("mean-axis")
      .texts("chord", option(&ReductionOptions::chord), "The two interfaces of the chord.")
      .texts("geometric_stiffness", &R::geometric,
             "Loads whose stress changes the stiffness: \"inertia\" (spin and acceleration), \"interface\" (forces and "
             "moments at the interfaces), or both; none if not given. Matters for fast rotation and for slender rods "
             "under axial load.")
      .table(
          "contact_modes", [](R& input) -> ContactModeOptions& { return input.options.fits.modes; },
          contact_modes_table(), "How many contact modes follow the fits of the body, and how they are made.")
      .table("shrink", &R::shrink, shrink_table(), "How the fits of the body are joined.")
      .table(
          "fit_springs", [](R& input) -> FitSprings& { return input.options.fits.springs; }, fit_springs_table(),
          "Soft springs between parts that only fits join.")
      .texts("stress", option(&ReductionOptions::stress_sets),
             "Sets or surfaces where stresses are wanted; \"surface\": all of the outer surface.")
      .texts("surfaces", option(&ReductionOptions::surfaces),
             "Sets or surfaces whose motion is wanted in full precision.")
      .boolean("certify", option(&ReductionOptions::certify),
               "Prove by an inertia count that no mode was missed; costs one more factorisation, about as long as the "
               "reduction.")
      .fallback("true")
      .boolean(
          "quality", [](R& input) -> bool& { return input.options.quality.compute; },
          "Compare with the unreduced model over the band.")
      .fallback("true")
      .integer(
          "lines", [](R& input) -> Index& { return input.options.quality.lines; },
          "Frequency lines of that comparison.")
      .fallback("500")
      .at_least(2)
      .integer(
          "compared_dofs", [](R& input) -> Index& { return input.options.quality.compared; },
          "Interface degrees of freedom whose responses are compared, every pair of them; where there are more, those "
          "of reference points first, then an even choice among the nodes of sets.")
      .fallback("96")
      .positive()
      .integer(
          "quality_limit", [](R& input) -> Index& { return input.options.quality.most; },
          "With more interface degrees of freedom than this the comparison is left out.")
      .fallback("2000")
      .positive()
      .example("reduction = { band = \"10 kHz\", truncation_vectors = 12, damping = 0.02 }")
      .check(check_reduction);
}

ReductionOptions reduction_options(const ReductionInput& input) {
  ReductionOptions options = input.options;
  options.weights = {input.weights[0], input.weights[1]};
  for (const std::string& load : input.geometric)
    (load == "inertia" ? options.geometric.inertia : options.geometric.interface) = true;
  options.fits.shrink_steps = input.shrink.steps;
  options.fits.held = input.shrink.held;
  options.damping = ModalDamping{input.damping_ratio};
  if (input.rayleigh_alpha && input.rayleigh_beta)
    options.damping = RayleighDamping{*input.rayleigh_alpha, *input.rayleigh_beta};
  if (!input.mode_damping.empty()) options.damping = PerModeDamping{input.mode_damping};
  return options;
}

}  // namespace trunnion
