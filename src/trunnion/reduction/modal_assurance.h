#pragma once
// reduction/modal_assurance.h -- likeness of two sets of modes, weighted by mass so that mesh density plays no part.
//   MAC_ij = (u_i' M v_j)^2 / ((u_i' M u_i)(v_j' M v_j))                             (theory/reduction.md, Eq. 7.7)

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

/// `cross` = U' M V, `first`, `second` = the diagonals of U' M U and V' M V.
MatrixXd modal_assurance(const MatrixXd& cross, const VectorXd& first, const VectorXd& second);

constexpr double same_shape = 0.8;  ///< MAC above which two modes count as one

/// MAC_ij summed over second modes of (nearly) the frequency of j: their shapes may be any mixture of each other.
MatrixXd shape_likeness(const MatrixXd& mac, const VectorXd& second_hz);

/// (f_i - f_j) / f_j of modes that are alike; NaN elsewhere.
MatrixXd frequency_differences(const MatrixXd& mac, const VectorXd& first_hz, const VectorXd& second_hz);

/// Modes that belong together: for each first mode its best partner, if their likeness exceeds `same_shape`.
struct ModePair {
  Index first, second;
  double mac;
  double frequency_difference;  ///< (f_first - f_second) / f_second
};
std::vector<ModePair> pair_modes(const MatrixXd& mac, const VectorXd& first_hz, const VectorXd& second_hz);

}  // namespace trunnion
