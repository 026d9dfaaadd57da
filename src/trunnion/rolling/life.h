#pragma once
// rolling/life.h -- fatigue life of ball bearings in revolutions of the rotating ring, 90 % reliability.
//   L_10 = 10^6 (C/P)^3                                            ISO 281                 (theory/rolling.md, Eq. 5.1)
//   L_10r = 10^6 [(Q_ci/Q_ei)^(-10/3) + (Q_ce/Q_ee)^(-10/3)]^(-9/10)   ISO/TS 16281 (Eq. 5.3) n/L = sum n_j/L_j load
//   history (Palmgren, Miner)              (Eq. 5.4)
// The reference life L_10r uses the load of every ball, so it feels clearance, preload, tilting and the real
// distribution. An unloaded bearing lives forever (infinity).

#include <span>

#include "trunnion/rolling/five_dof.h"
#include "trunnion/rolling/rating.h"

namespace trunnion {

double rating_life(double dynamic_rating, double equivalent_load);  ///< L_10 [revolutions]

/// The ring that turns under the load: its points see all balls, those of the other ring always the same one.
enum class RotatingRing { inner, outer };

/// Equivalent ball loads of both rings [N] from the loads of balls at equally spaced places (one row).
struct RingLoads {
  double inner = 0, outer = 0;  ///< Q_ei, Q_ee
};
RingLoads ring_loads(const VectorXd& ball_loads, RotatingRing rotating = RotatingRing::inner);

double reference_life(const LoadRatings& ratings, const RingLoads& loads);  ///< L_10r [revolutions] of one row

/// Life of parts that all must survive: (sum L^(-10/9))^(-9/10).
double system_life(std::span<const double> lives);

/// L_10r [revolutions] of the whole bearing in a state; the load distribution is the mean over cage positions.
double reference_life(const FiveDofBearing& bearing, const LoadRatings& ratings, const Vector5d& delta,
                      const Vector5d& rate, RotatingRing rotating = RotatingRing::inner);

struct LifeInterval {
  double revolutions = 0;  ///< turned during this interval
  double life = 0;         ///< under its load [revolutions]
};
double life_under_history(std::span<const LifeInterval> history);  ///< [revolutions]

/// a_1 of ISO 281 for a reliability of 90 to 99 percent: the life that this many percent of bearings reach is a_1 L_10.
double reliability_factor(double percent);

/// a_ISO of ISO 281 for radial ball bearings: viscosity ratio kappa, and contamination e_C times C_u/P.
double lubrication_life_factor(double viscosity_ratio, double clean_load_ratio);

}  // namespace trunnion
