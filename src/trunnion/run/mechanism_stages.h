#pragma once
// run/mechanism_stages.h -- what run_mechanism_stage chooses from: one function per kind of stage, and the curves that
// stages over time share.

#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

/// transient
void run_time(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan, Observer& observer,
              MechanismResult& out);
/// static, steady, sweep
void run_equilibrium(const StageInput& stage, MechanismRun& run, Observer& observer, MechanismResult& out);
void run_modes(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out);
void run_campbell(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out);
void run_response(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out);

/// Order spectra, cuts and waterfall of one recorded curve (theory/solvers.md, section 5).
void add_order_analysis(const StageInput& stage, const OrderInput& input, const TimeRecord& record, Observer& observer,
                        MechanismResult& out);

/// Means over the cycles of a machine: over the angle, in polar form for loads, as orbits for journals.
void add_mean_cycle(const StageInput& stage, const MechanismRun& run, const TimeRecord& record, Observer& observer,
                    MechanismResult& out);
/// What bearings went through in a transient: table, verdicts on films and lives, quantities.
void add_bearing_figures(const StageInput& stage, const Mechanism& mechanism, const TimeRecord& record,
                         MechanismResult& out);
/// Dynamic against static transmission error, loads and lost contact of gear meshes.
void add_gear_mesh_figures(const StageInput& stage, const Mechanism& mechanism, const TimeRecord& record,
                           MechanismResult& out);

/// The same for bearings whose balls are bodies: loads over their places, spectrum of the ring's motion with the
/// frequencies at which balls pass.
void add_ball_row_figures(const StageInput& stage, const BuiltMechanism& built, const TimeRecord& record,
                          MechanismResult& out);

/// What fits went through: table, quantities, the surface rolled out at the end of the stage, and the fields there.
void add_fit_figures(const StageInput& stage, const BuiltMechanism& built, const Axis& over, const TimeRecord& record,
                     MechanismResult& out);

/// What films by Reynolds' equation went through: table, quantities, balance of oil, pictures rolled out, fields; in
/// steady stages stiffness and damping.
void add_film_figures(const StageInput& stage, const MechanismRun& run, const TimeRecord& record, MechanismResult& out);

/// Where the fits of a sweep open: the first point, and all of them.
void add_fit_events(const StageInput& stage, const BuiltMechanism& built, const Axis& over, const TimeRecord& record,
                    MechanismResult& out);

/// A sweep without an equilibrium at its next value: fits whose gaps are about to reach zero before it have come off
/// there. Says so; false where none has.
bool tell_of_opening(const StageInput& stage, const Axis& over, const VectorXd& tried, const TimeRecord& record,
                     MechanismRun& run, MechanismResult& out);

/// Linear modes lose accuracy when a body turns fast against its first mode, or carries an axial load near its Euler
/// load (theory/bodies.md, section 8): says so where reference condition and geometric stiffness matter. The Euler load
/// is that of a uniform rod between the two interfaces farthest apart with the body's mass and first free frequency:
/// w_pinned = (pi/4.730)^2 w_free, P = w_pinned^2 m l/pi^2.
void hint_at_reference_condition(const MechanismRun& run, const TimeRecord& record, Observer& observer);

/// Every recorded curve for the results file, over time or over what a sweep varies.
void add_arrays(const StageInput& stage, const Axis& over, const TimeRecord& record, MechanismResult& out);
/// The same, and diagrams of the most important ones.
void add_time_curves(const StageInput& stage, const Axis& over, const TimeRecord& record, MechanismResult& out);
/// Peaks of joint and element forces as quantities.
void add_peaks(const Mechanism& mechanism, const TimeRecord& record, MechanismResult& out);
/// The motion as pictures.
void add_scene(const StageInput& stage, const MechanismRun& run, const Axis& over, const TimeRecord& record,
               MechanismResult& out);

}  // namespace trunnion
