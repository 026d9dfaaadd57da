#pragma once
// rolling/five_dof.h -- force between the rings of a ball bearing in five coordinates.
//   delta = (delta_x, delta_y, delta_z, theta_y, theta_z): inner ring relative to the outer ring at the bearing's
//   center, in axes that do not turn with the shaft; x along the axis, ball angle phi from y to z.
//   d(phi) = b(phi) . delta - g,   F = sum Q b                                             (theory/rolling.md, Eq. 3.1)
// F = (F_x, F_y, F_z, M_y, M_z) is what the inner ring puts into the outer one: -F acts on the inner ring, +F on the
// outer ring, both at the same point. K = dF/d delta and C = dF/d delta' are exact and, with fixed angle, symmetric.
// One row with fixed angle cannot resist rotation about its pressure center: K has rank 3 at most.
// Left out: centrifugal and gyroscopic loads of the balls, cage, friction, flexible rings.

#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/rolling/bearing.h"
#include "trunnion/rolling/row_sum.h"

namespace trunnion {

using Vector5d = Eigen::Matrix<double, 5, 1>;
using Matrix5d = Eigen::Matrix<double, 5, 5>;

/// One row, ready for evaluation.
struct FiveDofRow {
  RowLaw law{};
  double alpha = 0;            ///< signed contact angle [rad]
  double position = 0;         ///< x of the ball plane [m]
  double pressure_radius = 0;  ///< R [m]
  double gap = 0;              ///< g [m] along the contact normal; negative: preload
  // With free angle: groove centers of the inner ring seen from those of the outer ring, at zero displacement.
  double axial = 0, radial = 0;  ///< [m]
  double free_distance = 0;      ///< A [m]: beyond this distance the ball is squeezed
  double groove_circle = 0;      ///< radius of the circle of the inner groove centers [m]
  double groove_plane = 0;       ///< x of that circle [m]
};

struct FiveDofBearing {
  std::vector<FiveDofRow> rows;
  BallBearing::Sum sum = BallBearing::Sum::integral;
  BallBearing::Angle angle = BallBearing::Angle::fixed;
};

/// Checks the input and prepares the rows: mirrored, paired, preloaded or with clearance.
FiveDofBearing five_dof_bearing(const BallBearing& bearing);

/// Axial shift of the inner ring [m] under which a row with free angle carries a thrust [N] >= 0.
double preload_shift(const FiveDofRow& row, double preload);

struct FiveDofForce {
  Vector5d force = Vector5d::Zero();      ///< F [N, N m]
  Matrix5d stiffness = Matrix5d::Zero();  ///< K
  Matrix5d damping = Matrix5d::Zero();    ///< C
  Vector5d d_cage = Vector5d::Zero();     ///< dF/d(cage angle), zero for integrals
  double stored_energy = 0;               ///< [J]
  double dissipated_power = 0;            ///< [W]
  double max_ball_load = 0;               ///< [N], over all rows
  double max_ball_angle = 0;              ///< its phi [rad]
  int max_ball_row = 0;                   ///< its row
  double load_zone = 0;                   ///< loaded part of that row's circle [rad]
};

/// cage_angle [rad] matters only when the balls are summed at their places.
FiveDofForce five_dof_force(const FiveDofBearing& bearing, const Vector5d& delta, const Vector5d& rate,
                            double cage_angle = 0);

/// Load of each ball [N], one column per row: balls at their places, or `samples` equally spaced places.
MatrixXd ball_loads(const FiveDofBearing& bearing, const Vector5d& delta, const Vector5d& rate, double cage_angle = 0,
                    int samples = 0);

/// Mean orbital speed of the balls [rad/s] when both rings turn and nothing slips.
double cage_speed(const BallBearing& bearing, double inner_speed, double outer_speed);

}  // namespace trunnion
