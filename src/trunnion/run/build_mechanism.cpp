#include "trunnion/run/build_mechanism.h"

#include <fmt/format.h>

#include "trunnion/base/nearest_name.h"
#include "trunnion/run/marker_places.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/symbol_shapes.h"

namespace trunnion {

namespace {

// What sits on one body moves nothing: say where in the file. A flexible body may be spanned by forces and measures.
void check_different_bodies(const BuiltMechanism& b, const std::vector<std::string>& between,
                            const SourceLocation& where, const std::string& who, bool within_flexible = false) {
  const MarkerPair p = pair_named(b, between, where);
  const Index body = b.mechanism.markers[p.I].body;
  if (body != b.mechanism.markers[p.J].body) return;
  if (within_flexible && body >= 0 && b.mechanism.bodies[body].num_modes() > 0) return;
  throw InputError(where, fmt::format("{}: markers '{}' and '{}' sit on the same body, so it could not move "
                                      "anything; give markers of two different bodies, or one on ground",
                                      who, between[0], between[1]));
}

// The frame of a flexible body floats along with its mean motion: no point of the material that could be held or
// pushed. It may be measured.
void check_material_point(const Model& model, const BuiltMechanism& b, const std::string& marker,
                          const SourceLocation& where, const std::string& who) {
  for (const FlexibleBodyInput& body : model.flexible_bodies) {
    if (body.name != marker || !body.flexible) continue;
    std::string interfaces;
    for (const InterfaceRows& at : b.mechanism.bodies[b.bodies.at(marker)].interfaces)
      interfaces += fmt::format("{}'{}.{}'", interfaces.empty() ? "" : ", ", marker, at.name);
    throw InputError(where, fmt::format("{}: '{}' is the floating frame of a flexible body, which no point of the body "
                                        "follows; name one of its interfaces: {}",
                                        who, marker, interfaces));
  }
}

void check_pairs(const Model& model, const BuiltMechanism& b) {
  const auto check = [&](const auto& list, const char* what, bool within_flexible) {
    for (const auto& in : list) {
      if (in.between.empty()) continue;  // a measure of what an element carries
      const std::string who = fmt::format("{} '{}'", what, in.name);
      check_different_bodies(b, in.between, in.where, who, within_flexible);
      if (std::string_view(what) != "measure")
        for (const std::string& marker : in.between) check_material_point(model, b, marker, in.where, who);
    }
  };
  check(model.joints, "joint", false);
  check(model.motions, "motion", false);
  check(model.forces, "force", true);
  check(model.bearings, "bearing", false);
  check(model.contacts, "contact", false);
  check(model.gear_pairs, "gear_pair", false);
  check(model.measures, "measure", true);
  for (const JointInput& in : model.joints) {
    if (in.with.empty()) continue;
    const std::string who = fmt::format("joint '{}'", in.name);
    check_different_bodies(b, in.with, in.where, who);
    for (const std::string& marker : in.with) check_material_point(model, b, marker, in.where, who);
  }
  for (const MarkerLoadInput& in : model.marker_loads) {
    const std::string who = fmt::format("load '{}'", in.name), against = in.against.empty() ? "ground" : in.against;
    check_different_bodies(b, {in.on, against}, in.where, who, true);
    for (const std::string& marker : {in.on, against}) check_material_point(model, b, marker, in.where, who);
  }
  for (const StageInput& stage : model.stages)
    check_material_point(model, b, stage.mechanism.load, stage.where, fmt::format("stage '{}'", stage.name));
}

}  // namespace

std::vector<std::string> keys_of(const std::map<std::string, Index>& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

Index marker_named(const BuiltMechanism& b, const std::string& name, const SourceLocation& where) {
  const auto found = b.markers.find(name);
  if (found == b.markers.end())
    throw InputError(where, fmt::format("there is no marker '{}'{}", name, name_hint(name, keys_of(b.markers))));
  return found->second;
}

MarkerPair pair_named(const BuiltMechanism& b, const std::vector<std::string>& names, const SourceLocation& where) {
  return {marker_named(b, names.at(0), where), marker_named(b, names.at(1), where)};
}

void add_switches(const FormulaSwitches& switches, ForceReport& out) {
  out.events.insert(out.events.end(), switches.kinks.begin(), switches.kinks.end());
  out.jumps.insert(out.jumps.end(), switches.jumps.begin(), switches.jumps.end());
}

void add_joints(const Model& model, BuiltMechanism& b) {
  for (const JointInput& in : model.joints)
    b.mechanism.joints.push_back(at_place(in.where, [&]() -> Joint {
      const MarkerPair p = pair_named(b, in.between, in.where);
      if (in.type == "distance") return distance_joint(in.name, p.I, p.J, in.length);
      if (in.type == "screw") return screw_joint(in.name, p.I, p.J, in.lead);
      if (in.type == "gear") return gear_coupling(in.name, p, pair_named(b, in.with, in.where), in.ratio);
      if (in.type == "rack") return rack_coupling(in.name, p, pair_named(b, in.with, in.where), in.radius);
      return joint_between(in.type, in.name, p.I, p.J);
    }));
}

void start_stage_rows(const Mechanism& m, State& s, const StageInput& stage, VectorXd& motion_lag) {
  const auto& motions = stage.mechanism.motions;
  const VectorXd turns = s.coordinate;
  start_rows(m, s, motions ? &*motions : nullptr, stage.type == StageType::transient);
  motion_lag.resize(0);
  const bool at_rest = stage.type == StageType::equilibrium || stage.type == StageType::steady;
  if (at_rest && stage.mechanism.load_steps > 1) motion_lag = hold_motions(m, s, turns);
}

InitializeReport start_mechanism(const BuiltMechanism& b, State& s, const StageInput& stage, Observer& observer,
                                 VectorXd* motion_lag) {
  seat_balls(b, s);
  check_angles(b, s);
  VectorXd lag;
  start_stage_rows(b.mechanism, s, stage, motion_lag ? *motion_lag : lag);
  try {
    return initialize(b.mechanism, s, observer);
  } catch (const OpenJoints& error) {
    throw InputError(b.joint_places[error.joint], error.what());
  }
}

bool has_mechanism(const Model& model) {
  return !model.rigid_bodies.empty() || !model.joints.empty() || !model.markers.empty() || !model.forces.empty() ||
         !model.bearings.empty() || !model.contacts.empty();
}

BuiltMechanism build_mechanism(const Model& model, const ReducedBodySource& reduced,
                               const std::filesystem::path& cache_folder, const GearLawSource& gear_law) {
  BuiltMechanism b;
  b.mechanism.gravity = model.header.gravity;
  add_bodies(model, reduced, cache_folder, b);
  add_markers(model, b);
  check_pairs(model, b);
  add_joints(model, b);
  add_motions(model, b);
  for (const JointInput& in : model.joints) b.joint_places.push_back(in.where);
  for (const MotionInput& in : model.motions) b.joint_places.push_back(in.where);
  add_gear_pairs(model, gear_law, b);
  add_forces(model, b);
  add_bearings(model, b);
  for (const BearingInput& in : model.bearings) b.bearing_shapes.emplace(in.name, bearing_shape(in));
  add_contacts(model, b);
  add_fits(model, b);
  add_measures(model, b);
  add_loads(model, b);
  finish(b.mechanism);
  return b;
}

}  // namespace trunnion
