#include "trunnion/model/tables/stage.h"

namespace trunnion {
namespace {

const std::vector<std::pair<std::string, StageType>> kTypes{{"fe-static", StageType::fe_static},
                                                            {"fe-modes", StageType::fe_modes}};

}  // namespace

std::string_view name(StageType type) {
  for (const auto& entry : kTypes)
    if (entry.second == type) return entry.first;
  return "";
}

TableSchema<StageInput> stage_table() {
  return TableSchema<StageInput>("stage", "What is computed. Stages run in the order of the file.")
      .text("name", &StageInput::name, "Name in results and outputs; the type if not given.")
      .choice<StageType>("type", &StageInput::type, kTypes,
                         "fe-static: linear statics of an unreduced body, all load cases on one factorization; "
                         "fe-modes: its lowest eigenmodes.")
      .required()
      .text("body", &StageInput::body, "The body; not needed when there is only one.")
      .refers_to("flexible_body")
      .texts("cases", &StageInput::cases, "Load cases; all of the body if not given.")
      .only_for({"fe-static"})
      .integer("modes", &StageInput::modes, "Number of lowest modes.")
      .fallback("20")
      .at_least(1)
      .only_for({"fe-modes"})
      .quantity("band", Kind::frequency, &StageInput::band,
                "All modes below this frequency, instead of a number of modes.")
      .positive()
      .only_for({"fe-modes"})
      .boolean("supported", &StageInput::supported, "false: leave the supports out and compute the free body.")
      .fallback("true")
      .only_for({"fe-modes"})
      .example("[[stage]]\ntype = \"fe-static\"\n\n[[stage]]\ntype = \"fe-modes\"\nmodes = 6");
}

}  // namespace trunnion
