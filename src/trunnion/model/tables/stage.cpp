#include "trunnion/model/tables/stage.h"

namespace trunnion {
namespace {

const std::vector<std::pair<std::string, StageType>> kTypes{
    {"fe-static", StageType::fe_static}, {"fe-modes", StageType::fe_modes}, {"static", StageType::equilibrium},
    {"steady", StageType::steady},       {"sweep", StageType::sweep},       {"transient", StageType::transient},
    {"modes", StageType::modes},         {"campbell", StageType::campbell}, {"response", StageType::response}};
const std::vector<std::string> kMechanismStages{"static", "steady",   "sweep",   "transient",
                                                "modes",  "campbell", "response"};

/// A member of StageInput::mechanism as target of a key.
template <class T>
auto M(T MechanismStageInput::*member) {
  return [member](StageInput& stage) -> T& { return stage.mechanism.*member; };
}

void check_mechanism_stage(const StageInput& s) {
  const MechanismStageInput& m = s.mechanism;
  if ((s.type == StageType::transient || s.type == StageType::sweep) && !(m.duration > 0))
    throw InputError("the key 'duration' is missing");
  if (s.type == StageType::campbell && (m.motion.empty() || m.speeds.empty()))
    throw InputError("a campbell stage needs 'motion' and 'speeds'");
  if (s.type == StageType::response && (m.load.empty() || !(m.to > m.from)))
    throw InputError("a response stage needs 'load', 'from' and 'to', with 'to' above 'from'");
  if (m.damping > 1) throw InputError("'damping' lies between 0 and 1");
}

}  // namespace

bool is_mechanism_stage(StageType type) { return type != StageType::fe_static && type != StageType::fe_modes; }

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
                         "fe-modes: its lowest eigenmodes. Of the mechanism: static: equilibrium at rest; steady: "
                         "equilibrium at the speeds of the motions; sweep: equilibria along the motions; transient: in "
                         "time; modes: small vibrations about the present state; campbell: modes over speed; response: "
                         "harmonic response.")
      .required()
      .text("body", &StageInput::body, "The body; not needed when there is only one.")
      .refers_to("flexible_body")
      .texts("cases", &StageInput::cases, "Load cases; all of the body if not given.")
      .only_for({"fe-static"})
      .integer("modes", &StageInput::modes, "Number of lowest modes.")
      .fallback("20")
      .at_least(1)
      .only_for({"fe-modes", "modes", "campbell"})
      .quantity("band", Kind::frequency, &StageInput::band,
                "All modes below this frequency, instead of a number of modes.")
      .positive()
      .only_for({"fe-modes"})
      .boolean("supported", &StageInput::supported, "false: leave the supports out and compute the free body.")
      .fallback("true")
      .only_for({"fe-modes"})
      .quantity("duration", Kind::time, M(&MechanismStageInput::duration), "How long; motions are functions of time.")
      .positive()
      .only_for({"transient", "sweep"})
      .quantity("step", Kind::time, M(&MechanismStageInput::step), "Fixed step; adaptive if not given.")
      .positive()
      .only_for({"transient"})
      .quantity("max_step", Kind::time, M(&MechanismStageInput::max_step), "Largest step; else 1/100 of the duration.")
      .positive()
      .only_for({"transient"})
      .integer("samples", M(&MechanismStageInput::samples), "Recorded instants, evenly spaced; positions of a sweep.")
      .fallback("500")
      .at_least(2)
      .only_for({"transient", "sweep", "response"})
      .number("accuracy", M(&MechanismStageInput::accuracy), "Factor on all tolerances; smaller is more accurate.")
      .fallback("1")
      .positive()
      .only_for({"transient"})
      .number("damping", M(&MechanismStageInput::damping),
              "What is left of the highest frequencies after a step: 1 keeps them, 0 removes them.")
      .fallback("0.7")
      .at_least(0)
      .only_for({"transient"})
      .choice<Integrator>("integrator", M(&MechanismStageInput::integrator),
                          {{"generalized-alpha", Integrator::generalized_alpha}, {"ida", Integrator::ida}},
                          "generalized-alpha, or ida (SUNDIALS, variable order) for smooth problems.")
      .fallback("generalized-alpha")
      .only_for({"transient"})
      .integer("max_order", M(&MechanismStageInput::max_order), "Highest order of ida; 2 for flexible bodies.")
      .fallback("2")
      .at_least(1)
      .only_for({"transient"})
      .texts("motions", M(&MechanismStageInput::motions), "Motions that act in this stage; all if not given.")
      .only_for(kMechanismStages)
      .integer("load_steps", M(&MechanismStageInput::load_steps), "Loads and gravity are brought up in so many steps.")
      .fallback("1")
      .at_least(1)
      .only_for({"static", "steady", "sweep"})
      .text("motion", M(&MechanismStageInput::motion), "Motion whose speed is varied.")
      .refers_to("motion")
      .only_for({"campbell"})
      .list("speeds", Kind::rotation_speed, M(&MechanismStageInput::speeds), "Speeds.")
      .only_for({"campbell"})
      .text("load", M(&MechanismStageInput::load), "Marker with the unit force.")
      .only_for({"response"})
      .text("at", M(&MechanismStageInput::at), "Marker whose displacement is wanted; the loaded one if not given.")
      .only_for({"response"})
      .vector("direction", Kind::number, M(&MechanismStageInput::direction), "Direction of the force, world axes.")
      .fallback("[1, 0, 0]")
      .only_for({"response"})
      .quantity("from", Kind::frequency, M(&MechanismStageInput::from), "Lowest frequency.")
      .positive()
      .only_for({"response"})
      .quantity("to", Kind::frequency, M(&MechanismStageInput::to), "Highest frequency.")
      .positive()
      .only_for({"response"})
      .check(check_mechanism_stage)
      .example("[[stage]]\ntype = \"fe-static\"\n\n[[stage]]\ntype = \"fe-modes\"\nmodes = 6");
}

}  // namespace trunnion
