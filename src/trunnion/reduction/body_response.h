#pragma once
// reduction/body_response.h -- a free reduced body as linear system about its rest position: six rigid coordinates
// (translation, small turn about the origin), then the modal ones. Any reference condition, lumped inertias included.
//   M v' + D v + K x = rows' f,   u_interface = rows x                               (theory/reduction.md, Eq. 12.1)

#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

struct LinearBody {
  MatrixXd mass, damping, stiffness;   ///< (6 + n) square
  MatrixXd rows;                       ///< six per interface x (6 + n)
  std::vector<std::string> dof_names;  ///< of the rows: "big_end rx"
};

/// `interfaces`: which, in this order; empty: all.
LinearBody linear_body(const ReducedBody& body, const std::vector<std::string>& interfaces = {});

/// Acceleration per force, one matrix per frequency (> 0).
std::vector<MatrixXcd> inertance(const LinearBody& body, const VectorXd& frequency_hz);

/// First-order form x' = A x + B f, u = C x with x = (coordinates, velocities).
struct StateSpace {
  MatrixXd a, b, c;
};
StateSpace state_space(const LinearBody& body);

}  // namespace trunnion
