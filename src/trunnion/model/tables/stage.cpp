#include "trunnion/model/tables/stage.h"

namespace trunnion {
namespace {

const std::vector<std::pair<std::string, StageType>> kTypes{
    {"fe-static", StageType::fe_static},   {"fe-modes", StageType::fe_modes}, {"static", StageType::equilibrium},
    {"steady", StageType::steady},         {"sweep", StageType::sweep},       {"transient", StageType::transient},
    {"modes", StageType::modes},           {"campbell", StageType::campbell}, {"response", StageType::response},
    {"mesh-cycle", StageType::mesh_cycle}, {"touch", StageType::touch}};
const std::vector<std::string> kMechanismStages{"static", "steady",   "sweep",   "transient",
                                                "modes",  "campbell", "response"};

/// A member of StageInput::mechanism as target of a key.
template <class T>
auto M(T MechanismStageInput::*member) {
  return [member](StageInput& stage) -> T& { return stage.mechanism.*member; };
}

/// The same for StageInput::gears.
template <class T>
auto C(T MeshCycleInput::*member) {
  return [member](StageInput& stage) -> T& { return stage.gears.*member; };
}

TableSchema<CycleInput> cycle_table() {
  return TableSchema<CycleInput>("cycle", "Averages recorded curves over all whole cycles of the stage.")
      .text("angle", &CycleInput::angle, "The measure (an angle) that goes on through the cycles.")
      .refers_to("measure")
      .required()
      .quantity("period", Kind::angle, &CycleInput::period, "Angle of a cycle: two turns of a four-stroke engine.")
      .fallback("720 deg")
      .positive()
      .integer("points", &CycleInput::points, "Points on the mean cycle.")
      .fallback("720")
      .between(7, 1000001);
}

TableSchema<ContactStepInput> step_table() {
  using S = ContactStepInput;
  return TableSchema<S>("steps", "A step of statics with fits: what changes, in how many parts. Friction remembers.")
      .text("name", &S::name, "Name of the step in results and outputs (`case` there).")
      .required()
      .text("case", &S::load_case, "Load case that is brought up; the load stays as it is if not given.")
      .text("from", &S::from, "Earlier step whose end it starts from; the one before if not given.")
      .integer("increments", &S::increments, "Equal parts.")
      .fallback("5")
      .between(0, 100001)
      .number("share", &S::share, "Share of the interference that is there at the end.")
      .fallback("1")
      .not_negative()
      .text("compare", &S::compare,
            "Stage of the mechanism that ends in the same state: its pressures are compared point by point. Of a sweep "
            "also one of its positions, with \" at \" in between: \"torsion at 2 s\".")
      .example(
          "steps = [ { name = \"shrink\" }, { name = \"bend\", case = \"bend\", increments = 5, compare = \"bending\" "
          "} ]");
}

TableSchema<OrderInput> order_table() {
  return TableSchema<OrderInput>("order_analysis",
                                 "Orders of a recorded curve (oscillations per turn) over the speed of a run-up.")
      .text("signal", &OrderInput::signal,
            "The curve by its name in the results: \"measure.disc\", \"joint.main bearing.force\", "
            "\"force.mount.force\", \"body.crank.y\".")
      .required()
      .text("angle", &OrderInput::angle, "The measure (an angle) whose turns count.")
      .refers_to("measure")
      .required()
      .list("orders", Kind::number, &OrderInput::orders, "Orders whose amplitude is drawn over speed.")
      .fallback("[0.5, 1, 2]")
      .positive()
      .number("max_order", &OrderInput::max_order, "Highest order of the spectra.")
      .fallback("10")
      .positive()
      .number("revolutions", &OrderInput::revolutions,
              "Turns in one window: more resolve orders better, fewer follow the speed better.")
      .fallback("8")
      .at_least(2)
      .number("overlap", &OrderInput::overlap, "Share of a window that the next one sees again.")
      .fallback("0.75")
      .between(-1e-9, 0.99);
}

void check_sweep(const MechanismStageInput& m) {
  const int ways = (m.duration > 0) + !m.motion.empty() + !m.parameter.empty();
  if (ways != 1)
    throw InputError(
        "a sweep goes over time ('duration'), over the value of a motion ('motion', 'first', 'last') or over a "
        "parameter ('parameter', 'first', 'last'): give exactly one of these");
  if (!(m.duration > 0) && (!m.first || !m.last)) throw InputError("the keys 'first' and 'last' are missing");
}

// What one integrator knows and the other would pass over in silence.
void check_integrator(const MechanismStageInput& m) {
  const MechanismStageInput usual;
  if (m.integrator == Integrator::ida && m.step > 0)
    throw InputError(
        "'step' belongs to generalized-alpha; ida chooses its steps by 'accuracy', and 'max_step' bounds them");
  if (m.integrator == Integrator::ida && m.damping != usual.damping)
    throw InputError(
        "'damping' belongs to generalized-alpha; ida damps high frequencies by its order: take a lower 'max_order'");
  if (m.integrator != Integrator::ida && m.max_order != usual.max_order)
    throw InputError("'max_order' belongs to integrator = \"ida\"; generalized-alpha is of order 2");
}

void check_mechanism_stage(const StageInput& s) {
  const MechanismStageInput& m = s.mechanism;
  if (s.type == StageType::transient && !(m.duration > 0)) throw InputError("the key 'duration' is missing");
  if (s.type == StageType::sweep) check_sweep(m);
  if (s.type == StageType::campbell && (m.motion.empty() || m.speeds.empty()))
    throw InputError("a campbell stage needs 'motion' and 'speeds'");
  if (s.type == StageType::response && (m.load.empty() == m.motion.empty() || !(m.to > m.from)))
    throw InputError("a response stage needs 'load' or 'motion', and 'from' and 'to', with 'to' above 'from'");
  if (s.type == StageType::response && !m.motion.empty() && m.at.empty())
    throw InputError("a response to a motion needs 'at', the marker whose displacement is wanted");
  check_integrator(m);
  if (m.damping > 1) throw InputError("'damping' lies between 0 and 1");
  if (s.type == StageType::mesh_cycle && !(s.gears.torque > 0))
    throw InputError("a mesh-cycle stage needs 'torque', the load on the driven gear");
  if (!s.gears.misalignments.empty() && s.gears.torques.empty())
    throw InputError("'misalignments' goes with 'torques': every torque is run with every misalignment");
}

}  // namespace

bool is_fe_stage(StageType type) { return type == StageType::fe_static || type == StageType::fe_modes; }

bool is_mechanism_stage(StageType type) {
  return !is_fe_stage(type) && type != StageType::mesh_cycle && type != StageType::touch;
}

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
                         "equilibrium at the speeds of the motions, where an unbalanced rotor on springs whirls with "
                         "its shaft (about the axis of the second marker of its motion); sweep: equilibria along the "
                         "motions; transient: in "
                         "time; modes: small vibrations about the present state; campbell: modes over speed; response: "
                         "harmonic response. mesh-cycle: a gear pair under load over the cycle of one tooth. "
                         "touch: elastic bodies near known positions that touch.")
      .required()
      .text("body", &StageInput::body, "The body; not needed when there is only one.")
      .refers_to("flexible_body")
      .texts("cases", &StageInput::cases, "Load cases; all of the body if not given.")
      .only_for({"fe-static"})
      .tables(
          "steps", &StageInput::steps, step_table(),
          "Statics of a body with fits on its full mesh, step by step; without it the interference is brought up in "
          "one step, and each load case is another one from there.")
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
      .between(1, 1000001)
      .only_for({"transient", "sweep", "response"})
      .list("pictures_at", Kind::time, M(&MechanismStageInput::pictures_at),
            "Instants, counted from the start of the stage, whose displacement and stress fields are wanted; up to 60 "
            "evenly spread ones if not given.")
      .not_negative()
      .only_for({"transient"})
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
      .choice<bool>("coupling", M(&MechanismStageInput::fixed_point), {{"newton", false}, {"fixed-point", true}},
                    "How films and bodies find each other in a step. newton: together, with exact tangents; "
                    "fixed-point: in turn, with Newmark's method, for comparison; needs far smaller steps where films "
                    "are thin.")
      .fallback("newton")
      .only_for({"transient"})
      .integer("max_order", M(&MechanismStageInput::max_order), "Highest order of ida, 1 to 5; 2 for flexible bodies.")
      .fallback("2")
      .between(0.5, 5.5)
      .only_for({"transient"})
      .quantity("checkpoint_every", Kind::time, M(&MechanismStageInput::checkpoint_every),
                "Time on the clock after which results so far and a checkpoint for `--restart` are written; more where "
                "writing would take over a tenth of the time.")
      .fallback("10 s")
      .not_negative()
      .only_for({"transient"})
      .tables("order_analysis", M(&MechanismStageInput::orders), order_table(),
              "Order spectra and waterfall of recorded curves over a run-up.")
      .only_for({"transient"})
      .table("cycle", M(&MechanismStageInput::cycle), cycle_table(),
             "The mean cycle of a machine that repeats itself: forces, films and channels over its angle, polar load "
             "diagrams and orbits of bearings.")
      .only_for({"transient"})
      .texts("motions", M(&MechanismStageInput::motions),
             "Motions that act in this stage; all if not given. One that is left out lets go: its joint is free.")
      .only_for(kMechanismStages)
      .integer("load_steps", M(&MechanismStageInput::load_steps),
               "Loads, gravity and motions are brought up in so many steps.")
      .fallback("1")
      .between(0, 100001)
      .only_for({"static", "steady", "sweep"})
      .boolean("error_indicator", M(&MechanismStageInput::error_indicator),
               "How far the pressures of fits are off in the states of the stage, estimated from the residual of the "
               "full mesh: one factorization and some solves, no solution of the full contact problem. In time, the "
               "states at `pictures_at` are judged, else 16 evenly spread ones: name instants after loads jump.")
      .fallback("true")
      .only_for({"static", "steady", "sweep", "transient"})
      .text("motion", M(&MechanismStageInput::motion),
            "campbell: motion whose speed is varied; sweep: motion whose angle or way is varied; response: motion that "
            "shakes instead of a load.")
      .refers_to("motion")
      .only_for({"campbell", "sweep", "response"})
      .text("parameter", M(&MechanismStageInput::parameter),
            "Name from [parameters] that is varied; the mechanism keeps its last value in the stages that follow.")
      .only_for({"sweep"})
      .boolean("steady", M(&MechanismStageInput::running),
               "true: every position runs steadily at the speeds of the motions, so that centrifugal loads act: with "
               "a parameter that gives a speed the fits of a spinning body open where they do.")
      .fallback("false")
      .only_for({"sweep"})
      .any_quantity("first", M(&MechanismStageInput::first), "First value of the motion or parameter.")
      .only_for({"sweep"})
      .any_quantity("last", M(&MechanismStageInput::last), "Last value of the motion or parameter.")
      .only_for({"sweep"})
      .list("speeds", Kind::rotation_speed, M(&MechanismStageInput::speeds), "Speeds.")
      .only_for({"campbell"})
      .text("load", M(&MechanismStageInput::load), "Marker that is loaded.")
      .only_for({"response"})
      .text("at", M(&MechanismStageInput::at), "Marker whose displacement is wanted; the loaded one if not given.")
      .only_for({"response"})
      .vector("direction", Kind::number, M(&MechanismStageInput::direction),
              "Direction of the force, or axis of the torque, world axes.")
      .fallback("[1, 0, 0]")
      .only_for({"response"})
      .any_quantity(
          "amplitude", M(&MechanismStageInput::amplitude),
          "Of the harmonic load: a force or a torque, 1 N if not given. With 'motion': of the angle or way it "
          "adds to that motion, 1 rad or 1 m if not given.")
      .only_for({"response"})
      .quantity("from", Kind::frequency, M(&MechanismStageInput::from), "Lowest frequency.")
      .positive()
      .only_for({"response"})
      .quantity("to", Kind::frequency, M(&MechanismStageInput::to), "Highest frequency.")
      .positive()
      .only_for({"response"})
      .text("gear_pair", C(&MeshCycleInput::gear_pair), "The gears; not needed when there is only one pair.")
      .refers_to("gear_pair")
      .only_for({"mesh-cycle"})
      .quantity("torque", Kind::moment, C(&MeshCycleInput::torque), "Output torque: load that resists the driven gear.")
      .positive()
      .only_for({"mesh-cycle"})
      .number("friction", C(&MeshCycleInput::friction), "Coefficient of friction between the flanks.")
      .fallback("0")
      .not_negative()
      .only_for({"mesh-cycle"})
      .integer(
          "positions", C(&MeshCycleInput::positions),
          "Positions over the cycle of one tooth. With pitch deviations over as many of them as pass until the same "
          "teeth meet again: least common multiple of the numbers of teeth, or of the lengths of lists that repeat.")
      .fallback("50")
      .at_least(4)
      .only_for({"mesh-cycle"})
      .quantity(
          "misalignment", Kind::length, C(&MeshCycleInput::misalignment),
          "Of the axes in the plane of action: by how much the flanks stand farther apart at the +z end of the face "
          "than at the other. Computed in three dimensions.")
      .fallback("0 m")
      .only_for({"mesh-cycle"})
      .quantity("inclination", Kind::length, C(&MeshCycleInput::inclination),
                "Deviation of the axes over the face width, in the plane that holds both (f_Sigma_delta of ISO/TR "
                "10064-3): farther apart at the +z end than at the other. Opens the flanks there by sin(working "
                "pressure angle) times as much, those of an internal gear at the other end.")
      .fallback("0 m")
      .only_for({"mesh-cycle"})
      .quantity("skew", Kind::length, C(&MeshCycleInput::skew),
                "The same square to that plane (f_Sigma_beta): at +z the driven gear stands farther on, the way teeth "
                "pass the pitch point. Opens the flanks there by cos(working pressure angle) times as much.")
      .fallback("0 m")
      .only_for({"mesh-cycle"})
      .list("torques", Kind::moment, C(&MeshCycleInput::torques),
            "Further cycles at these torques, each with each of `misalignments`: diagrams over the torque.")
      .positive()
      .only_for({"mesh-cycle"})
      .list("misalignments", Kind::length, C(&MeshCycleInput::misalignments), "See `torques`.")
      .only_for({"mesh-cycle"})
      .quantity("driver_speed", Kind::rotation_speed, C(&MeshCycleInput::driver_speed),
                "Speed of the driver: the dynamic factor of the two gears alone is computed, at this speed and over a "
                "range.")
      .positive()
      .only_for({"mesh-cycle"})
      .list("inertias", Kind::inertia, C(&MeshCycleInput::inertias),
            "Of driver and driven gear about their axes, for the dynamic factor; not given: blanks from the hub to the "
            "reference circle with the density of their materials.",
            2)
      .positive()
      .only_for({"mesh-cycle"})
      .number("mesh_damping", C(&MeshCycleInput::mesh_damping), "Damping ratio of the mesh, for the dynamic factor.")
      .fallback("0.07")
      .positive()
      .only_for({"mesh-cycle"})
      .text("touch", &StageInput::touch, "The [[touch]]; not needed when there is only one.")
      .refers_to("touch")
      .only_for({"touch"})
      .check(check_mechanism_stage)
      .example("[[stage]]\ntype = \"fe-static\"\n\n[[stage]]\ntype = \"fe-modes\"\nmodes = 6");
}

}  // namespace trunnion
