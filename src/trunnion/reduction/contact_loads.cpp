#include "trunnion/reduction/contact_loads.h"

#include <fmt/format.h>

#include "trunnion/fem/constrained_solver.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/contact_modes.h"
#include "trunnion/reduction/interior_basis.h"
#include "trunnion/reduction/interior_mass.h"

namespace trunnion {
namespace {

constexpr double largest_stress = 1e6;  ///< [Pa]

/// Modes of the body with its interfaces at rest, those that the reduction would keep.
MatrixXd kept_modes(const FeModel& model, const ConstrainedSolver& solver, const HeldInterfaces& held,
                    const ReductionOptions& options, const MatrixXd& psi, Observer& observer) {
  const MatrixXd mass_psi = mass_product(model, psi),
                 interior = transposed_times(psi, mass_psi) - condensed_mass(model, held.nodes), none;
  const SelectionInput input{model, solver, options, psi, mass_psi, mass_psi, interior, held.kinds, none, -1};
  FixedModes modes;
  Index vectors = 0;
  ReductionRecord record;
  const ModeSelection kept = compute_and_select(input, modes, vectors, record, observer);
  return modes.shapes(Eigen::all, kept.modes);
}

/// (p, -tau_1, -tau_2) of the shrunk state, 3P.
VectorXd shrunk_stresses(const PreparedFits& fits) {
  VectorXd out(3 * fits.points());
  for (Index k = 0; k < fits.points(); ++k) {
    const FitTraction& t = fits.shrunk.traction[static_cast<std::size_t>(k)];
    out.segment<3>(3 * k) << t.pressure, -t.shear;
  }
  return out;
}

}  // namespace

ContactLoads contact_mode_loads(const FeModel& model, const ReductionOptions& options, Observer& observer) {
  ContactLoads out;
  if (options.fits.fits.empty()) return out;
  const HeldInterfaces held = held_interfaces(model, options.interfaces);
  const PreparedFits fits = prepare_fits(model, options.fits, held, observer);
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse, observer);
  const MatrixXd psi = solver.constraint_modes();
  const MatrixXd normal = kept_modes(model, solver, held, options, psi, observer);
  const MatrixXd generators = contact_generators(fits, psi, normal);
  const ContactModes modes = contact_modes(solver, fits, generators, options.fits.modes);
  MatrixXd stresses = modes.stresses;
  for (Index c = 0; c < stresses.cols(); ++c) stresses.col(c) *= largest_stress / stresses.col(c).cwiseAbs().maxCoeff();
  out.forces = stress_loads(fits, side_by_side(stresses, MatrixXd(shrunk_stresses(fits))));
  for (Index c = 0; c < modes.normal; ++c) out.names.push_back(fmt::format("contact {}", c + 1));
  for (Index c = 0; c < modes.tangential; ++c) out.names.push_back(fmt::format("tangential {}", c + 1));
  out.names.emplace_back("shrink");
  return out;
}

}  // namespace trunnion
