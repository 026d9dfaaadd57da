#include "trunnion/reduction/fit_springs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

double hertz(double eigenvalue) { return std::sqrt(std::max(0.0, eigenvalue)) / (2 * std::numbers::pi); }

MatrixXd spring_stiffness(const MatrixXd& relative, const FitSprings& springs) {
  VectorXd k(relative.rows());
  for (Index r = 0; r < k.size(); ++r) k[r] = r % 6 < 3 ? springs.translation : springs.rotation;
  return relative.transpose() * k.asDiagonal() * relative;
}

/// Tuned springs put the highest relative motion this far below the first elastic mode.
constexpr double tuned_ratio = 1e-3;
/// Given springs must leave at least this distance.
constexpr double largest_ratio = 0.3;
/// Relative motions this far below the elastic ones in energy are held by nothing.
constexpr double loose_energy = 1e-12;

}  // namespace

FitGroups add_fit_springs(const MatrixXd& relative, const MatrixXd& rigid, Index parts, double arm,
                          const FitSprings& given, ReducedPencil& pencil) {
  const Index count = 6 * (parts - 1);
  OrthogonalModes modes = orthogonalize(pencil, rigid);
  if (modes.eigenvalues.size() <= count)
    throw InputError("the body has no elastic coordinates besides the relative motions of its parts; keep more modes");
  FitGroups groups;
  const double elastic = modes.eigenvalues[count];
  const bool loose = count > 0 && modes.eigenvalues[0] < loose_energy * elastic;
  groups.springs = given;
  if (given.translation <= 0 && given.rotation <= 0 && loose) {
    const FitSprings unit{1, arm * arm};
    const MatrixXd motions = modes.elastic.leftCols(count);
    const SymmetricEigen held = symmetric_eigen(motions.transpose() * spring_stiffness(relative, unit) * motions);
    if (held.values[0] < 1e-9 * held.values[count - 1])
      throw InputError(fmt::format(
          "the body falls into {} parts, and the fits do not join all of them. Add a fit where parts touch, "
          "or make each a body of its own.",
          parts));
    const double k = tuned_ratio * tuned_ratio * elastic / held.values[count - 1];
    groups.springs = {k, k * arm * arm};
  }
  if (groups.springs.translation > 0 || groups.springs.rotation > 0) {
    pencil.stiffness += spring_stiffness(relative, groups.springs);
    modes = orthogonalize(pencil, rigid);
  }
  groups.relative_hz = modes.eigenvalues.head(count).unaryExpr(&hertz);
  groups.elastic_hz = hertz(modes.eigenvalues[count]);
  if (count > 0 && groups.relative_hz[count - 1] > largest_ratio * hertz(elastic))
    throw InputError(fmt::format(
        "springs between the parts raise their relative motions to {:.4g} Hz, into the range of the elastic "
        "modes (the first at {:.4g} Hz without them). Make them softer by {:.2g}, or leave them to the "
        "program.",
        groups.relative_hz[count - 1], hertz(elastic),
        std::pow(groups.relative_hz[count - 1] / (0.01 * hertz(elastic)), 2)));
  return groups;
}

}  // namespace trunnion
