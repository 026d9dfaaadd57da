#include "trunnion/reduction/contact_modes.h"

#include "trunnion/math/tall_product.h"

namespace trunnion {

ContactModes contact_modes(const ConstrainedSolver& solver, const PreparedFits& fits, const MatrixXd& generators,
                           const ContactModeOptions& options) {
  const ContactRows rows = contact_rows(fits, generators);
  const PatternEnergy energy = [&](const MatrixXd& patterns) {
    const MatrixXd loads = pressure_loads(fits, patterns);
    return transposed_times(loads, solver.solve(loads));
  };
  const MatrixXd pressures = pressure_patterns(rows, options, energy), shears = shear_patterns(rows, options);
  ContactModes modes{MatrixXd(generators.rows(), pressures.cols() + shears.cols()), pressures.cols(), shears.cols()};
  if (pressures.cols() > 0) modes.shapes.leftCols(pressures.cols()) = solver.solve(pressure_loads(fits, pressures));
  if (shears.cols() > 0) modes.shapes.rightCols(shears.cols()) = solver.solve(shear_loads(fits, shears));
  return modes;
}

}  // namespace trunnion
