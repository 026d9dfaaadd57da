#include "trunnion/reduction/completeness_forecast.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trunnion {
namespace {

/// A (n^-p - N^-p), by least squares of its logarithm: A follows from p, p by bisection of an interval.
struct Course {
  double log_a = 0, p = 0, all = 0;

  double shape(double n) const { return std::log(std::pow(n, -p) - std::pow(all, -p)); }
  double left(double n) const { return n < all ? std::exp(log_a + shape(n)) : 0; }
};

double misfit(Course& course, const VectorXd& modes, const VectorXd& log_left) {
  const VectorXd rest = log_left - modes.unaryExpr([&](double n) { return course.shape(n); });
  course.log_a = rest.mean();
  return (rest.array() - course.log_a).square().sum();
}

Course fitted(const VectorXd& modes, const VectorXd& log_left, Index all) {
  double low = 0.01, high = 6;
  const double golden = 0.5 * (std::sqrt(5.0) - 1);
  Course course{0, low, double(all)};
  const auto at = [&](double p) {
    course.p = p;
    return misfit(course, modes, log_left);
  };
  double first = high - golden * (high - low), second = low + golden * (high - low);
  double at_first = at(first), at_second = at(second);
  while (high - low > 1e-4) {
    if (at_first < at_second) {
      high = std::exchange(second, first);
      at_second = at_first;
      first = high - golden * (high - low);
      at_first = at(first);
    } else {
      low = std::exchange(first, second);
      at_first = at_second;
      second = low + golden * (high - low);
      at_second = at(second);
    }
  }
  at(0.5 * (low + high));
  return course;
}

}  // namespace

CompletenessForecast forecast_completeness(const VectorXd& modes, const VectorXd& carried, Index all, Index most,
                                           double target) {
  constexpr double faster = 1.5, least_p = 0.5;  // of the most hopeful course
  const VectorXd log_left = (1 - carried.array()).max(1e-12).log();
  const Index n = modes.size();
  const Course whole = fitted(modes, log_left, all), late = fitted(modes.tail(n / 2), log_left.tail(n / 2), all);
  Course hopeful{0, std::max(least_p, faster * std::max(whole.p, late.p)), double(all)};
  hopeful.log_a = log_left[n - 1] - hopeful.shape(modes[n - 1]);
  CompletenessForecast forecast{1 - whole.left(double(most)), 1 - hopeful.left(double(most)), all};
  forecast.likely = std::clamp(forecast.likely, carried[n - 1], forecast.at_most);
  Index low = Index(modes[n - 1]);
  while (forecast.needed - low > 1) {
    const Index middle = low + (forecast.needed - low) / 2;
    (1 - hopeful.left(double(middle)) >= target ? forecast.needed : low) = middle;
  }
  return forecast;
}

}  // namespace trunnion
