#include <gtest/gtest.h>

#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/monotone_curve.h"

namespace trunnion {
namespace {

constexpr double turn = 2 * std::numbers::pi;
const VectorXd x = (VectorXd(5) << 0, 1, 2.5, 4, 5).finished();
const VectorXd y = (VectorXd(5) << 1, 2, 2.5, 0.5, 0.7).finished();
const std::vector<double> places{0.5, 1.75, 3, 4.5, 5.5};

VectorXd one(double p) { return VectorXd::Constant(1, p); }

struct Row {
  double tension, period;
  std::vector<double> slopes, values;  // values at `places`, as many as given
};

TEST(RationalSpline, GoesThroughTheReferenceTable) {
  for (const Row& r : {Row{0, 0, {1.02, 0.96, -0.83, -0.64, 0.62}, {1.5075, 2.585625, 1.8681481481, 0.4425}},
                       Row{0,
                           6,
                           {0.6116402116, 1.0936507937, -0.8857142857, -0.5507936508, 0.3597883598},
                           {1.4397486772, 2.6211309524, 1.8458553792, 0.4861772487, 0.8185185185}},
                       Row{1,
                           0,
                           {1.0450793651, 0.8647619048, -0.72, -0.5447619048, 0.4482539683},
                           {1.5187830688, 2.4976190476, 1.8786031746, 0.4965608466}},
                       Row{5,
                           6,
                           {0.6652620680, 0.8151692746, -0.5966887417, -0.4615268905, 0.2711617730},
                           {1.4913000282, 2.3729072827, 1.8685757745, 0.5574778901, 0.8271281079}}}) {
    const RationalSpline spline(x, r.period, one(r.tension));
    for (std::size_t k = 0; k < r.slopes.size(); ++k)
      EXPECT_NEAR(spline.slopes().row(static_cast<Index>(k)).dot(y), r.slopes[k], 1e-9);
    for (std::size_t k = 0; k < r.values.size(); ++k)
      EXPECT_NEAR(spline.weights(places[k]).value.dot(y), r.values[k], 1e-9) << places[k];
  }
}

TEST(MonotoneCurve, GoesThroughTheReferenceTable) {
  const MonotoneCurve open(x, 0, y), closed(x, 6, y);
  const std::vector<double> open_slopes{1.2666666667, 0.5172413793, 0, 0, 0.6},
      closed_slopes{0.4615384615, 0.5172413793, 0, 0, 0.24};
  for (Index k = 0; k < 5; ++k) {
    EXPECT_NEAR(open.slopes()[k], open_slopes[static_cast<std::size_t>(k)], 1e-9);
    EXPECT_NEAR(closed.slopes()[k], closed_slopes[static_cast<std::size_t>(k)], 1e-9);
  }
  EXPECT_NEAR(open.value(0.5), 1.5936781609, 1e-9);
  EXPECT_NEAR(open.value(1.75), 2.3469827586, 1e-9);
  EXPECT_NEAR(open.value(3), 1.9814814815, 1e-9);
  EXPECT_NEAR(open.value(4.5), 0.525, 1e-9);
  EXPECT_NEAR(closed.value(0.5), 1.4930371353, 1e-9);
  EXPECT_NEAR(closed.value(5.5), 0.8223076923, 1e-9);
}

TEST(RationalSpline, HasTwoContinuousDerivativesForAnyTensions) {
  const VectorXd mixed = (VectorXd(5) << 0, 3, 0.5, 8, 1).finished();
  for (const double period : {0.0, 6.0}) {
    const RationalSpline spline(x, period, period > 0 ? mixed : VectorXd(mixed.head(4)));
    for (Index k = 1; k < 4; ++k) {
      const CurveWeights a = spline.weights(x[k] - 1e-10), b = spline.weights(x[k] + 1e-10);
      EXPECT_NEAR(a.value.dot(y), b.value.dot(y), 1e-8);
      EXPECT_NEAR(a.slope.dot(y), b.slope.dot(y), 1e-7);
      EXPECT_NEAR(a.curvature.dot(y), b.curvature.dot(y), 1e-6);
    }
  }
}

TEST(RationalSpline, KeepsConstantsAndStraightLines) {
  for (const double p : {0.0, 1.0, 7.0})
    for (const double at : {-0.7, 0.2, 2.4, 4.9, 5.8}) {
      const RationalSpline open(x, 0, one(p)), closed(x, 6, one(p));
      EXPECT_NEAR(open.weights(at).value.sum(), 1, 4e-15);
      EXPECT_NEAR(closed.weights(at).value.sum(), 1, 4e-15);
      EXPECT_NEAR(open.weights(at).value.dot(x), at, 1e-14);
      EXPECT_NEAR(open.weights(at).slope.dot(x), 1, 1e-14);
      EXPECT_NEAR(open.weights(at).curvature.dot(x), 0, 1e-13);
    }
}

TEST(RationalSpline, SlopeAndCurvatureAreTheLimitsOfDifferences) {
  const RationalSpline spline(x, 6, one(2));
  const double e = 1e-5;
  for (const double at : {0.3, 1.9, 4.4, 5.6}) {
    const CurveWeights a = spline.weights(at - e), b = spline.weights(at), c = spline.weights(at + e);
    EXPECT_LE(((c.value - a.value) / (2 * e) - b.slope).norm(), 1e-8);
    EXPECT_LE(((c.slope - a.slope) / (2 * e) - b.curvature).norm(), 1e-8);
  }
}

TEST(MonotoneCurve, WeightsAreDerivativesByThePoints) {
  const double e = 1e-6;
  for (const double period : {0.0, 6.0})
    for (const double at : {0.4, 1.3, 3.7, 4.8}) {
      const CurveWeights w = MonotoneCurve(x, period, y).weights(at);
      for (Index k = 0; k < 5; ++k) {
        const VectorXd d = e * VectorXd::Unit(5, k);
        const double slope =
            (MonotoneCurve(x, period, y + d).value(at) - MonotoneCurve(x, period, y - d).value(at)) / (2 * e);
        EXPECT_NEAR(w.value[k], slope, 1e-7) << at << " " << k;
      }
    }
}

TEST(MonotoneCurve, SlopesBendWithThePointsAsOneSquare) {
  const double e = 1e-6;
  const VectorXd away = (VectorXd(5) << 0.3, -0.7, 0.4, 0.9, -0.2).finished();
  for (const double period : {0.0, 6.0}) {
    const MonotoneCurve curve(x, period, y), after(x, period, y + e * away), before(x, period, y - e * away);
    for (std::size_t k = 0; k < 5; ++k) {
      const MonotoneCurve::NodeSlope& s = curve.node_slopes()[k];
      double along = 0, change = 0;
      for (std::size_t p = 0; p < 3; ++p) {
        along += s.along[p] * away[s.point[p]];
        change += (after.node_slopes()[k].by[p] - before.node_slopes()[k].by[p]) / (2 * e) * away[s.point[p]];
      }
      EXPECT_NEAR(s.bend * along * along, change, 1e-8 * (1 + std::abs(change))) << k;
    }
  }
}

double largest_error(Index n, const std::function<double(const VectorXd&, const VectorXd&, double)>& at) {
  VectorXd nodes(n), values(n);
  for (Index k = 0; k < n; ++k) {
    nodes[k] = 0.1 + turn * static_cast<double>(k) / static_cast<double>(n);
    values[k] = std::cos(nodes[k]);
  }
  double worst = 0;
  for (int k = 0; k < 2000; ++k) {
    const double phi = turn * k / 2000;
    worst = std::max(worst, std::abs(at(nodes, values, phi) - std::cos(phi)));
  }
  return worst;
}

TEST(RationalSpline, TensionCostsOrdersOfConvergence) {
  const auto spline = [](double p) {
    return [p](const VectorXd& n, const VectorXd& v, double phi) {
      static thread_local std::optional<std::pair<double, RationalSpline>> kept;
      if (!kept || kept->first != p || kept->second.size() != n.size())
        kept.emplace(p, RationalSpline(n, turn, one(p)));
      return kept->second.weights(phi).value.dot(v);
    };
  };
  EXPECT_NEAR(largest_error(48, spline(0)), 7.7e-7, 0.2e-7);
  EXPECT_NEAR(largest_error(48, spline(1)), 3.6e-4, 0.1e-4);
  EXPECT_NEAR(largest_error(48, spline(5)), 1.2e-3, 0.1e-3);
  EXPECT_NEAR(largest_error(48, [](const VectorXd& n, const VectorXd& v,
                                   double phi) { return MonotoneCurve(n, turn, v).value(phi); }),
              1.2e-3, 0.1e-3);
  EXPECT_NEAR(largest_error(48, [](const VectorXd& n, const VectorXd& v,
                                   double phi) { return polygon_weights(n, turn, phi).value.dot(v); }),
              2.1e-3, 0.1e-3);
  EXPECT_NEAR(std::log2(largest_error(24, spline(0)) / largest_error(48, spline(0))), 4, 0.05);
}

TEST(RationalSpline, OvershootFallsWithTensionAndIsNoneForMonotoneCurves) {
  const VectorXd n = VectorXd::LinSpaced(8, 0, 7), v = (VectorXd(8) << 1, 1, 1, 1, .1, .1, .1, .1).finished();
  const auto lowest = [&](const std::function<double(double)>& f) {
    double low = 1;
    for (int k = 0; k <= 700; ++k) low = std::min(low, f(0.01 * k));
    return low;
  };
  for (const auto& [p, low] : {std::pair{0.0, 0.003}, {1.0, 0.027}, {5.0, 0.062}}) {
    const RationalSpline spline(n, 0, one(p));
    EXPECT_NEAR(lowest([&](double at) { return spline.weights(at).value.dot(v); }), low, 6e-4);
  }
  const MonotoneCurve curve(n, 0, v);
  EXPECT_NEAR(lowest([&](double at) { return curve.value(at); }), 0.1, 1e-15);
}

TEST(RationalSpline, RefusesPointsThatDoNotAscend) {
  EXPECT_THROW(RationalSpline((VectorXd(3) << 0, 2, 1).finished(), 0), InputError);
  EXPECT_THROW(RationalSpline((VectorXd(3) << 0, 2, 7).finished(), 6), InputError);
  EXPECT_THROW(RationalSpline(x, 0, one(-1)), InputError);
}

}  // namespace
}  // namespace trunnion
