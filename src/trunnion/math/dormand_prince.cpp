#include "trunnion/math/dormand_prince.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr std::array<std::array<double, 6>, 6> a{
    {{1.0 / 5},
     {3.0 / 40, 9.0 / 40},
     {44.0 / 45, -56.0 / 15, 32.0 / 9},
     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
     {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}};
constexpr std::array<double, 6> c{1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
// Fifth order less fourth order.
constexpr std::array<double, 7> error_weights{71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                              -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

}  // namespace

int dormand_prince(const std::function<VectorXd(double t, const VectorXd& y)>& f, double t, double end, VectorXd& y,
                   const DormandPrinceOptions& options) {
  if (!(end > t)) return 0;
  const auto norm = [&](const VectorXd& x, const VectorXd& size) {
    const auto scale = options.absolute + options.relative * size.array().abs();
    return std::sqrt((x.array() / scale).square().mean());
  };
  std::array<VectorXd, 7> k;
  k[0] = f(t, y);
  int evaluations = 1;
  const double length = end - t, speed = norm(k[0], y);
  double step = std::min(length, speed > 0 ? 0.01 * std::max(norm(y, y), 1.0) / speed : 0.01 * length);
  while (t < end) {
    step = std::min(step, end - t);
    if (!(step > 1e-14 * length) || evaluations > options.most_evaluations)
      throw SolveError("an explicit integration came to a halt: its equations are stiff or singular");
    for (std::size_t s = 1; s < 7; ++s) {
      VectorXd at = y;
      for (std::size_t j = 0; j < s; ++j) at += step * a[s - 1][j] * k[j];
      k[s] = f(t + c[s - 1] * step, at);
      ++evaluations;
      if (s == 6) {  // the last stage stands at the end of the step
        VectorXd difference = VectorXd::Zero(y.size());
        for (std::size_t j = 0; j < 7; ++j) difference += step * error_weights[j] * k[j];
        const double error = norm(difference, y.cwiseAbs().cwiseMax(at.cwiseAbs()));
        if (error < 1) {
          t = end - t > step ? t + step : end;
          y = at;
          k[0] = k[6];
        }
        step *= std::isfinite(error) ? std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.2), 0.2, 10.0) : 0.2;
      }
    }
  }
  return evaluations;
}

}  // namespace trunnion
