#include "trunnion/joints/time_function.h"

#include <cmath>
#include <memory>
#include <mutex>
#include <numbers>
#include <vector>

namespace trunnion {

TimeFunction constant_value(double value) {
  return [=](double) { return TimeValue{value, 0, 0}; };
}

TimeFunction uniform_rate(double start, double rate) {
  return [=](double t) { return TimeValue{start + rate * t, rate, 0}; };
}

TimeFunction smooth_step(double before, double after, double t0, double t1) {
  return [=](double t) {
    if (t <= t0) return TimeValue{before, 0, 0};
    if (t >= t1) return TimeValue{after, 0, 0};
    const double T = t1 - t0, s = (t - t0) / T, rise = after - before;
    return TimeValue{before + rise * s * s * s * (10 + s * (6 * s - 15)), rise * 30 * s * s * (1 - s) * (1 - s) / T,
                     rise * 60 * s * (1 - s) * (1 - 2 * s) / (T * T)};
  };
}

TimeFunction smooth_spin_up(double speed, double T) {
  return [=](double t) {
    if (t <= 0) return TimeValue{};
    if (t >= T) return TimeValue{speed, 0, 0};
    const double p = 2 * std::numbers::pi / T;
    return TimeValue{speed / T * (t - std::sin(p * t) / p), speed / T * (1 - std::cos(p * t)),
                     speed / T * p * std::sin(p * t)};
  };
}

namespace {

// Five-point Gauss rule: exact for polynomials of degree nine.
double gauss(const TimeFunction& f, double a, double b) {
  constexpr double x[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double w[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double mid = 0.5 * (a + b), half = 0.5 * (b - a);
  double sum = w[0] * f(mid).value;
  for (int i = 1; i < 3; ++i) sum += w[i] * (f(mid - half * x[i]).value + f(mid + half * x[i]).value);
  return half * sum;
}

struct Sums {
  std::mutex mutex;
  std::vector<double> at{0};  // integral up to t0 + i cell
};

}  // namespace

TimeFunction integral_of(TimeFunction rate, double t0, double cell) {
  auto sums = std::make_shared<Sums>();
  return [rate = std::move(rate), t0, cell, sums](double t) {
    const TimeValue now = rate(t);
    if (t <= t0) return TimeValue{-gauss(rate, t, t0), now.value, now.rate};
    const auto i = static_cast<std::size_t>((t - t0) / cell);
    double sum;
    {
      const std::lock_guard lock(sums->mutex);
      while (sums->at.size() <= i) {
        const double start = t0 + static_cast<double>(sums->at.size() - 1) * cell;
        sums->at.push_back(sums->at.back() + gauss(rate, start, start + cell));
      }
      sum = sums->at[i];
    }
    return TimeValue{sum + gauss(rate, t0 + static_cast<double>(i) * cell, t), now.value, now.rate};
  };
}

}  // namespace trunnion
