#include "trunnion/model/tables/output.h"

#include <algorithm>

namespace trunnion {
namespace {

using Q = OutputQuantity;
struct Row {
  Q quantity;
  const char* name;
  Kind kind;
};
constexpr Row kRows[] = {{Q::displacement, "displacement", Kind::length},
                         {Q::rotation, "rotation", Kind::angle},
                         {Q::von_mises, "von-mises", Kind::pressure},
                         {Q::stress, "stress", Kind::pressure},
                         {Q::reaction, "reaction", Kind::force},
                         {Q::reaction_moment, "reaction-moment", Kind::moment},
                         {Q::strain_energy, "strain-energy", Kind::energy},
                         {Q::frequency, "frequency", Kind::frequency},
                         {Q::mass, "mass", Kind::mass},
                         {Q::curve, "curve", Kind::number}};  // its kind is that of what was recorded

std::vector<std::pair<std::string, Q>> choices() {
  std::vector<std::pair<std::string, Q>> list;
  for (const Row& row : kRows) list.emplace_back(row.name, row.quantity);
  return list;
}

void check_component(const OutputInput& output) {
  std::vector<std::string> allowed;
  switch (output.quantity) {
    case Q::displacement:
    case Q::rotation:
    case Q::reaction:
    case Q::reaction_moment:
      allowed = {"x", "y", "z", "magnitude"};
      break;
    case Q::stress:
      allowed = {"xx", "yy", "zz", "xy", "yz", "zx"};
      break;
    default:
      break;
  }
  if (allowed.empty() && !output.component.empty())
    throw InputError(fmt::format("'component' has no meaning for quantity '{}'", name(output.quantity)));
  if (allowed.empty()) return;
  if (output.component.empty())
    throw InputError(fmt::format("the key 'component' is missing; one of: {}", fmt::join(allowed, ", ")));
  check_choice(output.component, allowed);
}

void check_output(const OutputInput& output) {
  check_component(output);
  const bool needs_place =
      output.quantity == Q::displacement || output.quantity == Q::rotation || output.quantity == Q::reaction_moment;
  if (output.quantity == Q::curve && output.on.empty())
    throw InputError("the key 'on' is missing: the recorded curve, like \"joint.main bearing.force\"");
  if (output.optional && output.quantity != Q::curve) throw InputError("'optional' belongs to quantity = \"curve\"");
  if ((output.take == OutputTake::last || output.take == OutputTake::repeat) && output.quantity != Q::curve)
    throw InputError("take = \"last\" and \"repeat\" belong to quantity = \"curve\"");
  if (output.last_cycle && (output.quantity != Q::curve || output.at || output.take == OutputTake::repeat))
    throw InputError("'last_cycle' belongs to quantity = \"curve\" with a 'take' other than \"repeat\"");
  if (output.at && (output.quantity != Q::curve || output.take))
    throw InputError("'at' belongs to quantity = \"curve\" and takes the place of 'take'");
  if (needs_place && output.on.empty())
    throw InputError(fmt::format("the key 'on' is missing: where the {} is taken", name(output.quantity)));
  if (output.expected && output.quantity != Q::curve) as_kind(*output.expected, kind_of(output.quantity));
  if (output.expected && !(output.within > 0))
    throw InputError("'expected' needs 'within', the relative deviation that is allowed, e.g. \"1 %\"");
}

}  // namespace

Kind kind_of(OutputQuantity quantity) {
  return std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& row) { return row.quantity == quantity; })
      ->kind;
}

std::string_view name(OutputQuantity quantity) {
  return std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& row) { return row.quantity == quantity; })
      ->name;
}

TableSchema<OutputInput> output_table() {
  return TableSchema<OutputInput>("output",
                                  "A number you want by name in `summary.json` and in the report. SI in the summary.")
      .text("name", &OutputInput::name, "Name of the number.")
      .required()
      .choice<Q>("quantity", &OutputInput::quantity, choices(),
                 "What it is. curve: of a curve that a static, steady, sweep or transient stage recorded.")
      .required()
      .text("stage", &OutputInput::stage, "Stage it is taken from; not needed when only one can give it.")
      .refers_to("stage")
      .text("case", &OutputInput::load_case, "Load case; not needed when there is only one.")
      .text("on", &OutputInput::on,
            "Node set, surface or interface; the whole body if not given. Of a curve its name: \"measure.turn\", "
            "\"joint.main bearing.force\", \"force.mount.force\", \"body.slider.x\".")
      .text("component", &OutputInput::component, "x, y, z or magnitude; for stress xx, yy, zz, xy, yz or zx.")
      .choice<OutputTake>("take", &OutputInput::take,
                          {{"mean", OutputTake::mean},
                           {"max", OutputTake::max},
                           {"min", OutputTake::min},
                           {"largest", OutputTake::largest},
                           {"last", OutputTake::last},
                           {"repeat", OutputTake::repeat}},
                          "How the values of several nodes or instants become one; largest is by magnitude with its "
                          "sign; repeat: root mean square of the difference between the last two cycles of the stage "
                          "at equal angles, in percent of the range. Displacements: mean, stresses and curves: "
                          "largest, if not given.")
      .boolean("last_cycle", &OutputInput::last_cycle,
               "Of a curve only the last `cycle` of the stage counts; all of it where the stage is shorter.")
      .fallback("false")
      .any_quantity("at", &OutputInput::at,
                    "The value of a curve at this instant, or at this value of what a sweep varies, instead of `take`; "
                    "null where the curve does not reach it.")
      .integer("mode", &OutputInput::mode, "For frequency: number of the mode, from 1.")
      .fallback("1")
      .at_least(1)
      .boolean("elastic", &OutputInput::elastic, "For frequency: rigid motions are not counted.")
      .fallback("true")
      .boolean("optional", &OutputInput::optional,
               "Of a curve that not every variant of the model records: where there is none the number is null.")
      .fallback("false")
      .any_quantity("expected", &OutputInput::expected,
                    "What you expect it to be; a larger deviation than `within` makes the run fail.")
      .number("within", &OutputInput::within, "Allowed relative deviation from `expected`, e.g. \"1 %\".")
      .positive()
      .text("label", &OutputInput::label, "How the report calls it.")
      .example(
          "[[output]]\nname = \"tip_deflection\"\nquantity = \"displacement\"\ncase = \"tip\"\non = "
          "\"xmax\"\ncomponent = \"z\"")
      .check(check_output);
}

}  // namespace trunnion
