#include "trunnion/joints/time_function.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

struct Area {
  double sum = 0;
  double rounding = 0;  ///< what f and its time cannot be told apart from
};

// Five-point Lobatto rule: exact for polynomials of degree seven, and it sees both ends, so that no bend or jump hides
// behind its outermost points.
Area lobatto(const TimeFunction& f, double a, double b) {
  constexpr double x[] = {-1, -0.6546536707079771, 0, 0.6546536707079771, 1};
  constexpr double w[] = {1.0 / 10, 49.0 / 90, 32.0 / 45, 49.0 / 90, 1.0 / 10};
  const double mid = 0.5 * (a + b), half = 0.5 * (b - a);
  constexpr double digits = 1e-14;
  const double blur = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
  Area area;
  for (int i = 0; i < 5; ++i) {
    const TimeValue at = f(mid + half * x[i]);
    area.sum += half * w[i] * at.value;
    area.rounding += half * w[i] * digits * std::abs(at.value);
    if (std::isfinite(at.rate)) area.rounding += half * w[i] * blur * std::abs(at.rate);
  }
  return area;
}

// Halved where the halves differ from the whole: also rates that bend or jump are integrated to rounding.
// What the halves show counts too: a whole whose points all fell where the rate is zero knows no rounding.
double halved(const TimeFunction& f, double a, double b, const Area& whole, double allowed, int depth) {
  constexpr int deepest = 50;
  const double mid = 0.5 * (a + b);
  const Area left = lobatto(f, a, mid), right = lobatto(f, mid, b);
  const double sum = left.sum + right.sum;
  allowed = std::max(allowed, left.rounding + right.rounding);
  if (depth == deepest || !(std::abs(sum - whole.sum) > allowed)) return sum;
  return halved(f, a, mid, left, allowed, depth + 1) + halved(f, mid, b, right, allowed, depth + 1);
}
double integral(const TimeFunction& f, double a, double b) {
  const Area whole = lobatto(f, a, b);
  return halved(f, a, b, whole, whole.rounding, 0);
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
    if (t <= t0) return TimeValue{-integral(rate, t, t0), now.value, now.rate};
    const auto i = static_cast<std::size_t>((t - t0) / cell);
    double sum;
    {
      const std::lock_guard lock(sums->mutex);
      while (sums->at.size() <= i) {
        const double start = t0 + static_cast<double>(sums->at.size() - 1) * cell;
        sums->at.push_back(sums->at.back() + integral(rate, start, start + cell));
      }
      sum = sums->at[i];
    }
    return TimeValue{sum + integral(rate, t0 + static_cast<double>(i) * cell, t), now.value, now.rate};
  };
}

}  // namespace trunnion
