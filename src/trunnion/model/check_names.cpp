#include "trunnion/model/check_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "trunnion/model/compared_place.h"

namespace trunnion {
namespace {

template <class List, class Name>
std::vector<std::string> names_of(const List& list, Name name) {
  std::vector<std::string> names;
  for (const auto& item : list)
    if (!name(item).empty()) names.push_back(name(item));
  return names;
}

template <class List, class Name>
void check_unique(const List& list, const char* table, Name name, ReadContext& context) {
  std::map<std::string, SourceLocation> seen;
  for (const auto& item : list) {
    if (name(item).empty()) continue;
    const auto [first, fresh] = seen.emplace(name(item), item.where);
    if (!fresh)
      context.problems.emplace_back(item.where, fmt::format("{}: the name '{}' is taken already, at {}", table,
                                                            name(item), first->second.text()));
  }
}

void unknown(const SourceLocation& where, const char* who, const char* what, const std::string& name,
             const std::vector<std::string>& known, ReadContext& context) {
  context.problems.emplace_back(
      where, fmt::format("{}: there is no {} '{}'{}", who, what, name,
                         known.empty() ? fmt::format("; the model has none") : name_hint(name, known)));
}

/// Replaces the name of a top-level material or mesh by the thing itself.
template <class List, class Name, class Thing>
void fill_in(const std::string& wanted, std::optional<Thing>& target, const List& list, Name name,
             const SourceLocation& where, const char* who, const char* what, ReadContext& context) {
  if (wanted.empty()) return;
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& item) { return name(item) == wanted; });
  if (found != list.end())
    target = *found;
  else
    unknown(where, who, what, wanted, names_of(list, name), context);
}

/// The only body where none is named; the named one must exist.
void default_body(std::string& body, const Model& model, const SourceLocation& where, const char* who,
                  ReadContext& context) {
  const auto names = names_of(model.flexible_bodies, [](auto& b) { return b.name; });
  if (body.empty() && names.size() == 1)
    body = names.front();
  else if (body.empty())
    context.problems.emplace_back(where,
                                  fmt::format("{}: the model has {} bodies; say which with 'body'", who, names.size()));
  else if (std::find(names.begin(), names.end(), body) == names.end())
    unknown(where, who, "flexible_body", body, names, context);
}

void resolve_bodies(Model& model, ReadContext& context) {
  const auto material_name = [](const MaterialInput& m) { return m.material.name; };
  const auto mesh_name = [](const MeshInput& m) { return m.name; };
  for (RigidBodyInput& body : model.rigid_bodies)
    fill_in(body.mesh_name, body.mesh, model.meshes, mesh_name, body.where, "rigid_body", "mesh", context);
  for (FlexibleBodyInput& body : model.flexible_bodies) {
    fill_in(body.mesh_name, body.mesh, model.meshes, mesh_name, body.where, "flexible_body", "mesh", context);
    fill_in(body.material_name, body.material, model.materials, material_name, body.where, "flexible_body", "material",
            context);
    for (PartInput& part : body.parts) {
      fill_in(part.material_name, part.material, model.materials, material_name, part.where, "flexible_body",
              "material", context);
      fill_in(part.mesh_name, part.mesh, model.meshes, mesh_name, part.where, "part", "mesh", context);
    }
    check_unique(
        body.interfaces, "interface", [](auto& i) { return i.name; }, context);
  }
}

void resolve_contacts(Model& model, ReadContext& context) {
  const auto name = [](const MaterialInput& m) { return m.material.name; };
  for (ContactInput& c : model.contacts) {
    fill_in(c.material_name_i, c.material_i, model.materials, name, c.where, "contact", "material", context);
    fill_in(c.material_name_j, c.material_j, model.materials, name, c.where, "contact", "material", context);
  }
}

/// Something must press the parts of a fit together: a size, a force, or temperatures.
void check_interference(const FitInput& fit, const Model& model, ReadContext& context) {
  if (fit.interference || !fit.formula.empty() || !fit.table.empty() || fit.geometric || fit.clamp_force > 0) return;
  for (const FlexibleBodyInput& body : model.flexible_bodies)
    if (body.name == fit.body)
      for (const PartInput& part : body.parts)
        if (part.temperature != 0) return;
  context.problems.emplace_back(
      fit.where, fmt::format("fit '{}': the interference is missing: give 'interference' (a radial length), "
                             "'interference_formula' (of x, y, z), 'interference_table', 'clamp_force' (of a bolt), "
                             "geometric = true where the meshes "
                             "overlap as drawn, or a 'temperature' to a part of the body",
                             fit.name));
}

void resolve_gears(Model& model, ReadContext& context) {
  const auto material = [](const MaterialInput& m) { return m.material.name; };
  for (GearInput& gear : model.gears) {
    fill_in(gear.material_name, gear.material, model.materials, material, gear.where, "gear", "material", context);
    fill_in(
        gear.mesh_name, gear.mesh, model.meshes, [](const MeshInput& m) { return m.name; }, gear.where, "gear", "mesh",
        context);
  }
  const auto gears = names_of(model.gears, [](auto& g) { return g.gear.name; });
  for (const GearPairInput& pair : model.gear_pairs)
    for (const std::string& wanted : {pair.driver, pair.driven})
      if (std::find(gears.begin(), gears.end(), wanted) == gears.end())
        unknown(pair.where, "gear_pair", "gear", wanted, gears, context);
}

/// The only table of its kind where a stage names none.
void resolve_only_one(std::string& wanted, const std::vector<std::string>& names, const char* table,
                      const StageInput& stage, ReadContext& context) {
  if (wanted.empty() && names.size() == 1) wanted = names.front();
  if (wanted.empty())
    context.problems.emplace_back(
        stage.where, fmt::format("stage '{}': the model has {} tables [[{}]]; {}", stage.name, names.size(), table,
                                 names.empty() ? "add one" : fmt::format("say which with '{}'", table)));
  else if (std::find(names.begin(), names.end(), wanted) == names.end())
    unknown(stage.where, "stage", table, wanted, names, context);
}

void resolve_touches(const Model& model, ReadContext& context) {
  const auto bodies = names_of(model.flexible_bodies, [](auto& b) { return b.name; });
  const auto check = [&](const std::string& body, const SourceLocation& where, const char* what) {
    if (std::find(bodies.begin(), bodies.end(), body) == bodies.end())
      unknown(where, what, "flexible_body", body, bodies, context);
  };
  for (const TouchInput& touch : model.touches) {
    for (const std::string& surface : touch.surfaces) check(surface.substr(0, surface.find('.')), touch.where, "touch");
    for (const TouchMotionInput& motion : touch.motions) check(motion.body, motion.where, "motion");
  }
}

/// A stage of the mechanism needs bodies, and motions that exist.
void resolve_mechanism_stage(const StageInput& stage, const Model& model, ReadContext& context) {
  if (model.rigid_bodies.empty() && model.flexible_bodies.empty())
    context.problems.emplace_back(stage.where, fmt::format("stage '{}': the model has no body", stage.name));
  const auto motions = names_of(model.motions, [](auto& m) { return m.name; });
  std::vector<std::string> wanted = stage.mechanism.motions.value_or(std::vector<std::string>{});
  if (!stage.mechanism.motion.empty()) wanted.push_back(stage.mechanism.motion);
  for (const std::string& motion : wanted)
    if (std::find(motions.begin(), motions.end(), motion) == motions.end())
      unknown(stage.where, "stage", "motion", motion, motions, context);
}

/// `wanted`, with a number where that is taken.
std::string free_name(const std::string& wanted, const std::set<std::string>& taken) {
  std::string name = wanted;
  for (int k = 2; taken.contains(name); ++k) name = fmt::format("{} {}", wanted, k);
  return name;
}

/// Loads with a direction act on markers: they leave the list of the finite-element stages.
void separate_marker_loads(Model& model, ReadContext& context) {
  const auto measures = names_of(model.measures, [](auto& m) { return m.name; });
  std::vector<LoadInput> others;
  std::set<std::string> taken;
  for (const LoadInput& load : model.loads) {
    if (load.marker.name.empty() || taken.insert(load.marker.name).second) continue;
    context.problems.emplace_back(load.where, fmt::format("load: the name '{}' is taken already", load.marker.name));
  }
  for (LoadInput& load : model.loads) {
    if (!load.marker.direction) {
      others.push_back(std::move(load));
      continue;
    }
    MarkerLoadInput& marker = model.marker_loads.emplace_back(std::move(load.marker));
    marker.on = load.on;
    marker.where = load.where;
    if (marker.name.empty()) marker.name = free_name(marker.on, taken);
    taken.insert(marker.name);
    if (marker.over != "time" && std::find(measures.begin(), measures.end(), marker.over) == measures.end())
      unknown(marker.where, "load", "measure", marker.over, measures, context);
  }
  model.loads = std::move(others);
}

std::vector<std::string> load_cases_of(const Model& model, const std::string& body) {
  std::vector<std::string> cases;
  for (const LoadInput& load : model.loads)
    if (load.body == body && std::find(cases.begin(), cases.end(), load.load_case) == cases.end())
      cases.push_back(load.load_case);
  return cases;
}

void check_load_modes(const Model& model, ReadContext& context) {
  for (const FlexibleBodyInput& body : model.flexible_bodies) {
    const std::vector<std::string> cases = load_cases_of(model, body.name);
    for (const std::string& wanted : body.reduction.load_cases)
      if (std::find(cases.begin(), cases.end(), wanted) == cases.end())
        unknown(body.reduction.where, "reduction.load_modes", "load case", wanted, cases, context);
  }
}

/// A step is compared with a stage of the mechanism, or with a position of a sweep.
void check_compared(const ContactStepInput& step, const std::vector<std::string>& mechanism, const Model& model,
                    ReadContext& context) {
  if (step.compare.empty()) return;
  try {
    const ComparedPlace place = compared_place(model, step.compare);
    if (std::find(mechanism.begin(), mechanism.end(), place.stage) == mechanism.end()) {
      unknown(step.where, "step", "stage of the mechanism", place.stage, mechanism, context);
      return;
    }
    const bool sweeps = std::any_of(model.stages.begin(), model.stages.end(), [&](const StageInput& s) {
      return s.type == StageType::sweep && (s.name.empty() ? name(s.type) : s.name) == place.stage;
    });
    if (place.at && !sweeps)
      context.problems.emplace_back(
          step.where, fmt::format("step '{}': compare = \"{}\" names a position, but '{}' is no sweep", step.name,
                                  step.compare, place.stage));
  } catch (const InputError& error) {
    context.problems.emplace_back(
        step.where, fmt::format("step '{}': compare = \"{}\": {}", step.name, step.compare, error.what()));
  }
}

/// Statics of a body with fits: steps in order, each from an earlier one.
void resolve_contact_steps(StageInput& stage, const Model& model, ReadContext& context) {
  const bool fits =
      std::any_of(model.fits.begin(), model.fits.end(), [&](const FitInput& fit) { return fit.body == stage.body; });
  if (!fits) {
    if (!stage.steps.empty())
      context.problems.emplace_back(
          stage.where,
          fmt::format("stage '{}': 'steps' are for bodies with a [[fit]]; '{}' has none", stage.name, stage.body));
    return;
  }
  const std::vector<std::string> cases = load_cases_of(model, stage.body);
  if (stage.steps.empty()) {
    stage.steps.push_back({"shrink", "", "", 5, 1, "", stage.where});
    for (const std::string& load_case : stage.cases)
      if (std::find(cases.begin(), cases.end(), load_case) != cases.end())
        stage.steps.push_back({load_case, load_case, "shrink", 5, 1, "", stage.where});
  }
  stage.cases.clear();
  const auto mechanism = names_of(model.stages, [](const StageInput& s) {
    return is_mechanism_stage(s.type) ? s.name.empty() ? std::string(name(s.type)) : s.name : std::string();
  });
  for (const ContactStepInput& step : stage.steps) {
    if (!step.load_case.empty() && std::find(cases.begin(), cases.end(), step.load_case) == cases.end())
      unknown(step.where, "step", "load case", step.load_case, cases, context);
    if (!step.from.empty() && std::find(stage.cases.begin(), stage.cases.end(), step.from) == stage.cases.end())
      unknown(step.where, "step", "earlier step", step.from, stage.cases, context);
    check_compared(step, mechanism, model, context);
    if (std::find(stage.cases.begin(), stage.cases.end(), step.name) != stage.cases.end())
      context.problems.emplace_back(step.where, fmt::format("step: the name '{}' is taken already", step.name));
    stage.cases.push_back(step.name);
  }
}

void resolve_stages(Model& model, ReadContext& context) {
  for (StageInput& stage : model.stages) {
    if (stage.name.empty()) stage.name = name(stage.type);
    if (stage.type == StageType::mesh_cycle) {
      resolve_only_one(stage.gears.gear_pair, names_of(model.gear_pairs, [](auto& p) { return p.name; }), "gear_pair",
                       stage, context);
      continue;
    }
    if (stage.type == StageType::touch) {
      resolve_only_one(stage.touch, names_of(model.touches, [](auto& t) { return t.name; }), "touch", stage, context);
      continue;
    }
    if (is_mechanism_stage(stage.type)) {
      resolve_mechanism_stage(stage, model, context);
      continue;
    }
    default_body(stage.body, model, stage.where, "stage", context);
    std::vector<std::string> cases = load_cases_of(model, stage.body);
    for (const SupportInput& support : model.supports)
      if (support.body == stage.body && !support.load_case.empty() &&
          std::find(cases.begin(), cases.end(), support.load_case) == cases.end())
        cases.push_back(support.load_case);
    for (const std::string& load_case : stage.cases)
      if (std::find(cases.begin(), cases.end(), load_case) == cases.end())
        unknown(stage.where, "stage", "load case", load_case, cases, context);
    if (stage.type != StageType::fe_static) continue;
    if (stage.cases.empty()) stage.cases = cases;
    resolve_contact_steps(stage, model, context);
    if (stage.cases.empty()) stage.cases = {"no load"};  // prescribed displacements alone
  }
}

bool gives(const StageInput& stage, OutputQuantity quantity) {
  if (stage.type == StageType::mesh_cycle || stage.type == StageType::touch) return quantity == OutputQuantity::curve;
  if (quantity == OutputQuantity::mass) return true;
  const bool records = stage.type == StageType::equilibrium || stage.type == StageType::steady ||
                       stage.type == StageType::sweep || stage.type == StageType::transient;
  if (quantity == OutputQuantity::curve || is_mechanism_stage(stage.type))
    return quantity == OutputQuantity::curve && records;
  return (quantity == OutputQuantity::frequency) == (stage.type == StageType::fe_modes);
}

void resolve_output(OutputInput& output, const Model& model, ReadContext& context) {
  std::vector<std::string> candidates;
  for (const StageInput& stage : model.stages)
    if (gives(stage, output.quantity)) candidates.push_back(stage.name);
  if (output.stage.empty() &&
      (candidates.size() == 1 || (output.quantity == OutputQuantity::mass && !candidates.empty())))
    output.stage = candidates.front();
  if (output.stage.empty()) {
    context.problems.emplace_back(output.where, fmt::format("output '{}': {} stages can give the quantity '{}'; {}",
                                                            output.name, candidates.size(), name(output.quantity),
                                                            candidates.empty() ? "add one" : "say which with 'stage'"));
    return;
  }
  if (std::find(candidates.begin(), candidates.end(), output.stage) == candidates.end()) {
    unknown(output.where, "output", "stage that can give it,", output.stage, candidates, context);
    return;
  }
  const StageInput& stage =
      *std::find_if(model.stages.begin(), model.stages.end(), [&](auto& s) { return s.name == output.stage; });
  if (stage.type != StageType::fe_static || output.quantity == OutputQuantity::mass) return;
  if (output.load_case.empty() && stage.cases.size() == 1) output.load_case = stage.cases.front();
  if (output.load_case.empty() && stage.cases.size() > 1)
    context.problems.emplace_back(
        output.where, fmt::format("output '{}': stage '{}' has {} load cases; say which with 'case'", output.name,
                                  stage.name, stage.cases.size()));
  else if (!stage.cases.empty() &&
           std::find(stage.cases.begin(), stage.cases.end(), output.load_case) == stage.cases.end())
    unknown(output.where, "output", "load case", output.load_case, stage.cases, context);
}

}  // namespace

void resolve_names(Model& model, ReadContext& context) {
  check_unique(
      model.meshes, "mesh", [](auto& m) { return m.name; }, context);
  check_unique(
      model.materials, "material", [](auto& m) { return m.material.name; }, context);
  check_unique(
      model.flexible_bodies, "flexible_body", [](auto& b) { return b.name; }, context);
  check_unique(
      model.outputs, "output", [](auto& o) { return o.name; }, context);
  check_unique(
      model.rigid_bodies, "rigid_body", [](auto& b) { return b.name; }, context);
  check_unique(
      model.markers, "marker", [](auto& m) { return m.name; }, context);
  check_unique(
      model.joints, "joint", [](auto& j) { return j.name; }, context);
  check_unique(
      model.motions, "motion", [](auto& j) { return j.name; }, context);
  check_unique(
      model.forces, "force", [](auto& f) { return f.name; }, context);
  check_unique(
      model.bearings, "bearing", [](auto& b) { return b.name; }, context);
  check_unique(
      model.contacts, "contact", [](auto& c) { return c.name; }, context);
  check_unique(
      model.fits, "fit", [](auto& f) { return f.name; }, context);
  check_unique(
      model.gears, "gear", [](auto& g) { return g.gear.name; }, context);
  check_unique(
      model.gear_pairs, "gear_pair", [](auto& p) { return p.name; }, context);
  check_unique(
      model.touches, "touch", [](auto& t) { return t.name; }, context);
  check_unique(
      model.measures, "measure", [](auto& m) { return m.name; }, context);
  check_unique(
      model.channels, "channel", [](auto& c) { return c.name; }, context);
  resolve_bodies(model, context);
  resolve_contacts(model, context);
  resolve_gears(model, context);
  resolve_touches(model, context);
  for (FitInput& fit : model.fits) {
    default_body(fit.body, model, fit.where, "fit", context);
    check_interference(fit, model, context);
  }
  for (SupportInput& support : model.supports) default_body(support.body, model, support.where, "support", context);
  separate_marker_loads(model, context);
  for (LoadInput& load : model.loads) default_body(load.body, model, load.where, "load", context);
  check_load_modes(model, context);
  resolve_stages(model, context);
  check_unique(
      model.stages, "stage", [](auto& s) { return s.name; }, context);
  for (OutputInput& output : model.outputs) resolve_output(output, model, context);
}

}  // namespace trunnion
