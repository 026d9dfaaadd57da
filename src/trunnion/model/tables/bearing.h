#pragma once
// model/tables/bearing.h -- [[bearing]]: ball and journal bearings between a shaft marker and a housing marker.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class BearingType { ball, journal };

/// As a catalogue describes it; what each entry means is told in rolling/bearing.h.
struct BallBearingInput {
  int balls = 0;
  double ball_diameter = 0, pitch_diameter = 0, contact_angle = 0;  ///< [m], [rad]
  double inner_groove_radius = 0, outer_groove_radius = 0;          ///< [m]; 0: usual
  double pressure_radius = 0;                                       ///< [m]; 0: half the pitch diameter
  bool mirrored = false;
  std::string arrangement = "single";
  double row_distance = 0, diametral_clearance = 0, axial_preload = 0;  ///< [m], [m], [N]
  std::string stiffness = "hertz";
  std::optional<double> ball_stiffness;  ///< [N/m^1.5]
  double ring_young = 0, ring_poisson = 0, ball_young = 0, ball_poisson = 0;
  std::string damping = "none";
  double damping_time = 0, damping_factor = 0, damping_softening = 0;  ///< [s], [s/m], [m]
  std::string sum = "integral", angle = "fixed", rotating = "inner";
  double cage_start = 0;  ///< [rad]
};

/// What a bearing needs besides when its balls are bodies (fidelity "ball-by-ball"); see forces/ball_race_force.h.
struct RollingBallsInput {
  bool wanted = false;  ///< fidelity
  std::string law = "hertz";
  std::optional<double> inner_stiffness, outer_stiffness;  ///< e of the constant law [N/m^1.5]
  double density = 0;                                      ///< of the balls [kg/m^3]
  double friction = 0, friction_speed = 0;                 ///< mu, v_s [m/s]
  double rolling_arm = 0, spin_speed = 0;                  ///< [m], [rad/s]
  bool spin_friction = false;
  bool start_without_spin = false;
  std::string inner_race = "groove", outer_race = "groove", cage = "none";
  double shim = 0, cone_angle = 0;                   ///< [m], [rad]
  std::optional<double> cage_mass;                   ///< [kg]
  double pocket_clearance = 0, pocket_friction = 0;  ///< [m], -
  double cage_young = 0, cage_poisson = 0;
};

/// What each entry means is told in lubrication/film_force.h and journal.h.
struct JournalBearingInput {
  double length = 0, diameter = 0, clearance = 0, viscosity = 0;  ///< [m], [m], [m] radial, [Pa s]
  std::string form = "finite", film = "ruptured";
  double rest_speed = 0;  ///< [m/s]
  bool stop_on_contact = false;
  double contact_eccentricity = 0;
  std::optional<double> contact_stiffness, contact_load;  ///< [N/m^1.5], [N]
  double contact_damping = 0, contact_friction = 0;       ///< [s/m], -
};

struct BearingInput {
  std::string name;
  BearingType type = BearingType::ball;
  std::vector<std::string> between;  ///< markers: shaft (inner ring, journal), housing (outer ring, sleeve)
  BallBearingInput ball;
  RollingBallsInput rolling;
  JournalBearingInput journal;
  SourceLocation where;
};

TableSchema<BearingInput> bearing_table();

/// Keys and checks of bearings whose balls are bodies.
void add_rolling_keys(TableSchema<BearingInput>& table);
void check_rolling(const BearingInput& bearing);

}  // namespace trunnion
