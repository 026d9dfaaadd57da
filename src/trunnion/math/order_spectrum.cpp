#include "trunnion/math/order_spectrum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "trunnion/base/error.h"
#include "trunnion/math/cubic_spline.h"

namespace trunnion {

namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr double most_lines = 2000;
constexpr double visible = 2.5;  // samples per cycle below which an oscillation is lost

struct Turning {
  VectorXd t, phi, y;
};

// The longest stretch over which the angle grows.
Turning growing_part(const VectorXd& t, VectorXd phi, const VectorXd& y) {
  if (phi.size() > 1 && phi[phi.size() - 1] < phi[0]) phi = -phi;
  Index best = 0, best_end = 0, start = 0;
  for (Index k = 1; k <= phi.size(); ++k) {
    if (k < phi.size() && phi[k] > phi[k - 1]) continue;
    if (phi[k - 1] - phi[start] > phi[std::max(best_end - 1, Index{0})] - phi[best]) {
      best = start;
      best_end = k;
    }
    start = k;
  }
  const Index n = best_end - best;
  return {t.segment(best, n), phi.segment(best, n), y.segment(best, n)};
}

VectorXd hann(Index n) {
  VectorXd w(n);
  for (Index k = 0; k < n; ++k) w[k] = 0.5 - 0.5 * std::cos(turn * static_cast<double>(k) / static_cast<double>(n));
  return w;
}

// Amplitudes of cos(c_j x_k), x_k = k/n: c counts cycles in the window.
VectorXd amplitudes(const VectorXd& samples, const VectorXd& window, const VectorXd& cycles) {
  const Index n = samples.size();
  const double sum = window.sum();
  const VectorXd weighted = window.array() * (samples.array() - window.dot(samples) / sum);
  VectorXd out(cycles.size());
  for (Index j = 0; j < cycles.size(); ++j) {
    const std::complex<double> step = std::polar(1.0, -turn * cycles[j] / static_cast<double>(n));
    std::complex<double> total = 0;
    for (Index k = n - 1; k >= 0; --k) total = total * step + weighted[k];  // Horner
    out[j] = 2 * std::abs(total) / sum;
  }
  return out;
}

}  // namespace

OrderSpectra order_spectra(const VectorXd& t, const VectorXd& phi, const VectorXd& y, const OrderOptions& o) {
  const Turning part = growing_part(t, phi, y);
  const Index points = part.t.size();
  const double length = turn * o.revolutions, span = points > 1 ? part.phi[points - 1] - part.phi[0] : 0;
  if (points < 4 || span < length)
    throw InputError(
        fmt::format("the shaft makes {:.3g} turns in one sense, but a window needs {:g}; run longer or take "
                    "fewer revolutions",
                    span / turn, o.revolutions));
  const CubicSpline signal(part.phi, part.y), signal_over_time(part.t, part.y), time(part.phi, part.t);
  const double shift = length * (1 - o.overlap);
  const Index windows = 1 + static_cast<Index>(std::floor((span - length) / shift + 1e-9));
  const auto count = [&](double highest) {  // samples in a window: four per cycle of the highest, a power of two
    Index n = 64;
    while (n < 4 * highest) n *= 2;
    return n;
  };
  const Index per_window = count(o.max_order * o.revolutions);
  OrderSpectra out;
  out.time.resize(windows);
  out.speed.resize(windows);
  const Index orders = static_cast<Index>(std::floor(o.max_order * o.revolutions + 1e-9));
  const VectorXd cycles = VectorXd::LinSpaced(orders, 1, static_cast<double>(orders));
  out.order = cycles / o.revolutions;
  out.amplitude.resize(windows, orders);
  out.cut.resize(windows, o.cuts.size());
  double step = 0;
  for (Index k = 1; k < points; ++k) step = std::max(step, part.t[k] - part.t[k - 1]);
  double highest_speed = 0;
  for (Index w = 0; w < windows; ++w) {
    const double from = part.phi[0] + static_cast<double>(w) * shift;
    const double t0 = time(from).value, t1 = time(from + length).value;
    out.time[w] = 0.5 * (t0 + t1);
    out.speed[w] = length / (t1 - t0);
    highest_speed = std::max(highest_speed, out.speed[w]);
    VectorXd samples(per_window);
    for (Index k = 0; k < per_window; ++k)
      samples[k] = signal(from + length * static_cast<double>(k) / static_cast<double>(per_window)).value;
    const VectorXd window = hann(per_window);
    out.amplitude.row(w) = amplitudes(samples, window, cycles).transpose();
    out.cut.row(w) = amplitudes(samples, window, o.cuts * o.revolutions).transpose();
  }
  out.samples_per_cycle = turn / (highest_speed * o.max_order * step);

  const double highest = std::min(o.max_order * highest_speed / turn, 1 / (visible * step));
  const double resolution = std::max(out.speed.minCoeff() / length, highest / most_lines);  // of the longest window
  const Index lines = std::max<Index>(2, static_cast<Index>(std::floor(highest / resolution)));
  out.frequency = VectorXd::LinSpaced(lines, resolution, resolution * static_cast<double>(lines));
  out.over_frequency.resize(windows, lines);
  for (Index w = 0; w < windows; ++w) {
    const double from = part.phi[0] + static_cast<double>(w) * shift;
    const double t0 = time(from).value, duration = time(from + length).value - t0;
    const Index n = count(highest * duration);
    VectorXd samples(n);
    for (Index k = 0; k < n; ++k)
      samples[k] = signal_over_time(t0 + duration * static_cast<double>(k) / static_cast<double>(n)).value;
    out.over_frequency.row(w) = amplitudes(samples, hann(n), out.frequency * duration).transpose();
  }
  return out;
}

}  // namespace trunnion
