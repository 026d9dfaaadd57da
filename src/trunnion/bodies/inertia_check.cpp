#include "trunnion/bodies/inertia_check.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "trunnion/base/error.h"

namespace trunnion {

void check_inertia(const std::string& who, const Matrix3d& inertia, Smallest smallest) {
  if (!(inertia - inertia.transpose()).isZero(1e-9 * inertia.norm()))
    throw InputError(fmt::format("{}: the inertia tensor is not symmetric", who));
  const Vector3d principal = Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  const bool positive = smallest == Smallest::positive;
  if (!(positive ? principal[0] > 0 : principal[0] >= -1e-12 * principal[2]))
    throw InputError(fmt::format("{}: principal inertias {:.4g}, {:.4g}, {:.4g} kg m^2, {}", who, principal[0],
                                 principal[1], principal[2], positive ? "all must be > 0" : "none may be negative"));
  const double rounding = positive ? 1e-6 : 5e-3;  // lumped rings and discs come from tables, to three digits
  if (!(principal[0] + principal[1] >= principal[2] * (1 - rounding)))
    throw InputError(
        fmt::format("{}: principal inertias {:.4g}, {:.4g}, {:.4g} kg m^2 belong to no real body: the two smaller ones "
                    "must add up to at least the largest",
                    who, principal[0], principal[1], principal[2]));
}

}  // namespace trunnion
