#include "trunnion/gears/load_surface.h"

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/math/cubic_spline.h"

namespace trunnion {
namespace {

/// Second derivatives at the points of a periodic spline through n values at equal steps.
VectorXd curvatures(const VectorXd& values, double period) {
  const Index n = values.size();
  VectorXd y(n + 1);
  y << values, values[0];
  const CubicSpline spline(VectorXd::LinSpaced(n + 1, 0, period), y, CubicSpline::Ends::periodic);
  return VectorXd::NullaryExpr(n, [&](Index i) { return spline(period * double(i) / double(n)).curvature; });
}

MatrixXd curvatures_of_columns(const MatrixXd& values, double period) {
  MatrixXd out(values.rows(), values.cols());
  for (Index c = 0; c < values.cols(); ++c) out.col(c) = curvatures(values.col(c), period);
  return out;
}

/// A value over s with its first two derivatives.
struct Value {
  double v = 0, s = 0, ss = 0;
  Value& add(double factor, const Value& o) {
    v += factor * o.v;
    s += factor * o.s;
    ss += factor * o.ss;
    return *this;
  }
};

}  // namespace

/// Weights of the two neighboring positions.
struct LoadSurface::Along {
  Index i = 0, next = 0;
  double value[4]{}, slope[4]{}, curvature[4]{};  ///< of y_i, y_next and their second derivatives
  Value operator()(const auto& y, const auto& y2) const {
    const double at[4] = {y[i], y[next], y2[i], y2[next]};
    Value out;
    for (int k = 0; k < 4; ++k) {
      out.v += value[k] * at[k];
      out.s += slope[k] * at[k];
      out.ss += curvature[k] * at[k];
    }
    return out;
  }
};

LoadSurface::LoadSurface(Data data) : data_(std::move(data)) {
  const Index n = data_.error.size(), levels = data_.level.size();
  if (n < 4 || levels < 2 || data_.force.rows() != n || data_.stiffness.rows() != n || data_.force.cols() != levels ||
      data_.stiffness.cols() != levels || !(data_.period > 0))
    throw InputError("load surface of a gear mesh: at least four positions and two levels with all their forces");
  if (!data_.error.allFinite() || !data_.force.allFinite() || !data_.stiffness.allFinite())
    throw InputError(
        "load surface of a gear mesh: a number is not finite; does every position have a pair that touches?");
  energy_ = MatrixXd::Zero(n, levels);
  for (Index j = 0; j + 1 < levels; ++j) {
    const double h = data_.level[j + 1] - data_.level[j];
    if (!(h > 0)) throw InputError("load surface of a gear mesh: its levels must grow");
    energy_.col(j + 1) = energy_.col(j) + 0.5 * h * (data_.force.col(j) + data_.force.col(j + 1)) +
                         h * h / 12 * (data_.stiffness.col(j) - data_.stiffness.col(j + 1));
  }
  error_2_ = curvatures(data_.error, data_.period);
  force_2_ = curvatures_of_columns(data_.force, data_.period);
  stiffness_2_ = curvatures_of_columns(data_.stiffness, data_.period);
  energy_2_ = curvatures_of_columns(energy_, data_.period);
}

LoadSurface::Along LoadSurface::along(double s) const {
  const Index n = data_.error.size();
  const double h = data_.period / double(n);
  const double steps = s / h + 0.5 * double(n), wrapped = steps - double(n) * std::floor(steps / double(n));
  Along w;
  w.i = std::min(Index(wrapped), n - 1);
  w.next = (w.i + 1) % n;
  const double b = wrapped - double(w.i), a = 1 - b, h2 = h * h / 6;
  const double values[4] = {a, b, (a * a * a - a) * h2, (b * b * b - b) * h2};
  const double slopes[4] = {-1 / h, 1 / h, -(3 * a * a - 1) * h / 6, (3 * b * b - 1) * h / 6};
  const double curvature[4] = {0, 0, a, b};
  std::copy(values, values + 4, w.value);
  std::copy(slopes, slopes + 4, w.slope);
  std::copy(curvature, curvature + 4, w.curvature);
  return w;
}

MeshForce LoadSurface::operator()(double s, double approach) const {
  const Along w = along(s);
  const Value e = w(data_.error, error_2_);
  const double x = approach - e.v;
  MeshForce out;
  if (!(x > 0)) return out;
  const Index last = data_.level.size() - 1;
  const double* const first = data_.level.data();
  const Index j = std::min<Index>(last, std::upper_bound(first, first + last + 1, x) - first - 1);
  const auto force = [&](Index c) { return w(data_.force.col(c), force_2_.col(c)); };
  const auto stiffness = [&](Index c) { return w(data_.stiffness.col(c), stiffness_2_.col(c)); };
  Value U = w(energy_.col(j), energy_2_.col(j)), F, K;
  double K_x = 0;
  const Value f = force(j), k = stiffness(j);
  if (j == last) {
    const double y = x - data_.level[j];
    U.add(y, f).add(0.5 * y * y, k);
    F.add(1, f).add(y, k);
    K = k;
  } else {
    const double h = data_.level[j + 1] - data_.level[j], t = (x - data_.level[j]) / h, t2 = t * t, t3 = t2 * t;
    const Value g = force(j + 1), l = stiffness(j + 1);
    U.add(h * (t - t3 + 0.5 * t3 * t), f).add(h * h * (0.5 * t2 - 2 * t3 / 3 + 0.25 * t2 * t2), k);
    U.add(h * (t3 - 0.5 * t3 * t), g).add(h * h * (0.25 * t2 * t2 - t3 / 3), l);
    F.add(1 - 3 * t2 + 2 * t3, f).add(h * (t - 2 * t2 + t3), k).add(3 * t2 - 2 * t3, g).add(h * (t3 - t2), l);
    K.add(6 * (t2 - t) / h, f).add(1 - 4 * t + 3 * t2, k).add(6 * (t - t2) / h, g).add(3 * t2 - 2 * t, l);
    K_x = (6 * (2 * t - 1) / h * (f.v - g.v) + (6 * t - 4) * k.v + (6 * t - 2) * l.v) / h;
  }
  out.overlap = x;
  out.touch_along = e.s;
  out.energy = U.v;
  out.force = F.v;
  out.along = U.s - e.s * F.v;
  out.stiffness = K.v;
  out.mixed = F.s - e.s * K.v;
  out.along_2 = U.ss - 2 * e.s * F.s + e.s * e.s * K.v - e.ss * F.v;
  out.stiffness_slope = K_x;
  out.stiffness_along = K.s - e.s * K_x;
  return out;
}

double LoadSurface::touch(double s) const { return along(s)(data_.error, error_2_).v; }

double LoadSurface::mean_approach(double force) const {
  const Index n = data_.error.size(), last = data_.level.size() - 1;
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double s = (double(i) / double(n) - 0.5) * data_.period;
    double low = 0, high = data_.level[last];
    if (force >= data_.force(i, last)) {
      sum += high + (force - data_.force(i, last)) / data_.stiffness(i, last);
      continue;
    }
    for (int step = 0; step < 50; ++step) {
      const double middle = 0.5 * (low + high);
      ((*this)(s, data_.error[i] + middle).force < force ? low : high) = middle;
    }
    sum += 0.5 * (low + high);
  }
  return sum / double(n);
}

double LoadSurface::mean_stiffness(double force) const {
  const Index n = data_.error.size();
  const double x = mean_approach(force);
  double sum = 0;
  for (Index i = 0; i < n; ++i)
    sum += (*this)((double(i) / double(n) - 0.5) * data_.period, data_.error[i] + x).stiffness;
  return sum / double(n);
}

}  // namespace trunnion
