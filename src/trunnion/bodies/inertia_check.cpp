#include "trunnion/bodies/inertia_check.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {

namespace {

// Half of the last decimal place a number was written with; one of fewer than three digits stands for three, as tables
// print them.
double rounding_of(double x) {
  constexpr std::size_t fewest = 3;
  if (x == 0 || !std::isfinite(x)) return 0;
  const std::string text = fmt::format("{:.14e}", std::abs(x));  // one digit less than is always exact
  const std::size_t exponent = text.find('e');
  const std::string digits = text.substr(0, text.find_last_not_of("0.", exponent - 1) + 1);
  const std::size_t count = std::max(fewest, digits.size() > 1 ? digits.size() - 1 : digits.size());
  return 0.5 * std::pow(10.0, std::stoi(text.substr(exponent + 1)) - static_cast<int>(count - 1));
}

}  // namespace

void check_inertia(const std::string& who, const Matrix3d& inertia, Smallest smallest) {
  if (!(inertia - inertia.transpose()).isZero(1e-9 * inertia.norm()))
    throw InputError(fmt::format("{}: the inertia tensor is not symmetric", who));
  const Vector3d principal = Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  const bool positive = smallest == Smallest::positive;
  if (!(positive ? principal[0] > 0 : principal[0] >= -1e-12 * principal[2]))
    throw InputError(fmt::format("{}: principal inertias {:.4g}, {:.4g}, {:.4g} kg m^2, {}", who, principal[0],
                                 principal[1], principal[2], positive ? "all must be > 0" : "none may be negative"));
  // J_1 + J_2 - J_3 changes by no more than all entries of the tensor together do.
  const double rounding = inertia.unaryExpr(&rounding_of).sum() + 1e-12 * principal[2];
  if (!(principal[0] + principal[1] >= principal[2] - rounding))
    throw InputError(
        fmt::format("{}: principal inertias {:.4g}, {:.4g}, {:.4g} kg m^2 belong to no real body: the two smaller ones "
                    "must add up to at least the largest",
                    who, principal[0], principal[1], principal[2]));
}

}  // namespace trunnion
