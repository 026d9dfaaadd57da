#include <gtest/gtest.h>

#include "lubrication/film_cases.h"
#include "trunnion/lubrication/ring_interpolation.h"

namespace trunnion {
namespace {

using namespace film_cases;

const VectorXd angles48 = even_angles(48), three = (VectorXd(3) << 0.035, 0.040, 0.045).finished();

VectorXd on_rings(const VectorXd& angles, const VectorXd& stations, const std::function<double(double, double)>& f) {
  VectorXd y(angles.size() * stations.size());
  for (Index k = 0; k < angles.size(); ++k)
    for (Index j = 0; j < stations.size(); ++j) y[k * stations.size() + j] = f(angles[k], stations[j]);
  return y;
}

TEST(SurfaceInterpolation, SplinesOnRingsReproduceTiltsAndTheirTurning) {
  const RingInterpolation rings(angles48, three, SurfaceRule::spline);
  const VectorXd grid = even_angles(120), radii = fitted_radii(0.035, 0.045, {}, 10);
  const VectorXd y = on_rings(angles48, three, [](double a, double r) { return r * std::cos(a); });
  for (const double turned : {0.0, 0.7, 9.1}) {
    const RingWeights w = rings.weights(grid, radii, turned);
    const VectorXd expected = on_rings(grid, radii, [&](double a, double r) { return r * std::cos(a - turned); });
    EXPECT_LE((w.value * y - expected).cwiseAbs().maxCoeff(), 8e-7 * 0.045);
    EXPECT_LE((w.value.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-14);
    // what a turn changes is the slope, and its change the curvature
    const double e = 1e-5;
    const RingWeights a = rings.weights(grid, radii, turned - e), b = rings.weights(grid, radii, turned + e);
    EXPECT_LE(((a.value - b.value) * y / (2 * e) - w.slope * y).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LE(((a.slope - b.slope) * y / (2 * e) - w.curvature * y).cwiseAbs().maxCoeff(), 1e-7);
  }
}

TEST(SurfaceInterpolation, TransposedWeightsReturnForceAndWorkExactly) {
  const Film film = washer({.columns = 144});
  const FilmSolution s = steady(film, washer_motion(film));
  const VectorXd load = film.grid.areas().cwiseProduct(s.pressure);
  const RingInterpolation spline(angles48, three, SurfaceRule::spline);
  const RowMatrixXd W = spline.weights(film.grid.along, film.grid.across, 0).value;
  const VectorXd nodal = W.transpose() * load;
  EXPECT_NEAR(nodal.sum(), load.sum(), 1e-12 * load.sum());
  const auto moment = [&](const VectorXd& f, const VectorXd& a, const VectorXd& r) {
    return f.dot(on_rings(a, r, [](double phi, double radius) { return radius * std::sin(phi); }));
  };
  const double exact = moment(load, film.grid.along, film.grid.across);
  EXPECT_NEAR(moment(nodal, angles48, three) / exact - 1, 0, 5e-7);
  for (const int k : {1, 2, 4, 8, 12}) {
    const VectorXd rate = on_rings(angles48, three, [&](double a, double) { return std::cos(k * a); });
    const double film_power = load.dot(W * rate), nodal_power = nodal.dot(rate);
    EXPECT_NEAR(nodal_power, film_power, 1e-13 * load.sum());
  }
}

TEST(SurfaceInterpolation, BilinearLumpingKeepsTheForceButLosesMomentAndPower) {
  // The loss of a wave with k periods is that of straight lines between nodes, (k step)^2/2 t(1 - t), and so depends on
  // where film nodes lie between ring nodes: nodes 0.03 rad further on, as in the reference; a third of the film nodes
  // on ring nodes would lose a seventh less.
  const Film film = washer({.columns = 144});
  const FilmSolution s = steady(film, washer_motion(film));
  const VectorXd load = film.grid.areas().cwiseProduct(s.pressure);
  const VectorXd nodes = angles48.array() + 0.03;
  const RowMatrixXd W =
      RingInterpolation(nodes, three, SurfaceRule::spline).weights(film.grid.along, film.grid.across, 0).value;
  const VectorXd lumped = RingInterpolation(nodes, three, SurfaceRule::linear)
                              .map(film.grid.along, film.grid.across, 0)
                              .transpose(RingMap::value, load);
  EXPECT_NEAR(lumped.sum(), load.sum(), 1e-12 * load.sum());
  const auto across = [](double phi, double radius) { return radius * std::sin(phi); };
  const double exact = load.dot(on_rings(film.grid.along, film.grid.across, across));
  EXPECT_NEAR(lumped.dot(on_rings(nodes, three, across)) / exact - 1, -1.5e-3, 0.05e-3);
  struct Wave {
    int periods;
    double loss, digits;  // published loss of power, half of its last digit
  };
  for (const Wave& w :
       {Wave{1, -0.0015, 5e-5}, {2, -0.006, 5e-4}, {4, -0.025, 5e-4}, {8, -0.10, 5e-3}, {12, -0.18, 5e-3}}) {
    const VectorXd rate = on_rings(nodes, three, [&](double a, double) { return std::cos(w.periods * a + 0.4); });
    EXPECT_NEAR(lumped.dot(rate) / load.dot(W * rate) - 1, w.loss, w.digits) << w.periods;
  }
}

TEST(RingMap, ProductsWithFactorsEqualThoseWithTheFullMatrix) {
  const RingInterpolation rings(angles48, three, SurfaceRule::spline);
  const VectorXd grid = even_angles(31), radii = fitted_radii(0.035, 0.045, {}, 6);
  const RingWeights w = rings.weights(grid, radii, 0.4);
  const RingMap map = rings.map(grid, radii, 0.4);
  RowMatrixXd y(rings.size(), 2), p(grid.size() * radii.size(), 2);
  for (Index c = 0; c < 2; ++c) {
    for (Index k = 0; k < y.rows(); ++k) y(k, c) = std::sin(0.7 * static_cast<double>(k + 5 * c));
    for (Index k = 0; k < p.rows(); ++k) p(k, c) = std::cos(0.3 * static_cast<double>(k + 3 * c));
  }
  EXPECT_LE((map.apply(RingMap::slope, y) - w.slope * y).cwiseAbs().maxCoeff(), 1e-12);
  // the transpose gives the same work both ways
  const double work = map.apply(RingMap::value, y).cwiseProduct(p).sum();
  EXPECT_NEAR(map.transpose(RingMap::value, p).cwiseProduct(y).sum(), work, 1e-11 * std::abs(work));
}

TEST(SurfaceInterpolation, MonotoneCurvesOnRingsHaveExactDerivatives) {
  const RingInterpolation rings(angles48, three, SurfaceRule::fritsch_butland);
  const VectorXd grid = even_angles(31), radii = fitted_radii(0.035, 0.045, {}, 4);
  const auto shape = [](double a, double r) { return std::cos(a) * (1 + r * r * 400) + 0.2 * std::sin(2 * a) * r; };
  const VectorXd y = on_rings(angles48, three, shape);
  const VectorXd rate =
      on_rings(angles48, three, [](double a, double) { return 0.5 * std::sin(2 * a) - 0.8 * std::cos(a - 0.3); });
  const RingWeights w = rings.weights(grid, radii, 0.2, y);
  const double e = 1e-7;
  const VectorXd difference =
      (rings.values(grid, radii, 0.2, y + e * rate) - rings.values(grid, radii, 0.2, y - e * rate)) / (2 * e);
  EXPECT_LE((w.value * rate - difference).cwiseAbs().maxCoeff(), 1e-6);
  // interpolating the rates themselves is something else
  EXPECT_GT((rings.values(grid, radii, 0.2, rate) - difference).cwiseAbs().maxCoeff(), 0.01);
}

TEST(SurfaceInterpolation, RingsAreFoundInAnyOrder) {
  SurfacePlaces nodes;
  nodes.angle.resize(144);
  nodes.station.resize(144);
  for (Index n = 0; n < 144; ++n) {
    const Index m = (n * 7) % 144;  // shuffled
    nodes.angle[n] = angles48[m / 3] - (m % 2 == 0 ? turn : 0);
    nodes.station[n] = three[m % 3];
  }
  const auto rings = find_rings(nodes);
  ASSERT_TRUE(rings);
  EXPECT_EQ(rings->angles.size(), 48);
  EXPECT_EQ(rings->stations.size(), 3);
  for (Index k = 0; k < 48; ++k)
    for (Index j = 0; j < 3; ++j) {
      const Index n = rings->node[static_cast<std::size_t>(k * 3 + j)];
      EXPECT_NEAR(std::remainder(nodes.angle[n] - angles48[k], turn), 0, 1e-12);
      EXPECT_EQ(nodes.station[n], three[j]);
    }
  nodes.station[5] += 1e-4;
  EXPECT_FALSE(find_rings(nodes));
}

TEST(SurfaceInterpolation, ScatteredNodesReproduceSecondOrder) {
  SurfacePlaces nodes{VectorXd(300), VectorXd(300), 0.025}, at{VectorXd(77), VectorXd(77), 0.025};
  for (Index k = 0; k < 300; ++k) {  // a sunflower's order: even, never on lines
    nodes.angle[k] = std::fmod(2.399963229728653 * static_cast<double>(k), turn);
    nodes.station[k] = -0.0125 + 0.025 * (static_cast<double>(k) + 0.5) / 300;
  }
  for (Index k = 0; k < 77; ++k) {
    at.angle[k] = turn * static_cast<double>(k % 11) / 11 + 0.05;
    at.station[k] = -0.0125 + 0.025 * static_cast<double>(k / 11) / 6;
  }
  const RowMatrixXd W = scattered_weights(nodes, at);
  EXPECT_LE((W.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-12);
  EXPECT_LE((W * nodes.station - at.station).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE((W * nodes.station.array().square().matrix() - at.station.array().square().matrix()).cwiseAbs().maxCoeff(),
            1e-13);
  const VectorXd y = (2 * nodes.angle.array()).cos();
  EXPECT_LE((W * y - (2 * at.angle.array()).cos().matrix()).cwiseAbs().maxCoeff(), 0.01);  // third order
}

}  // namespace
}  // namespace trunnion
