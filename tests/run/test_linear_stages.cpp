// Modes, response and Campbell stages of a model file against closed forms, and the second integrator behind it.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "mechanism_text.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::body_text;
using testing::TextRun;

// 2 kg on a slide along z with a spring of 8000 N/m and a damper of 16 N s/m: w0 = 63.2 rad/s, damping 6.3 %.
constexpr double mass = 2, stiffness = 8000, damping = 16;
const std::string oscillator = "[model]\nname = 'oscillator'\n" + body_text("mass", "['0 m', '0 m', '1 m']") +
                               "[[joint]]\nname = 'slide'\ntype = 'prismatic'\nbetween = ['mass', 'ground']\n"
                               "[[force]]\nname = 'spring'\ntype = 'spring'\nbetween = ['mass', 'ground']\n"
                               "stiffness = '8 N/mm'\ndamping = '16 N.s/m'\n";

TEST(ModesStage, GivesFrequencyDampingAndAPictureOfTheMode) {
  TextRun run(oscillator + "[[stage]]\ntype = 'modes'\n");
  run.all();
  const double w0 = std::sqrt(stiffness / mass), zeta = damping / (2 * mass * w0);
  EXPECT_NEAR(run.quantity("modes.1.frequency"), w0 * std::sqrt(1 - zeta * zeta) / (2 * pi), 1e-9);
  EXPECT_NEAR(run.quantity("modes.1.damping"), zeta, 1e-12);
  ASSERT_EQ(run.results.back().scenes.size(), 1u);
  const Scene& scene = run.results.back().scenes[0];
  EXPECT_EQ(scene.kind, SceneKind::modes);
  const Matrix3Xd& moved = scene.frames.at(0).bodies.at(0).displacement;
  EXPECT_LT(moved.topRows(2).cwiseAbs().maxCoeff(), 1e-9);  // along the slide, all nodes alike
  EXPECT_NEAR(moved.row(2).minCoeff(), moved.row(2).maxCoeff(), 1e-12);
}

TEST(ResponseStage, AmplitudeAndPhaseFollowTheTransferFunction) {
  TextRun run(oscillator +
              "[[stage]]\ntype = 'response'\nload = 'mass'\ndirection = [0, 0, 1]\nfrom = '1 Hz'\nto = '100 Hz'\n"
              "samples = 41\n");
  run.all();
  const VectorXd f = run.curve("frequency"), size = run.curve("displacement.z.amplitude"),
                 lag = run.curve("displacement.z.phase");
  ASSERT_EQ(f.size(), 41);
  double worst = 0;
  for (Index k = 0; k < f.size(); ++k) {
    const std::complex<double> s(0, 2 * pi * f[k]), H = 1.0 / (mass * s * s + damping * s + stiffness);
    EXPECT_NEAR(size[k], std::abs(H), 1e-9 * std::abs(H));
    EXPECT_NEAR(lag[k], std::arg(H), 1e-9);
    worst = std::max(worst, std::abs(std::polar(size[k], lag[k]) - H) / std::abs(H));
  }
  testing::record({.group = "Multibody dynamics",
                   .name = "Response of a damped oscillator, 41 frequencies from 1 to 100 Hz, amplitude and phase",
                   .reference = "1/(m s^2 + c s + k)",
                   .value = worst,
                   .error = worst,
                   .allowed = 1e-9,
                   .why = "rounding"});
}

TEST(ResponseStage, TheLoadHasItsAmplitudeAndMayBeATorque) {
  const std::string wheel = "[model]\nname = 'wheel'\n" + body_text("wheel") +
                            "[[joint]]\nname = 'pin'\ntype = 'revolute'\nbetween = ['wheel', 'ground']\n"
                            "[[force]]\nname = 'spring'\ntype = 'torsion-spring'\nbetween = ['wheel', 'ground']\n"
                            "rotational_stiffness = '50 N.m/rad'\n"
                            "[[marker]]\nname = 'rim'\nbody = 'wheel'\nposition = ['0.1 m', '0 m', '0 m']\n"
                            "[[stage]]\ntype = 'response'\nload = 'wheel'\nat = 'rim'\ndirection = [0, 0, 1]\n"
                            "from = '1 Hz'\nto = '4 Hz'\nsamples = 5\n";
  TextRun torque(wheel + "amplitude = '3 N.m'\n");
  torque.all();
  const VectorXd f = torque.curve("frequency"), size = torque.curve("displacement.y.amplitude");
  for (Index k = 0; k < f.size(); ++k)
    EXPECT_NEAR(size[k], 0.1 * 3 / std::abs(50 - 0.04 * std::pow(2 * pi * f[k], 2)), 1e-9);
  EXPECT_THROW(TextRun(wheel + "amplitude = '3 mm'\n"), InputError);
}

// The foot of the spring is shaken: x/u = (c s + k)/(m s^2 + c s + k), the curve of every book.
TEST(ResponseStage, ABaseThatIsShakenFollowsTheTransmissibility) {
  TextRun run("[model]\nname = 'base'\n" + body_text("mass", "['0 m', '0 m', '1 m']") + body_text("base") +
              "[[joint]]\nname = 'slide'\ntype = 'prismatic'\nbetween = ['mass', 'ground']\n"
              "[[joint]]\nname = 'foot'\ntype = 'prismatic'\nbetween = ['base', 'ground']\n"
              "[[force]]\nname = 'spring'\ntype = 'spring'\nbetween = ['mass', 'base']\n"
              "stiffness = '8 N/mm'\ndamping = '16 N.s/m'\n"
              "[[motion]]\nname = 'shaker'\nbetween = ['base', 'ground']\nway = '0 mm'\n"
              "[[stage]]\ntype = 'response'\nmotion = 'shaker'\namplitude = '2 mm'\nat = 'mass'\nfrom = '1 Hz'\n"
              "to = '100 Hz'\nsamples = 21\n");
  run.all();
  const VectorXd f = run.curve("frequency"), size = run.curve("displacement.z.amplitude"),
                 lag = run.curve("displacement.z.phase");
  for (Index k = 0; k < f.size(); ++k) {
    const std::complex<double> s(0, 2 * pi * f[k]);
    const std::complex<double> H = 0.002 * (damping * s + stiffness) / (mass * s * s + damping * s + stiffness);
    EXPECT_NEAR(size[k], std::abs(H), 1e-9 * std::abs(H));
    EXPECT_NEAR(lag[k], std::arg(H), 1e-9);
  }
}

// A rigid rotor on springs at both ends, with a Campbell stage.
std::string spring_rotor(const std::string& left, const std::string& right) {
  return "[model]\nname = 'rotor'\n[[rigid_body]]\nname = 'rotor'\nmass = '5 kg'\n"
         "inertia = ['0.05 kg.m^2', '0.05 kg.m^2', '0.02 kg.m^2']\n"
         "[[marker]]\nname = 'a'\nbody = 'rotor'\nposition = ['0 m', '0 m', '-0.2 m']\n"
         "[[marker]]\nname = 'b'\nbody = 'rotor'\nposition = ['0 m', '0 m', '0.2 m']\n"
         "[[marker]]\nname = 'ga'\nbody = 'ground'\nposition = ['0 m', '0 m', '-0.2 m']\n"
         "[[marker]]\nname = 'gb'\nbody = 'ground'\nposition = ['0 m', '0 m', '0.2 m']\n"
         "[[force]]\nname = 'left'\ntype = 'bushing'\nbetween = ['a', 'ga']\n"
         "translation_stiffness = " +
         left +
         "\n"
         "[[force]]\nname = 'right'\ntype = 'bushing'\nbetween = ['b', 'gb']\n"
         "translation_stiffness = " +
         right +
         "\n"
         "[[motion]]\nname = 'drive'\nbetween = ['rotor', 'ground']\nangular_speed = '100 rad/s'\n"
         "[[stage]]\ntype = 'campbell'\nmotion = 'drive'\nmodes = 4\nspeeds = ['200 rad/s', '800 rad/s']\n";
}

// A rigid rotor on springs at both ends: conical modes part with the gyroscopic moment.
//   w = +- h + sqrt(h^2 + 2 k l^2/It), h = Ip speed/(2 It)
TEST(CampbellStage, BackwardAndForwardWhirlPartAsTheGyroscopicMomentSays) {
  TextRun run(spring_rotor("['1 kN/mm', '1 kN/mm', '1 kN/mm']", "['1 kN/mm', '1 kN/mm', '0 kN/mm']"));
  run.all();
  const double k = 1e6, l = 0.2, It = 0.05, Ip = 0.02, bounce = std::sqrt(2 * k / 5) / (2 * pi);
  int point = 0;
  for (const double speed : {200.0, 800.0}) {
    const double h = Ip * speed / (2 * It), root = std::sqrt(h * h + 2 * k * l * l / It);
    std::vector<double> forward{bounce, (root + h) / (2 * pi)}, backward{bounce, (root - h) / (2 * pi)};
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    ++point;
    for (int rank = 0; rank < 2; ++rank) {
      const auto i = static_cast<std::size_t>(rank);
      EXPECT_NEAR(run.quantity(fmt::format("campbell.{}.forward_{}", point, rank + 1)), forward[i], 1e-6 * forward[i]);
      EXPECT_NEAR(run.quantity(fmt::format("campbell.{}.backward_{}", point, rank + 1)), backward[i],
                  1e-6 * backward[i]);
      for (const auto& [way, exact] : {std::pair{"forward", forward[i]}, {"backward", backward[i]}}) {
        const double found = run.quantity(fmt::format("campbell.{}.{}_{}", point, way, rank + 1));
        testing::record(
            {.group = "Multibody dynamics",
             .name = fmt::format("Campbell diagram of a rigid rotor on springs at {} rad/s, mode {}, {} [Hz]", speed,
                                 rank + 1, way),
             .reference = "closed form",
             .reference_value = exact,
             .value = found,
             .error = testing::relative_error(found, exact),
             .allowed = 1e-9,
             .why = "rounding next to rigid motions"});
      }
    }
  }
}

TEST(IdaStage, FollowsADrivenMechanismOverManyTurns) {
  TextRun run(testing::slider_crank_text() +
              "[[motion]]\nname = 'drive'\nbetween = ['crank', 'ground']\nangle = '20 rad/s*time'\n"
              "[[measure]]\nname = 'turn'\nkind = 'angle'\nbetween = ['crank', 'ground']\n"
              "[[stage]]\ntype = 'transient'\nduration = '1 s'\nsamples = 50\nintegrator = 'ida'\nmax_order = 5\n");
  run.all();
  EXPECT_EQ(run.results.back().record.status, StageStatus::done) << run.results.back().record.message;
  const VectorXd turn = run.curve("measure.turn");
  EXPECT_NEAR(turn[turn.size() - 1], 20, 1e-6);
  const double x = 0.1 * std::cos(20) + std::sqrt(0.09 - std::pow(0.1 * std::sin(20), 2));
  EXPECT_NEAR(run.state().x.R[2].x(), x, 1e-7);
}

// The same rotor in bearings that are twice as stiff across as along y: It^2 w^4 - (It (cx + cy) + (W Ip)^2) w^2 + cx
// cy = 0 with the moments c = 2 k l^2, and two bounces in planes.
TEST(CampbellStage, BearingsOfTwoStiffnessesSplitTheModesOfARotor) {
  TextRun run(spring_rotor("['1 kN/mm', '2 kN/mm', '1 kN/mm']", "['1 kN/mm', '2 kN/mm', '0 kN/mm']"));
  run.all();
  EXPECT_EQ(run.listener.warnings, "");
  const double l = 0.2, It = 0.05, Ip = 0.02, cx = 2 * 2e6 * l * l, cy = 2 * 1e6 * l * l;
  int point = 0;
  for (const double speed : {200.0, 800.0}) {
    const double b = It * (cx + cy) + std::pow(Ip * speed, 2), root = std::sqrt(b * b - 4 * It * It * cx * cy);
    const double backward = std::sqrt((b - root) / 2) / It, forward = std::sqrt((b + root) / 2) / It;
    ++point;
    EXPECT_NEAR(run.quantity(fmt::format("campbell.{}.backward_1", point)), backward / (2 * pi), 1e-6 * backward);
    EXPECT_NEAR(run.quantity(fmt::format("campbell.{}.forward_1", point)), forward / (2 * pi), 1e-6 * forward);
    int rank = 0;
    for (const double spring : {1e6, 2e6, 4e6})  // along the axis, along x and y
      EXPECT_NEAR(run.quantity(fmt::format("campbell.{}.other_{}", point, ++rank)), std::sqrt(spring / 5) / (2 * pi),
                  1e-4);
  }
}

TEST(CampbellStage, ARotorAndBearingsOfTwoStiffnessesAreWarnedOf) {
  std::string text = spring_rotor("['1 kN/mm', '2 kN/mm', '1 kN/mm']", "['1 kN/mm', '2 kN/mm', '0 kN/mm']");
  text.replace(text.find("'0.05 kg.m^2', '0.05"), 20, "'0.05 kg.m^2', '0.04");
  TextRun run(text);
  run.all();
  for (const char* part : {"test.toml:", "change while the bodies turn", "% of themselves"})
    EXPECT_NE(run.listener.warnings.find(part), std::string::npos) << run.listener.warnings;
}

TEST(IdaStage, SaysWhatItDoesNotKnow) {
  for (const auto& [keys, part] :
       {std::pair{"integrator = 'ida'\nstep = '1 ms'", "'step' belongs to generalized-alpha"},
        std::pair{"integrator = 'ida'\ndamping = 0.9", "'damping' belongs to"},
        std::pair{"max_order = 4", "'max_order' belongs to integrator = \"ida\""}})
    try {
      TextRun run(oscillator + "[[stage]]\ntype = 'transient'\nduration = '1 s'\n" + keys + "\n");
      ADD_FAILURE() << keys;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("test.toml:"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace trunnion
