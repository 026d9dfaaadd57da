#pragma once
// run/mechanism_parts.h -- the steps of build_mechanism, one per kind of table, and how they find names.

#include "trunnion/base/formula.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

/// Errors of the engine get the place of the table they belong to.
template <class Work>
auto at_place(const SourceLocation& where, Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    if (!error.where().file.empty()) throw;
    throw InputError(where, error.what());
  }
}

std::vector<std::string> keys_of(const std::map<std::string, Index>& map);
/// Throws InputError with the nearest name.
Index marker_named(const BuiltMechanism& built, const std::string& name, const SourceLocation& where);
MarkerPair pair_named(const BuiltMechanism& built, const std::vector<std::string>& names, const SourceLocation& where);

/// Whether a motion drives an angle; else a way.
bool drives_angle(const Joint& motion);

/// Where the formula of a force switches.
void add_switches(const FormulaSwitches& switches, ForceReport& out);

void add_bodies(const Model& model, const ReducedBodySource& reduced, const std::filesystem::path& cache_folder,
                BuiltMechanism& built);
void add_markers(const Model& model, BuiltMechanism& built);
void add_joints(const Model& model, BuiltMechanism& built);
void add_motions(const Model& model, BuiltMechanism& built);
void add_forces(const Model& model, BuiltMechanism& built);
void add_bearings(const Model& model, BuiltMechanism& built);
void add_contacts(const Model& model, BuiltMechanism& built);
void add_gear_pairs(const Model& model, const GearLawSource& law, BuiltMechanism& built);
/// What presses parts of flexible bodies together; after add_bodies.
void add_fits(const Model& model, BuiltMechanism& built);
void add_measures(const Model& model, BuiltMechanism& built);
/// After add_measures.
void add_loads(const Model& model, BuiltMechanism& built);

/// Which motions and joints act in a stage, and from where. Where a stage brings motions up in its load steps they
/// begin where their joints are; `motion_lag` then says per row by how much they are held back.
void start_stage_rows(const Mechanism& mechanism, State& state, const StageInput& stage, VectorXd& motion_lag);

/// Assembles the start of a stage; joints that contradict each other are an InputError at their place.
InitializeReport start_mechanism(const BuiltMechanism& built, State& state, const StageInput& stage,
                                 Observer& observer = silent_observer(), VectorXd* motion_lag = nullptr);

/// What stages name of the mechanism (markers, motions, measures, parameters) exists and fits; throws InputError.
void check_stages(const Model& model, const BuiltMechanism& built);

}  // namespace trunnion
