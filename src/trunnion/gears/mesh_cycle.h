#pragma once
// gears/mesh_cycle.h -- loaded teeth at one position, and over a cycle of one tooth.
// The driver stands where kinematics puts it; the driven gear may turn by th > 0 against its sense of rotation (it
// lags): the transmission error. Its load is the output torque. Where a ring drives, the ring stands, the pinion lags
// and s falls in time.                                                                     (theory/gears.md, section 7)

#include <functional>

#include "trunnion/gears/tooth_pairs.h"

namespace trunnion {

struct GearLoad {
  double torque = 0;    ///< on the driven gear, resisting [N m]
  double friction = 0;  ///< coefficient
};

struct LoadedPoint {
  ToothPoint place;
  CandidatePair pair;
  double force = 0;                 ///< normal [N]
  double pressure = 0;              ///< over the face width [Pa]
  double gap = 0;                   ///< [m]
  std::array<FlankPlace, 2> flank;  ///< on driver and driven
};

struct MeshPosition {
  double s = 0;                        ///< of tooth pair 0 [m]
  int cycle = 0;                       ///< pitches passed, in the sense of s: tooth pair j is number j - cycle
  double transmission_error = 0;       ///< lag of the driven gear [rad]
  double input_torque = 0;             ///< on the driver [N m]
  double normal_force = 0;             ///< sum over all pairs [N]
  std::vector<double> tooth_force;     ///< of tooth pairs -reach ... reach [N]
  double stiffness = 0;                ///< d torque/d th with the touching pairs as they are [N m/rad]
  double largest_pressure = 0;         ///< [Pa]
  double friction_power = 0;           ///< per unit speed of the driver [N m]
  double unloaded_error = 0;           ///< lag at which the first pair touches, no load [rad]
  std::vector<double> root_stress[2];  ///< largest along the root, tension, per tooth pair: driver, driven [Pa]
  std::vector<LoadedPoint> points;     ///< all candidate pairs; after the first pitch those that carry load
  double torque_error = 0;             ///< |B p - torque| over torque: what the solution leaves open
  int steps = 0;                       ///< linear solves
};

/// Hertz half-width of a single pair of teeth that carries the whole torque at the pitch point, in the section square
/// to the line of contact [m]: along it helical teeth are curved less, 1/rho_n = cos b_b/rho_t, and their force is
/// shared by a line longer by as much as the force is larger.
double hertz_half_width(const GearContact& contact, double torque);
double hertz_pressure(const GearContact& contact, double torque);  ///< and its peak [Pa]

/// The contact problem of a position and its answer.
struct SolvedTeeth {
  TeethInMesh teeth;
  MixedLcp problem;
  MixedLcpSolution found;
  double step = 0;  ///< of candidate pairs along the tangent [m]
};
/// Widens window and largest gap by itself when the load reaches their ends. Throws SolveError with the motion that
/// runs away when the torque cannot be carried, and when no window that was tried holds the whole contact.
SolvedTeeth solve_teeth(const GearContact& contact, const GearLoad& load, double s, PairingOptions pairing = {});

/// The same with other pairs and another problem: `pair_teeth` fills in `teeth` and `problem` for the window it is
/// given.
using PairTeeth = std::function<SolvedTeeth(const PairingOptions&)>;
SolvedTeeth solve_teeth(const GearContact& contact, const GearLoad& load, double s, const PairingOptions& pairing,
                        const PairTeeth& pair_teeth);

/// Turning of the driven gear against its nominal sense, loaded by a torque.
FrameMotionMode lag(const GearContact& contact, double torque);

/// Forces, pressures, torques and stiffness of a solved position; root stress is not among them.
MeshPosition evaluate(const GearContact& contact, const GearLoad& load, const SolvedTeeth& solved);

/// Lag at which the first pair of rigid teeth touches [rad]; infinite when none can.
double unloaded_lag(const TeethInMesh& teeth);

MeshPosition solve_position(const GearContact& contact, const GearLoad& load, double s, PairingOptions pairing = {});

/// Forces on the flank nodes of a mesh of the driver or driven gear at a position, numbered as in FlankCompliance::G,
/// in the gear's frame [N].
MatrixXd flank_forces(const GearContact& contact, const MeshPosition& position, const FlankCompliance& mesh,
                      bool driver);

/// Angle of a gear's frame at a position, lag included [rad].
double gear_angle(const GearContact& contact, const MeshPosition& position, bool driver);

/// What follows from solve_position at n places s_0/p_b = -1/2, -1/2 + 1/n, ... and some between them; where a ring
/// drives 1/2, 1/2 - 1/n, ... With pitch deviations pitch after pitch, until the same teeth meet again.
struct MeshCycle {
  std::vector<MeshPosition> positions;
  int pitches = 1;                             ///< that the positions go over
  bool whole = true;                           ///< what comes next is the same again
  MeshPosition at_pitch_point;                 ///< just before it: friction as in the approach
  double mean = 0, peak_to_peak = 0;           ///< of the transmission error over the positions [rad]
  double contact_ratio_loaded = 0;             ///< way over which a tooth pair carries load, over p_b; with pitch
                                               ///< deviations the mean number of pairs that carry load
  double first_contact = 0, last_contact = 0;  ///< smallest and largest s where it does [m]
  double wall_s_per_position = 0;
};
using CycleProgress = std::function<void(int done, int of)>;
/// `positions`: per pitch; `pitches` 0: until the same teeth meet again.
MeshCycle solve_cycle(const GearContact& contact, const GearLoad& load, int positions,
                      const PairingOptions& pairing = {}, const CycleProgress& progress = {}, int pitches = 0);

/// A cycle of whatever solves a position.
struct CycleFrame {
  double base_pitch = 0;
  int reach = 1;        ///< tooth pairs -reach ... reach
  int edge_steps = 10;  ///< halvings of a step of the cycle that find where a pair takes up its load
  int sense = 1;        ///< -1: the mesh runs towards smaller s
  int pitches = 1;      ///< to go over
  int repeat = 1;       ///< pitches after which the same teeth meet again; 1: they are alike
  std::function<MeshPosition(double s, int cycle)> solve = {};
};
MeshCycle solve_cycle(const CycleFrame& frame, int positions, const CycleProgress& progress = {});

/// Coefficient of friction from which on a pair at the start of the path locks itself: r_b2/T_2, where the force that
/// carries a torque has no limit.                                                        (Eq. 7.4)
double locking_friction(const GearContact& contact);

/// M/(r_b2 + mu sigma T_2), sigma = sign of s (of a loaded pinion: r_b1, T_1, -sign): sum of normal forces of a single
/// pair of teeth at s [N].      (Eq. 7.4)
double single_pair_force(const GearContact& contact, const GearLoad& load, double s);

}  // namespace trunnion
