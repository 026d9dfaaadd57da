#include "trunnion/reduction/contact_loads.h"

#include <fmt/format.h>

#include "trunnion/math/tall_product.h"

namespace trunnion {
namespace {

constexpr double largest_stress = 1e6;  ///< [Pa]

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

ContactLoads loads_of(const PreparedFits& fits, const ContactModes& modes) {
  ContactLoads out;
  MatrixXd stresses = modes.stresses;
  for (Index c = 0; c < stresses.cols(); ++c) stresses.col(c) *= largest_stress / stresses.col(c).cwiseAbs().maxCoeff();
  out.forces = stress_loads(fits, side_by_side(stresses, MatrixXd(shrunk_stresses(fits))));
  const auto name = [&](const char* kind, Index count) {
    for (Index c = 0; c < count; ++c) out.names.push_back(fmt::format("{} {}", kind, c + 1));
  };
  name("contact", modes.normal);
  name("tangential", modes.tangential);
  name("enriched", stresses.cols() - modes.normal - modes.tangential);
  out.names.emplace_back("shrink");
  return out;
}

ContactLoads contact_mode_loads(const FeModel& model, ReductionOptions options, Observer& observer) {
  ContactLoads loads;
  if (options.fits.fits.empty()) return loads;
  options.quality.compute = options.certify = options.fits.modes.reach = false;
  reduce(model, options, loads, observer);
  return loads;
}

}  // namespace trunnion
