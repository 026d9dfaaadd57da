// Lines of Campbell diagrams that cross, veer and pass critical speeds, against the closed form of a rigid rotor.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <map>
#include <numbers>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/solvers/modes.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::add_marker;

// A disc-like rotor of 5 kg in bearings at z = -l and l, the same in all directions; left and right may differ.
struct DiscRotor {
  double left = 1e6, right = 1e6, l = 0.2, mass = 5, It = 0.15, Ip = 0.25;
  Mechanism m;

  DiscRotor(double k_left, double k_right) : left(k_left), right(k_right) {
    m.add_body(rigid_body("rotor", {mass, Vector3d::Zero(), Vector3d(It, It, Ip).asDiagonal()}));
    for (const auto& [z, k] : {std::pair{-l, left}, std::pair{l, right}}) {
      const Index a = add_marker(m, 0, {0, 0, z}), g = add_marker(m, -1, {0, 0, z});
      Bushing::Data data;
      data.stiffness.diagonal() << k, k, 1e8, 0, 0, 0;
      m.marker_forces.push_back({"bearing", "bushing", a, g, std::make_shared<Bushing>("bearing", data)});
    }
    m.joints = {motion("drive", 0, 1, MotionKind::angular_speed, constant_value(1))};
    finish(m);
  }

  // In x + i y and the turn that goes with it: (K - w^2 M + w W G) z = 0, w > 0 forward and w < 0 backward. The two
  // forward frequencies, then the two backward ones, each ascending.
  std::array<double, 4> exact(double W) const {
    Eigen::Matrix2d M = Eigen::Vector2d(mass, It).asDiagonal(), G = Eigen::Vector2d(0, Ip * W).asDiagonal(), K;
    K << left + right, l * (right - left), l * (right - left), l * l * (left + right);
    Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
    A.topRightCorner<2, 2>().setIdentity();
    A.bottomLeftCorner<2, 2>() = M.inverse() * K;
    A.bottomRightCorner<2, 2>() = M.inverse() * G;
    Eigen::Vector4d w = Eigen::EigenSolver<Eigen::Matrix4d>(A).eigenvalues().real();
    std::sort(w.begin(), w.end());
    return {w[2], w[3], -w[1], -w[0]};
  }
};

std::map<Index, VectorXd> whirl_lines(const std::vector<CampbellPoint>& points) {
  std::map<Index, VectorXd> lines;
  for (std::size_t p = 0; p < points.size(); ++p)
    for (const ComplexMode& mode : points[p].modes) {
      if (mode.whirl == Whirl::none) continue;
      VectorXd& line = lines.try_emplace(mode.line, VectorXd::Zero(static_cast<Index>(points.size()))).first->second;
      line[static_cast<Index>(p)] = 2 * pi * mode.fixed_frequency;
    }
  return lines;
}

// Largest relative distance of the lines from those of the closed form, each of which must be one line all along.
double worst_of(const std::vector<CampbellPoint>& points, const std::vector<VectorXd>& exact) {
  const auto lines = whirl_lines(points);
  EXPECT_EQ(lines.size(), exact.size());
  double worst = 0;
  for (const VectorXd& wanted : exact) {
    double nearest = 1e300;
    for (const auto& [name, line] : lines)
      nearest = std::min(nearest, ((line - wanted).array() / wanted.array()).abs().maxCoeff());
    worst = std::max(worst, nearest);
  }
  return worst;
}

void record_lines(const std::string& what, double worst) {
  testing::record({.group = "Multibody dynamics",
                   .name = "Lines of a Campbell diagram that " + what,
                   .reference = "closed form, line by line",
                   .reference_value = 0,
                   .value = worst,
                   .error = worst,
                   .allowed = 1e-6,
                   .why = "round-off of the eigensolver"});
}

std::vector<CampbellPoint> sweep(const DiscRotor& rotor, const VectorXd& speeds) {
  return campbell(rotor.m, testing::consistent_state(rotor.m), "drive", speeds, 0);
}

// Backward tilting starts above the bounces and falls below them; forward bounce passes its critical speed at 632
// rad/s, where it stands still in the axes of the rotor and then turns around.
TEST(CampbellLines, CrossWithoutExchangingTheirNames) {
  const DiscRotor rotor(1e6, 1e6);
  const double bounce = std::sqrt(2e6 / rotor.mass), tilt = 2e6 * rotor.l * rotor.l / rotor.It;
  for (const VectorXd& speeds : {VectorXd(VectorXd::LinSpaced(11, 1, 1001)), VectorXd(VectorXd::LinSpaced(4, 1, 1001)),
                                 VectorXd(VectorXd::LinSpaced(11, 1001, 1))}) {
    const VectorXd h = rotor.Ip / (2 * rotor.It) * speeds;
    const VectorXd root = (h.array().square() + tilt).sqrt();
    const VectorXd constant = VectorXd::Constant(speeds.size(), bounce);
    ASSERT_GT((root - h).maxCoeff(), bounce);
    ASSERT_LT((root - h).minCoeff(), bounce);
    record_lines(fmt::format("cross, {} speeds from {:g} rad/s", speeds.size(), speeds[0]),
                 worst_of(sweep(rotor, speeds), {constant, constant, root + h, root - h}));
  }
}

// Bearings that differ a little couple bounce and tilting: the two backward lines come near and turn away from each
// other, while they still cross the forward ones. Few speeds hide the bend; lines follow it nevertheless.
TEST(CampbellLines, ThatVeerAreFollowedAroundTheBend) {
  const DiscRotor rotor(0.98e6, 1.02e6);
  for (const Index count : {41, 5}) {
    const VectorXd speeds = VectorXd::LinSpaced(count, 1, 601);
    std::vector<VectorXd> exact(4, VectorXd(count));
    double nearest = 1e300;
    for (Index p = 0; p < count; ++p) {
      const auto w = rotor.exact(speeds[p]);
      for (std::size_t k = 0; k < 4; ++k) exact[k][p] = w[k];
      nearest = std::min(nearest, w[3] - w[2]);
    }
    EXPECT_GT(nearest, 5);
    record_lines(fmt::format("veer, {} speeds", count), worst_of(sweep(rotor, speeds), exact));
  }
}

// At rest forward and backward are one: any two directions are modes. Their lines part from there.
TEST(CampbellLines, BeginAtRestWhereWhirlHasNoDirection) {
  const DiscRotor rotor(1e6, 1e6);
  const VectorXd speeds = VectorXd::LinSpaced(4, 0, 300);
  const auto points = sweep(rotor, speeds);
  const double tilt = 2e6 * rotor.l * rotor.l / rotor.It;
  const VectorXd h = rotor.Ip / (2 * rotor.It) * speeds, root = (h.array().square() + tilt).sqrt();
  std::map<Index, int> length;
  for (const CampbellPoint& point : points)
    for (const ComplexMode& mode : point.modes) ++length[mode.line];
  for (const auto& [line, count] : length) EXPECT_EQ(count, 4) << line;
  for (const VectorXd& exact : {VectorXd(root + h), VectorXd(root - h)}) {
    const auto nearest_line = [&](std::size_t p) {
      double best = 1e300;
      Index line = -1;
      for (const ComplexMode& mode : points[p].modes)
        if (const double d = std::abs(2 * pi * mode.fixed_frequency - exact[static_cast<Index>(p)]); d < best) {
          best = d;
          line = mode.line;
        }
      EXPECT_LT(best, 1e-6 * exact[static_cast<Index>(p)]);
      return line;
    };
    EXPECT_EQ(nearest_line(1), nearest_line(3));
  }
}

}  // namespace
}  // namespace trunnion
