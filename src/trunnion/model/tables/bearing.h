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
  JournalBearingInput journal;
  SourceLocation where;
};

TableSchema<BearingInput> bearing_table();

}  // namespace trunnion
