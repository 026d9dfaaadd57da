#include "trunnion/reduction/automatic_level.h"

#include "trunnion/reduction/craig_bampton.h"

namespace trunnion {

double level_error(const LevelProblem& problem, Index modes) {
  const MatrixXd kept = problem.participation.topRows(modes);
  const VectorXd kept_values = problem.eigenvalues.head(modes);
  const TruncationBasis vectors = truncation_basis(deflate(problem.grams, kept, kept_values),
                                                   problem.grams.stiffness.diagonal(), problem.max_vectors);
  const Index eta = problem.guyan_mass.rows(), r = vectors.eigenvalues.size();
  MatrixXd participation(modes + r, eta);
  participation << kept, vectors.participation;
  VectorXd eigenvalues(modes + r);
  eigenvalues << kept_values, vectors.eigenvalues;
  MatrixXd rigid = MatrixXd::Zero(eta + modes + r, problem.rigid.cols());
  rigid.topRows(eta) = problem.rigid;
  const OrthogonalModes orthogonal =
      orthogonalize(craig_bampton(problem.guyan_mass, problem.guyan_stiffness, participation, eigenvalues), rigid);
  MatrixXd rows(problem.interface_basis.rows(), orthogonal.rigid.cols() + orthogonal.elastic.cols());
  rows << problem.interface_basis * orthogonal.rigid.topRows(eta),
      problem.interface_basis * orthogonal.elastic.topRows(eta);
  const auto found = inertance(modal_model(rows, orthogonal.eigenvalues, problem.damping), problem.lines_hz);
  return compare_responses(problem.exact, found).error_max;
}

Level fewest_modes(const LevelProblem& problem, double accuracy) {
  Level level{problem.eigenvalues.size(), 0, false};
  level.error = level_error(problem, level.modes);
  if (!(level.error <= accuracy)) return level;
  level.met = true;
  // More modes are better but for rounding: the error at the upper end is always within the accuracy.
  for (Index too_few = -1; level.modes - too_few > 1;) {
    const Index middle = (too_few + level.modes) / 2;
    const double error = level_error(problem, middle);
    if (error <= accuracy) {
      level.modes = middle;
      level.error = error;
    } else {
      too_few = middle;
    }
  }
  return level;
}

}  // namespace trunnion
