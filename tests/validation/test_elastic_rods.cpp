// Reduced rods under axial load: the slider-crank in two frames, with and without geometric stiffness; a preload.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/couple_section.h"
#include "support/fe_models.h"
#include "support/mechanisms.h"
#include "support/plain_reduction.h"
#include "support/slider_crank.h"
#include "support/verification.h"
#include "trunnion/forces/measured_load.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {
namespace {

using std::numbers::pi;

// The rod of the slider-crank as 24 x 2 x 2 bricks with sixteen modes.
ReducedBody solid_rod(const testing::SliderCrank& d, ReferenceCondition reference, GeometricStiffness geometric) {
  auto file = testing::of_material(box_mesh({.size = {d.rod, d.side, d.side},
                                             .divisions = {24, 2, 2},
                                             .element = CellType::hex8,
                                             .origin = {0, -d.side / 2, -d.side / 2}}),
                                   {"steel", d.young, 0.3, d.density, 0});
  testing::couple_section(*file, "big", Vector3d::Zero());
  testing::couple_section(*file, "small", d.rod * Vector3d::UnitX());
  testing::couple_section(*file, "mid", d.rod / 2 * Vector3d::UnitX());
  ReductionOptions options = testing::plain_reduction("rod", 10, geometric);
  options.interfaces = {"big", "small"};
  options.truncation_vectors = 0;
  options.reference = reference;
  if (reference == ReferenceCondition::chord) options.chord = {"big", "small"};
  return reduce(assemble(file), options);
}

// Ratios of the bricks' frequencies to those of the thin beam, pinned ends.
const std::vector<double> brick_ratio{1.001712, 1.006866, 1.015524};

void record_rod(const std::string& name, const testing::Deflections& d, double allowed, const std::string& why) {
  testing::record({.group = "Multibody dynamics",
                   .name = name,
                   .reference = "ordinary differential equation of the rod",
                   .reference_value = d.peak,
                   .value = d.found,
                   .error = d.worst,
                   .allowed = allowed,
                   .why = why});
}

// The same bricks and modes in an independent program with the same integrator.
void record_values_found_elsewhere(const testing::Deflections& d) {
  const double reference[6] = {0.005818, -0.002766, -0.001260, -0.001987, 0.004539, 0.001339}, peak = 0.012989;
  const std::vector<double> found = d.at_quarters();
  double worst = std::abs(d.found - peak);
  for (int k = 0; k < 6; ++k) worst = std::max(worst, std::abs(found[k] - reference[k]));
  testing::record({.group = "Multibody dynamics",
                   .name = "Slider-crank at 150 rad/s, reduced solid rod in its chord frame, six instants and the peak",
                   .reference = "independent program, over the peak",
                   .reference_value = peak,
                   .value = d.found,
                   .error = worst / peak,
                   .allowed = 0.005,
                   .why = "steps of both codes"});
}

TEST(SliderCrank, SolidRodFollowsTheEquationAt150RadPerSecondInBothFrames) {
  const testing::SliderCrank data;
  for (const ReferenceCondition frame : {ReferenceCondition::chord, ReferenceCondition::mean_axis}) {
    const testing::Deflections d = testing::run_slider_crank(data, solid_rod(data, frame, {}), {.ratio = brick_ratio});
    record_rod(fmt::format("Slider-crank at 150 rad/s, reduced solid rod in its {} frame, mid deflection, two turns",
                           frame == ReferenceCondition::chord ? "chord" : "mean-axis"),
               d, 0.005, "the reference is linear and axially rigid");
    if (frame == ReferenceCondition::chord) record_values_found_elsewhere(d);
  }
}

// What may be left when the equation has the same physics: the phase of the integrator and what shear and rotary
// inertia change beyond the frequencies.
void record_rod(const std::string& name, const testing::SliderCrank& data, const testing::SliderCrankRun& run,
                const testing::Deflections& d) {
  const double phase = data.phase_error(run.rho, run.step, run.turns * 2 * pi / data.speed);
  const double thick = data.shear_and_rotary_inertia();
  record_rod(
      name, d, phase + thick,
      fmt::format("phase error of the integrator {:.2f} %, shear and rotary inertia of the forced motion {:.2f} %",
                  100 * phase, 100 * thick));
}

TEST(SliderCrank, SolidRodInItsMeanAxisFrameFollowsTheEquationAt30RadPerSecond) {
  testing::SliderCrank data;
  data.speed = 30;
  const ReducedBody rod = solid_rod(data, ReferenceCondition::mean_axis, {});
  const testing::SliderCrankRun run{.turns = 1, .step = 1e-5, .ratio = brick_ratio};
  record_rod("Slider-crank at 30 rad/s, reduced solid rod in its mean-axis frame, mid deflection", data, run,
             testing::run_slider_crank(data, rod, run));
}

// With geometric stiffness of all loads the rod follows Lagrange's equations of an inextensible rod, whatever its
// frame.
TEST(SliderCrank, GeometricStiffnessBringsTheAxialForceIntoBending) {
  for (const auto& [speed, step] : {std::pair{75.0, 2e-5}, std::pair{150.0, 1.4e-5}})
    for (const ReferenceCondition frame : {ReferenceCondition::chord, ReferenceCondition::mean_axis}) {
      testing::SliderCrank data;
      data.speed = speed;
      const testing::SliderCrankRun run{.turns = 1, .step = step, .ratio = brick_ratio, .inextensible = true};
      const testing::Deflections d = testing::run_slider_crank(data, solid_rod(data, frame, {true, true}), run);
      const auto linear = testing::rod_equation(data, d.t, brick_ratio, false);
      double effect = 0;  // of axial force and shortening
      for (std::size_t i = 0; i < d.t.size(); ++i)
        effect = std::max(effect, std::abs(linear[i] - d.reference[i]) / d.peak);
      EXPECT_GT(effect, 4 * d.worst);
      record_rod(fmt::format("Slider-crank at {} rad/s, geometric stiffness of all loads, {} frame, mid deflection "
                             "(axial force: {:.0f} %)",
                             speed, frame == ReferenceCondition::chord ? "chord" : "mean-axis", 100 * effect),
                 data, run, d);
    }
}

// A rod between two pins under an axial load P: w^2 = w_1^2 (1 + P/P_cr), tension positive. The load is a preload that
// the static stage finds; the modes are those about that state.
TEST(GeometricStiffness, APreloadedRodVibratesAsBeamTheorySays) {
  const testing::SliderCrank data;
  for (const ReferenceCondition frame : {ReferenceCondition::chord, ReferenceCondition::mean_axis}) {
    const ReducedBody rod = solid_rod(data, frame, {true, true});
    const auto first = [&](double load) {
      Mechanism m;
      m.add_body(flexible_body(rod));
      const Index big = m.add_marker(interface_marker("big", m.bodies[0], 0, "big"));
      const Index small = m.add_marker(interface_marker("small", m.bodies[0], 0, "small"));
      const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
      const Index origin = testing::add_marker(m, -1, Vector3d::Zero());
      m.joints = {
          revolute_joint("big end", big, origin),
          joint_between("point-on-line", "small end", small, testing::add_marker(m, -1, {data.rod, 0, 0}, along))};
      MeasuredLoad push;
      push.name = "preload";
      push.I = small;
      push.J = origin;
      push.direction << 1, 0, 0, 0, 0, 0;
      push.size = [load](double, const VectorXd&) { return MeasuredValue{load, VectorXd()}; };
      m.loads = {push};
      finish(m);
      State s = testing::consistent_state(m);
      const StaticReport report = solve_static(m, s, {});
      EXPECT_TRUE(report.converged) << report.message;
      return complex_modes(m, s, 1).front().frequency;
    };
    const double free = first(0);
    for (const double share : {-0.5, 0.5}) {
      const double exact = free * std::sqrt(1 + share), found = first(share * data.euler_load());
      testing::record({.group = "Multibody dynamics",
                       .name = fmt::format("Rod with {:.0f} % of its Euler load in {}, {} frame, first frequency [Hz]",
                                           100 * std::abs(share), share < 0 ? "compression" : "tension",
                                           frame == ReferenceCondition::chord ? "chord" : "mean-axis"),
                       .reference = "beam theory",
                       .reference_value = exact,
                       .value = found,
                       .error = testing::relative_error(found, exact),
                       .allowed = 0.005,
                       .why = "shear and rotary inertia of the solid rod, 24 bricks"});
    }
  }
}

}  // namespace
}  // namespace trunnion
