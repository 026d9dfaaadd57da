#pragma once
// reduction/automatic_level.h -- the fewest fixed-interface modes for "accurate to this much up to that frequency".
// With all truncation vectors beside them, the k lowest modes give responses that small matrices alone predict
// (truncation_vectors.h); the smallest k whose largest relative error against the unreduced model stays within the
// accuracy is found by bisection.                                                   (theory/reduction.md, section 5)

#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/truncation_vectors.h"

namespace trunnion {

struct LevelProblem {
  MatrixXd guyan_mass, guyan_stiffness;  ///< in the interface coordinates eta
  const MatrixXd& interface_basis;       ///< B: u_a = B eta
  const MatrixXd& rigid;                 ///< rigid motions in eta
  MatrixXd participation;                ///< of all computed modes
  VectorXd eigenvalues;                  ///< of all computed modes
  InertiaAnswerGrams grams;              ///< un-deflated
  Index max_vectors = -1;                ///< negative: all
  Damping damping;
  VectorXd lines_hz;
  const std::vector<MatrixXcd>& exact;  ///< responses of the unreduced model at these lines
};

struct Level {
  Index modes = 0;   ///< lowest ones
  double error = 0;  ///< largest relative response error with them
  bool met = false;  ///< false: all computed modes are not enough; `error` is theirs
};

/// Largest relative response error with the `modes` lowest modes and all truncation vectors.
double level_error(const LevelProblem& problem, Index modes);

Level fewest_modes(const LevelProblem& problem, double accuracy);

}  // namespace trunnion
