// The cranktrain example: rigid parts at constant speed against loads worked out by hand from the same data.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>

#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/run_files.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

RunOptions rigid_cranktrain(const std::string& folder, const std::string& motion) {
  RunOptions options;
  options.model_file = testing::source_dir() / "examples" / "cranktrain" / "cranktrain.toml";
  options.set = {{"variant", "0"}, {"motion", motion}, {"crank_mesh", "14 mm"}, {"rod_mesh", "6 mm"},
                 {"cycles", "2"},  {"settle", "0.5"},  {"accuracy", "0.1"}};
  options.out = testing::fresh_folder(folder);
  return options;
}

VectorXd curve(const std::vector<NamedArray>& arrays, const std::string& name) {
  for (const NamedArray& array : arrays)
    if (array.name == name) return array.values;
  ADD_FAILURE() << name;
  return {};
}

// Closed form of a slider-crank with the gas force of the example, rod of 0.350 kg with its center at 33.36 mm.
/// Gas force, force of the piston pin on the rod, of the rod on the crankpin, torque on the crank; one cylinder along
/// x.
struct RodLoads {
  double degrees, gas, sx, sy, fx, fy, torque;
};
constexpr std::array<RodLoads, 23> rod_loads{{{0, 43070.12, -19145.47, 0, -5067.77, 0, 0},
                                              {5, 54377.37, -30599.12, 631.86, -16585.76, 1453.04, 98.364},
                                              {10, 62597.58, -39256.23, 1690.64, -25435.19, 3326.75, 261.561},
                                              {15, 65489.93, -42869.1, 2799.45, -29366.17, 5238.03, 430.443},
                                              {20, 63011.18, -41383.02, 3580.74, -28320.43, 6803.24, 546.69},
                                              {30, 48910.84, -30015.98, 3711.59, -18179.39, 8422.57, 557.051},
                                              {60, 16992.76, -10308.52, 2171.14, -4296.79, 10330.8, 302.142},
                                              {90, 8172.58, -13680.35, 4227.16, -14752.16, 13649.13, 501.573},
                                              {120, 5235.81, -17194.15, 4832.23, -24232.23, 12991.88, 492.653},
                                              {180, 120.9, -13481.42, 0, -25503.34, 0, 0},
                                              {240, 120.9, -12079.24, -3537.58, -19117.32, -11697.24, -364.054},
                                              {270, 120.9, -5628.66, -1848.37, -6700.48, -11270.34, -227.816},
                                              {300, 120.9, 6563.34, 2099.33, 12575.08, -6060.33, 267.246},
                                              {330, 120.9, 18773.96, 3270.74, 30610.55, -1440.24, 477.972},
                                              {345, 120.9, 22499.93, 2007.14, 36002.86, -431.44, 302.65},
                                              {360, 98.84, 23825.82, 0, 37903.52, 0, 0},
                                              {390, 76.78, 18818.08, -3277.06, 30654.68, 1433.93, -478.908},
                                              {450, 76.78, -5584.54, 1835.34, -6656.35, 11257.3, 226.316},
                                              {540, 76.78, -13437.3, 0, -25459.22, 0, 0},
                                              {630, 856.87, -6364.64, -2065.81, -7436.45, -11487.77, -252.839},
                                              {690, 9168.07, 9726.78, 1976, 21563.38, -2734.98, 286.046},
                                              {700, 14258.74, 7369.42, 1165.99, 20432.01, -2056.51, 171.893},
                                              {710, 23488.35, -147, 235.88, 13674.04, -1400.23, 33.847}}};
/// Both rods on one pin: force on it, torque on the crank.
struct PinLoads {
  double degrees, fx, fy, torque;
};
constexpr std::array<PinLoads, 8> pin_loads{{{0, 6202.6, -6700.5, -227.82},
                                             {45, -2258.6, 31511, 811.88},
                                             {90, -14752.2, 51552.6, 501.57},
                                             {270, -6700.5, -36729.6, -227.82},
                                             {360, 49391.3, -7436.5, -252.84},
                                             {450, -6656.4, 6189.5, 226.32},
                                             {465, -19163.3, -17122.1, 780.02},
                                             {540, -39108.3, -14752.2, 501.57}}};
constexpr double peak_pin_load = 54476.7, peak_torque = 954.2;

/// The rod of the mesh differs from its rounded data by a thousandth.
struct Rod {
  double mass, center, inertia;  ///< [kg], from the big end [m], about z through the center [kg m^2]
};

Rod rod_of_the_mesh(const RunOptions& options) {
  const ReducedBody body = reduce_body(model_of(options), "rod_1", cache_of(options), silent_observer()).body;
  Rod rod{body.invariants.I1, body.invariants.I2.x() / body.invariants.I1, body.invariants.I7(2, 2)};
  for (const LumpedInertia& lumped : body.lumped) rod.inertia += lumped.inertia(2, 2);
  rod.inertia -= body.invariants.I2.squaredNorm() / rod.mass;
  return rod;
}

// Newton and Euler for piston and rod, sin(b) = r/L sin(theta).
RodLoads closed_form(double degrees, double gas, const Rod& rod) {
  constexpr double r = 0.034, L = 0.12, piston = 0.5, speed = 10000 * std::numbers::pi / 30;
  const double th = degrees * std::numbers::pi / 180, b = std::asin(r / L * std::sin(th));
  const double rate = r / L * speed * std::cos(th) / std::cos(b);
  const double turning = (-r / L * speed * speed * std::sin(th) + std::sin(b) * rate * rate) / std::cos(b);
  const double along = L * std::cos(b), up = -L * std::sin(b);  // from the crankpin to the wrist
  const double wrist =
      -r * speed * speed * std::cos(th) - L * (std::cos(b) * rate * rate + std::sin(b) * turning);  // acceleration
  const double share = rod.center / L;
  const double ax = -(1 - share) * r * speed * speed * std::cos(th) + share * wrist;
  const double ay = -(1 - share) * r * speed * speed * std::sin(th);
  RodLoads out{degrees, gas, -gas - piston * wrist, 0, 0, 0, 0};
  out.sy = (-rod.inertia * turning + rod.mass * share * (along * ay - up * ax) + up * out.sx) / along;
  out.fx = out.sx - rod.mass * ax;
  out.fy = out.sy - rod.mass * ay;
  out.torque = r * (std::cos(th) * out.fy - std::sin(th) * out.fx);
  return out;
}

// The two ways to the same numbers.
TEST(Cranktrain, ClosedFormGivesTheTableOfLoads) {
  for (const RodLoads& row : rod_loads) {
    const RodLoads found = closed_form(row.degrees, row.gas, {0.350, 0.03336, 9.65e-4});
    const auto near = [&](double value, double reference) {
      EXPECT_NEAR(value, reference, std::max(0.05, 1e-4 * std::abs(reference))) << row.degrees;
    };
    near(found.sx, row.sx);
    near(found.sy, row.sy);
    near(found.fx, row.fx);
    near(found.fy, row.fy);
    near(found.torque, row.torque);
  }
}

/// Recorded curves over the crank angle, between instants straight.
class OverAngle {
 public:
  OverAngle(const std::vector<NamedArray>& arrays, const std::string& angle)
      : arrays_(arrays), angle_(curve(arrays, angle)) {}
  double operator()(const std::string& name, double degrees) const {
    const VectorXd y = curve(arrays_, name);
    const double a = degrees * std::numbers::pi / 180;
    const Index last = angle_.size() - 1;
    const auto above = static_cast<Index>(std::lower_bound(angle_.begin(), angle_.end(), a) - angle_.begin());
    const Index k = std::clamp<Index>(above, 1, last);
    return y[k - 1] + (a - angle_[k - 1]) / (angle_[k] - angle_[k - 1]) * (y[k] - y[k - 1]);
  }
  double end() const { return angle_[angle_.size() - 1] * 180 / std::numbers::pi; }

 private:
  const std::vector<NamedArray>& arrays_;
  VectorXd angle_;
};

void record_share(const std::string& what, double error) {
  testing::record({.group = "Cranktrain",
                   .name = "Rigid L-twin at 10 000 rpm: " + what + ", share of the peak",
                   .reference = "closed form",
                   .error = error,
                   .allowed = 1e-3,
                   .why = "reactions interpolated between steps; rounded data of the rod in what both rods do"});
}

// What the loads of one rod and of both are off at all angles that the curves reach.
void expect_closed_form(const OverAngle& at, const Rod& rod, const std::string& when) {
  double pin = 0, wrist = 0, liner = 0, torque = 0, both = 0, drive = 0;
  double largest_pin = 0, largest_wrist = 0, largest_liner = 0, largest_torque = 0;
  for (const RodLoads& known : rod_loads) {
    const RodLoads row = closed_form(known.degrees, known.gas, rod);
    largest_pin = std::max(largest_pin, std::hypot(row.fx, row.fy));
    largest_wrist = std::max(largest_wrist, std::hypot(row.sx, row.sy));
    largest_liner = std::max(largest_liner, std::abs(row.sy));
    largest_torque = std::max(largest_torque, std::abs(row.torque));
    const double d = row.degrees, turn = d * std::numbers::pi / 180;
    if (d > at.end()) continue;
    // Recorded is the force on the rod, and of the liner on the piston.
    const double fx = -at("joint.big end 1.wx", d), fy = -at("joint.big end 1.wy", d);
    pin = std::max(pin, std::hypot(fx - row.fx, fy - row.fy));
    wrist = std::max(wrist, std::hypot(at("joint.small end 1.wx", d) - row.sx, at("joint.small end 1.wy", d) - row.sy));
    liner = std::max(liner, std::abs(at("joint.cylinder 1.wy", d) - row.sy));
    torque = std::max(torque, std::abs(0.034 * (std::cos(turn) * fy - std::sin(turn) * fx) - row.torque));
  }
  for (const PinLoads& row : pin_loads) {
    const double d = row.degrees, turn = d * std::numbers::pi / 180;
    if (d > at.end()) continue;
    both = std::max(both, std::hypot(at("joint.big end 1.wx", d) + at("joint.big end 2.wx", d) + row.fx,
                                     at("joint.big end 1.wy", d) + at("joint.big end 2.wy", d) + row.fy));
    // The drive holds what friction, valvetrain and gearbox leave of the torque of both rods.
    const double taken = 22.31 + 6 + 4 * std::cos(2 * turn) + 120.42;
    drive = std::max(drive, std::abs(taken - at("joint.drive.mz", d) - row.torque));
  }
  record_share("load of rod 1 on the crankpin, " + when, pin / largest_pin);
  record_share("force of piston pin 1 on its rod, " + when, wrist / largest_wrist);
  record_share("force of liner 1 on its piston, " + when, liner / largest_liner);
  record_share("torque of rod 1, " + when, torque / largest_torque);
  record_share("load of both rods on the crankpin, " + when, both / peak_pin_load);
  record_share("torque of both rods, from the drive, " + when, drive / peak_torque);
}

TEST(Cranktrain, RigidPartsAtConstantSpeedCarryTheLoadsOfTheClosedForm) {
  const RunOptions options = rigid_cranktrain("cranktrain-rigid", "kept");
  const RunResult result = run_model(options);
  ASSERT_TRUE(result.success());
  const Rod rod = rod_of_the_mesh(options);
  expect_closed_form({result.arrays.at("curves/settle"), "measure.crank_angle"}, rod, "from the start on");
  expect_closed_form({result.arrays.at("cycle/run"), "angle"}, rod, "mean cycle");
  for (const char* name : {"min_film_1", "min_film_2", "peak_stress_crank"}) {
    const Quantity* none = find_quantity(result.record, name);
    ASSERT_TRUE(none) << name;
    EXPECT_FALSE(none->value) << name << ": rigid parts on ideal joints have neither films nor stress";
  }
  const Quantity* pin = find_quantity(result.record, "peak_crankpin_force");
  ASSERT_TRUE(pin && pin->value);
  testing::record({.group = "Cranktrain",
                   .name = "Rigid L-twin at 10 000 rpm: peak force on the crankpin [N]",
                   .reference = "closed form",
                   .reference_value = peak_pin_load,
                   .value = *pin->value,
                   .error = testing::relative_error(*pin->value, peak_pin_load),
                   .allowed = 1e-3,
                   .why = "mass of the coarse rod mesh, reactions interpolated between steps"});
}

TEST(Cranktrain, PeakLoadConvergesWithTheSquareOfTheStep) {
  std::array<double, 3> peak{};
  for (std::size_t k = 0; k < 3; ++k) {
    RunOptions options = rigid_cranktrain("cranktrain-step", "kept");
    const std::string step = fmt::format("{} us", 12e3 / (180 * std::pow(2, k)));  // of a cycle of 12 ms
    options.set.insert(options.set.end(), {{"cycles", "1"}, {"stage.5.step", step}, {"stage.5.samples", "180"}});
    const RunResult result = run_model(options);
    ASSERT_TRUE(result.success());
    peak[k] = find_quantity(result.record, "peak_crankpin_force")->value.value();
  }
  const double order = std::log2((peak[0] - peak[1]) / (peak[1] - peak[2]));
  testing::record(
      {.group = "Cranktrain",
       .name = "Rigid L-twin: order of convergence of the peak load on the crankpin, 180 to 720 steps a cycle",
       .reference = "generalized-alpha, shortfall as error",
       .reference_value = 2,
       .value = order,
       .error = std::max(0.0, 2 - order),
       .allowed = 0.1,
       .why = "finite steps"});
}

// Straight-edged elements at sharp corners: the frequency falls a little faster than the size of elements.
TEST(Cranktrain, FrequencyOfTheCrankshaftConvergesWithItsMesh) {
  const std::array<double, 3> size{14, 10, 7};
  std::array<double, 3> frequency{};
  for (std::size_t k = 0; k < 3; ++k) {
    RunOptions options;
    options.out = testing::fresh_folder("cranktrain-mesh");
    options.model_file = options.out / "shaft.toml";
    std::filesystem::copy_file(testing::source_dir() / "examples" / "crankshaft" / "crankshaft.geo",
                               options.out / "crankshaft.geo");
    std::ofstream(options.model_file) << fmt::format(
        "[model]\nname = \"shaft\"\n[[flexible_body]]\nname = \"crank\"\nmesh = {{ gmsh = \"crankshaft.geo\", unit = "
        "\"mm\", numbers = {{ size = \"{} mm\" }} }}\nmaterial = {{ young = \"210 GPa\", poisson = 0.3, density = "
        "\"7850 "
        "kg/m^3\" }}\n[[stage]]\nname = \"free\"\ntype = \"fe-modes\"\nmodes = 7\nsupported = false\n",
        size[k]);
    ASSERT_TRUE(run_model(options).success());
    frequency[k] = testing::read_quantities(options.out / "summary.json").at("free.mode_7.frequency");
  }
  // f = f_0 + c h^p through all three, their sizes in a nearly constant ratio.
  const double order =
      std::log((frequency[0] - frequency[1]) / (frequency[1] - frequency[2])) / std::log(size[1] / size[2]);
  const double limit = frequency[2] - (frequency[1] - frequency[2]) / (std::pow(size[1] / size[2], order) - 1);
  for (std::size_t k = 0; k < 3; ++k)
    testing::record({.group = "Cranktrain",
                     .name = fmt::format("First frequency of the free crankshaft, elements of {} mm [Hz]", size[k]),
                     .reference = "extrapolated over 14, 10 and 7 mm",
                     .reference_value = limit,
                     .value = frequency[k],
                     .error = testing::relative_error(frequency[k], limit),
                     .allowed = 0.004 * size[k],
                     .why = "elements too stiff at the corners of webs and journals, about 0.25 % a mm",
                     .inside = true});
  EXPECT_GT(order, 1);
}

TEST(Cranktrain, FreeSpeedStartsAtItsMean) {
  const RunResult result = run_model(rigid_cranktrain("cranktrain-free", "released"));
  ASSERT_TRUE(result.success());
  const auto& curves = result.arrays.at("curves/run");
  const VectorXd time = curve(curves, "time"), angle = curve(curves, "measure.crank_angle");
  // Two whole cycles from the first instant on, straight between recorded instants.
  const double end = angle[0] + 8 * std::numbers::pi;
  Index k = 0;
  while (angle[k + 1] < end) ++k;
  const double t = time[k] + (end - angle[k]) / (angle[k + 1] - angle[k]) * (time[k + 1] - time[k]);
  const double rpm = 8 * std::numbers::pi / (t - time[0]) * 30 / std::numbers::pi;
  testing::record({.group = "Cranktrain",
                   .name = "Rigid L-twin with free speed: mean speed of the first two cycles [rpm]",
                   .reference = "rated speed",
                   .reference_value = 10000,
                   .value = rpm,
                   .error = testing::relative_error(rpm, 10000),
                   .allowed = 5e-3,
                   .why = "the speed at crank angle 0 is given to a percent of the mean"});
}

}  // namespace
}  // namespace trunnion
