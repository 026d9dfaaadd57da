#include "trunnion/reduction/contact_modes.h"

#include <fmt/format.h>

#include "trunnion/math/free_memory.h"
#include "trunnion/math/tall_product.h"

namespace trunnion {
namespace {

/// Pressures (P x c) and shear stresses (2P x d) as stresses (p, -tau_1, -tau_2) of the points, 3P x (c + d).
MatrixXd as_stresses(const MatrixXd& pressures, const MatrixXd& shears) {
  const Index points = pressures.rows(), c = pressures.cols();
  MatrixXd stresses = MatrixXd::Zero(3 * points, c + shears.cols());
  for (Index k = 0; k < points; ++k) {
    stresses.block(3 * k, 0, 1, c) = pressures.row(k);
    stresses.block(3 * k + 1, c, 1, shears.cols()) = -shears.row(k);
    stresses.block(3 * k + 2, c, 1, shears.cols()) = -shears.row(points + k);
  }
  return stresses;
}

/// Patterns are found among motions of the points and their products, and answered by the whole mesh.
void check_patterns_fit(const PreparedFits& fits, const MatrixXd& generators, const ContactModeOptions& options) {
  const double points = double(fits.points()), g = double(generators.cols());
  const double second = options.generator_exponent == 1 ? 0 : g * (g + 1) / 2;
  const double products = options.origin == ContactModeOrigin::undeformed ? 2 * g * g : second;
  const double modes = double(options.normal) + (options.tangential < 0 ? g : double(options.tangential));
  const double rows = points * (6 * g + 2 * products + 3 * modes), answers = 3 * double(generators.rows()) * modes;
  check_room(
      (rows + answers) * sizeof(double),
      fmt::format("the search for contact modes of {} points along {} motions", fits.points(), generators.cols()),
      "use fewer interface dofs or normal modes, a coarser mesh of the seat, or end other programs");
}

}  // namespace

MatrixXd contact_generators(const PreparedFits& fits, const MatrixXd& constraint_modes, const MatrixXd& normal_modes) {
  const MatrixXd& motions = fits.joined_modes.size() > 0 ? fits.joined_modes : constraint_modes;
  return side_by_side(side_by_side(motions, normal_modes), MatrixXd(fits.shrunk.u));
}

ContactModes contact_modes(const ConstrainedSolver& solver, const PreparedFits& fits, const MatrixXd& generators,
                           const ContactModeOptions& options) {
  check_patterns_fit(fits, generators, options);
  const ContactRows rows = contact_rows(fits, generators);
  ContactModeOptions about = options;
  if (!(rows.depth.maxCoeff() > 0)) about.origin = ContactModeOrigin::undeformed;  // a loose fit has no preload
  const MatrixXd none(2 * fits.points(), 0);
  const PatternEnergy energy = [&](const MatrixXd& patterns) {
    const MatrixXd loads = stress_loads(fits, as_stresses(patterns, none));
    return transposed_times(loads, solver.solve(loads));
  };
  const MatrixXd pressures = pressure_patterns(rows, about, energy), shears = shear_patterns(rows, about);
  ContactModes modes{{}, as_stresses(pressures, shears), pressures.cols(), shears.cols()};
  modes.shapes =
      modes.stresses.cols() > 0 ? solver.solve(stress_loads(fits, modes.stresses)) : MatrixXd(generators.rows(), 0);
  return modes;
}

}  // namespace trunnion
