#pragma once
// model/tables/bearing.h -- [[bearing]]: ball, journal and thrust bearings between a shaft marker and a housing marker.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class BearingType { ball, journal, thrust };
/// By type when not given: five-dof, impedance, film.
enum class BearingFidelity { by_type, five_dof, ball_by_ball, impedance, film };

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
  bool stop_on_contact = false;
  double contact_friction = 0;
  // of impedances only; what holds where they are not given is told in the table
  std::optional<double> rest_speed, contact_eccentricity, contact_damping;  ///< [m/s], -, [s/m]
  std::optional<double> contact_stiffness, contact_load;                    ///< [N/m^1.5], [N]
};

/// A groove, pocket or hole that feeds a film; see lubrication/film_feed.h.
struct FilmFeedInput {
  std::string name;
  double angle = 0, width = 0;        ///< [rad]; width 0: all around
  double axial = 0, axial_width = 0;  ///< place along the axis, or radius of a thrust face [m]; width 0: everywhere
  double diameter = 0;                ///< of a round hole [m]
  double pressure = 0;                ///< above the surroundings [Pa]
};

/// Films by Reynolds' equation; what each entry means is told in lubrication/film.h and bearing_film.h.
struct FilmBearingInput {
  int faces = 1;                        ///< of a thrust bearing
  std::optional<double> play;           ///< of two faces together [m]
  std::vector<std::string> other_side;  ///< markers of the second face; empty: the first ones reversed
  std::string other_shaft_surface, other_housing_surface;
  double inner_diameter = 0, outer_diameter = 0;  ///< of thrust faces [m]
  int grooves = 0;
  double groove_width = 0, groove_start = 0, groove_pressure = 0;  ///< [rad], [rad], above the surroundings [Pa]
  double taper = 0, taper_land = 0;                                ///< depth [m], share of a pad that is flat
  bool taper_at_high_angle = false;                                ///< pads are entered from there
  std::vector<FilmFeedInput> feeds;
  std::optional<double> oil_grade, temperature;  ///< ISO VG, [K]
  double viscosity_index = 0, oil_density = 0;
  double pressure_coefficient = 0, bulk_modulus = 0;  ///< [1/Pa], [Pa]; 0: none
  double ambient = 0;                                 ///< above cavitation [Pa]
  int around = 0, across = 0;                         ///< nodes
  std::vector<double> roughness;                      ///< of shaft and housing [m]
  double roughness_pattern = 1, asperity_density = 0, asperity_slenderness = 0;
  std::optional<double> contact_modulus, guard;  ///< E' [Pa], [m]
  double contact_pressure = 0;                   ///< [Pa]
  std::string rupture = "conserving", solver = "newton";
  std::string shaft_surface, housing_surface;  ///< of flexible bodies; empty: rigid faces
  std::string interpolation = "spline";
  double tension = 0;
  bool grid_on_shaft = false;
  bool bilinear = false;     ///< forces by bilinear shares
  bool ideal_shape = false;  ///< faces are round and flat before they deform, whatever their meshes
};

struct BearingInput {
  std::string name;
  BearingType type = BearingType::ball;
  BearingFidelity fidelity = BearingFidelity::by_type;
  std::vector<std::string> between;  ///< markers: shaft (inner ring, journal), housing (outer ring, sleeve)
  BallBearingInput ball;
  RollingBallsInput rolling;
  JournalBearingInput journal;
  FilmBearingInput film;
  SourceLocation where;
  bool by_film() const { return type == BearingType::thrust || fidelity == BearingFidelity::film; }
};

TableSchema<BearingInput> bearing_table();

/// Keys and checks of bearings whose balls are bodies.
void add_rolling_keys(TableSchema<BearingInput>& table);
void check_rolling(const BearingInput& bearing);

/// Keys and checks of films by Reynolds' equation.
void add_film_keys(TableSchema<BearingInput>& table);
void check_film(const BearingInput& bearing);

}  // namespace trunnion
