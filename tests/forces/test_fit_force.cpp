#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/tangent_check.h"
#include "trunnion/forces/fit_force.h"

namespace trunnion {
namespace {

constexpr double radius = 22e-3, width = 40e-3, interference = 25e-6;

FitLaw law(double friction = 0.2) {
  FitLaw law;
  law.stiffness = 1e14;
  law.smoothing = 1e-6;
  law.friction = friction;
  law.elastic_slip = 1e-5;
  return law;
}

// Points on a cylinder about z whose motion with the modal coordinates is smooth and arbitrary.
FitRows cylinder(Index modes, double friction = 0.2, Index around = 12, Index along = 5) {
  FitRows fit;
  fit.name = "seat";
  const Index points = around * along;
  for (Matrix3Xd* m : {&fit.position, &fit.normal, &fit.t1, &fit.t2}) m->resize(3, points);
  fit.area.setConstant(points, 2 * std::numbers::pi * radius * width / static_cast<double>(points));
  fit.clearance.setZero(points);
  fit.interference.setConstant(points, interference);
  fit.law = law(friction);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  fit.rows.resize(3 * points, modes);
  for (Index k = 0; k < points; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k % around) / static_cast<double>(around);
    const double z = width * (static_cast<double>(k / around) / static_cast<double>(along - 1) - 0.5);
    fit.normal.col(k) << std::cos(angle), std::sin(angle), 0;
    fit.t1.col(k) << -std::sin(angle), std::cos(angle), 0;
    fit.t2.col(k) << 0, 0, 1;
    fit.position.col(k) = radius * fit.normal.col(k) + Vector3d(0, 0, z);
    for (Index j = 0; j < modes; ++j)
      for (Index r = 0; r < 3; ++r) fit.rows(3 * k + r, j) = any(random);
  }
  return fit;
}

// A point that only moves: coordinate 0 along n, 1 along t1, 2 along t2.
FitRows single_point(double friction) {
  FitRows fit = cylinder(3, friction, 1, 2);
  fit.rows.setZero();
  for (Index k = 0; k < 2; ++k) fit.rows.middleRows<3>(3 * k).setIdentity();
  return fit;
}

FitForce force_of(FitRows fit) { return FitForce(std::make_shared<FitRows>(std::move(fit))); }

// One body that has modal coordinates and nothing else of interest.
struct At {
  VectorXd q, v;
  explicit At(const VectorXd& modal) : q(modal), v(VectorXd::Zero(6 + modal.size())) {}
  std::vector<BodyMotion> motions() const {
    BodyMotion m;
    m.pose.modal = q.data();
    m.pose.num_modes = q.size();
    m.rates = v.data();
    return {m};
  }
};

const StepContext step{.t = 1e-3, .step = 1e-5, .previous_step = 1e-5, .kind = StageKind::transient};
const StepContext statics{.kind = StageKind::stationary};

VectorXd force_at(const FitForce& fit, const StepContext& at, const At& x, const History& past) {
  CacheSlot slot;
  VectorXd f = VectorXd::Zero(x.v.size());
  fit.force(at, x.motions(), past, slot, f);
  return f;
}

ForceReport report_at(const FitForce& fit, const StepContext& at, const At& x, const History& past) {
  CacheSlot slot;
  ForceReport out;
  fit.report(at, x.motions(), past, slot, out);
  return out;
}

double output(const ForceReport& report, const std::string& name) {
  for (const NamedOutput& o : report.outputs)
    if (o.name == name) return o.value;
  return NAN;
}

VectorXd modal(Index n, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  VectorXd q(n);
  for (double& value : q) value = size * any(random);
  return q;
}

MatrixXd tangent_at(const FitForce& fit, const At& x, const History& past, CacheSlot& slot,
                    const StepContext& context = step) {
  BodyTangent t;
  t.dx.setZero(x.v.size(), x.v.size());
  t.dv = t.dx;
  fit.linearize(context, x.motions(), past, slot, t);
  return t.dx;
}

/// What a state is linearised with.
MatrixXd exact_tangent(const FitForce& fit, const At& x, const History& past) {
  CacheSlot slot;
  return tangent_at(fit, x, past, slot, {0, 0, 0, StageKind::linear});
}

MatrixXd differences(const FitForce& fit, const At& x, const History& past, double h) {
  MatrixXd out(x.q.size(), x.q.size());
  for (Index j = 0; j < x.q.size(); ++j) {
    At plus = x, minus = x;
    plus.q[j] += h;
    minus.q[j] -= h;
    out.col(j) = (force_at(fit, step, plus, past) - force_at(fit, step, minus, past)).tail(x.q.size()) / (2 * h);
  }
  return out;
}

TEST(FitForce, TangentIsTheDerivativeOfTheForceWithOpenRestingAndSlidingPoints) {
  const FitForce fit = force_of(cylinder(8));
  History past = report_at(fit, statics, At(modal(8, 4e-6, 1)), fit.initial_history()).trial;
  const At x(modal(8, 1.6e-5, 2));
  const FitField field = fit.field(x.q, past);
  for (const FitState state : {FitState::open, FitState::resting, FitState::sliding})
    ASSERT_TRUE(std::find(field.state.begin(), field.state.end(), state) != field.state.end());
  const MatrixXd K = exact_tangent(fit, x, past).bottomRightCorner(8, 8);
  const MatrixXd D = differences(fit, x, past, 1e-11);
  EXPECT_LE((K - D).cwiseAbs().maxCoeff(), 1e-8 * K.cwiseAbs().maxCoeff());
  EXPECT_GT((K - K.transpose()).cwiseAbs().maxCoeff(), 1e-4 * K.cwiseAbs().maxCoeff());
}

TEST(FitForce, TangentIsSymmetricWithoutFriction) {
  const FitForce fit = force_of(cylinder(8, 0));
  const MatrixXd K = exact_tangent(fit, At(modal(8, 1e-5, 2)), fit.initial_history());
  EXPECT_LE((K - K.transpose()).cwiseAbs().maxCoeff(), 1e-14 * K.cwiseAbs().maxCoeff());
}

TEST(FitForce, TangentKeptFromBeforeStaysWithinItsTolerance) {
  const FitForce fit = force_of(cylinder(8));
  const History past = fit.initial_history();
  CacheSlot kept;
  At x(modal(8, 6e-6, 2));
  tangent_at(fit, x, past, kept);
  for (int k = 0; k < 20; ++k) {
    x.q += modal(8, 4e-7, static_cast<unsigned>(10 + k));
    const MatrixXd exact = exact_tangent(fit, x, past), updated = tangent_at(fit, x, past, kept);
    EXPECT_LE((exact - updated).cwiseAbs().maxCoeff(), 2 * FitForce::changed * exact.cwiseAbs().maxCoeff());
  }
}

TEST(FitForce, TangentThatLeadsIterationsHasSinglePrecision) {
  const FitForce fit = force_of(cylinder(8));
  const At x(modal(8, 6e-6, 2));
  CacheSlot slot;
  const MatrixXd exact = exact_tangent(fit, x, fit.initial_history()),
                 led = tangent_at(fit, x, fit.initial_history(), slot);
  EXPECT_LE((exact - led).cwiseAbs().maxCoeff(), 1e-5 * exact.cwiseAbs().maxCoeff());
}

TEST(FitForce, ActsOnModalCoordinatesOnly) {
  const FitForce fit = force_of(cylinder(8));
  const VectorXd f = force_at(fit, step, At(modal(8, 5e-6, 3)), fit.initial_history());
  EXPECT_EQ(f.head(6).cwiseAbs().maxCoeff(), 0);
  EXPECT_GT(f.tail(8).cwiseAbs().maxCoeff(), 0);
}

TEST(FitForce, PowerOfTheForceIsLossOfStoredEnergyAndFriction) {
  const FitForce fit = force_of(cylinder(8));
  const History past = report_at(fit, statics, At(modal(8, 4e-6, 1)), fit.initial_history()).trial;
  At x(modal(8, 1.2e-5, 2));
  x.v.tail(8) = modal(8, 1e-2, 5);
  const double h = 1e-9;
  At plus(x.q + h * x.v.tail(8)), minus(x.q - h * x.v.tail(8));
  const double energy_rate =
      (report_at(fit, step, plus, past).stored_energy - report_at(fit, step, minus, past).stored_energy) / (2 * h);
  const double power = force_at(fit, step, x, past).dot(x.v);
  EXPECT_NEAR(power, -energy_rate - report_at(fit, step, x, past).dissipated_power, 1e-7 * std::abs(energy_rate));
}

// Moves the point to and fro with the memory of each accepted step; returns work of friction over one cycle.
double cycle_work(const FitForce& fit, double amplitude, int steps) {
  History past = fit.initial_history();
  double work = 0;
  At x{VectorXd::Zero(3)};
  double before = 0, force_before = 0;
  for (int k = 1; k <= 2 * steps; ++k) {  // the first cycle settles
    const double phase = 2 * std::numbers::pi * k / steps;
    x.q[1] = amplitude * std::sin(phase);
    const double force = force_at(fit, step, x, past)[7];
    if (k > steps) work -= 0.5 * (force + force_before) * (x.q[1] - before);
    before = x.q[1];
    force_before = force;
    past = report_at(fit, step, x, past).trial;
  }
  return work;
}

TEST(FitForce, CycleOfAPointDissipatesFourTimesFrictionTimesSlidWay) {
  const FitForce fit = force_of(single_point(0.2));
  const double p = 1e14 * (interference - 0.5e-6), area = fit.fit().area.sum(), amplitude = 3e-5;
  const double expected = 4 * 0.2 * p * area * (amplitude - 1e-5);
  EXPECT_NEAR(cycle_work(fit, amplitude, 20000), expected, 1e-6 * expected);
  EXPECT_NEAR(cycle_work(fit, 0.9e-5, 400), 0, 1e-9 * expected);
}

TEST(FitForce, FrictionPowerIsNeverNegativeAndAddsUpToTheWorkOfSliding) {
  const FitForce fit = force_of(single_point(0.2));
  StepContext at = step;
  at.outputs = true;
  constexpr int steps = 20000;
  constexpr double amplitude = 3e-5, omega = 1e3;
  History past = fit.initial_history();
  At x{VectorXd::Zero(3)};
  double sum = 0, work = 0, begin = 0;
  for (int k = 1; k <= 2 * steps; ++k) {  // the first cycle settles
    const double phase = 2 * std::numbers::pi * k / steps;
    x.q[1] = amplitude * std::sin(phase);
    x.v[7] = amplitude * omega * std::cos(phase);
    const ForceReport report = report_at(fit, at, x, past);
    ASSERT_GE(output(report, "friction_power"), 0) << k;
    if (k > steps) sum += output(report, "friction_power") * 2 * std::numbers::pi / omega / steps;
    work = output(report, "slip_work");
    if (k == steps) begin = work;
    past = report.trial;
  }
  EXPECT_GT(work - begin, 0);
  EXPECT_NEAR(sum, work - begin, 1e-3 * (work - begin)) << "a sum over 20000 instants of a cycle";
}

TEST(FitForce, FrictionUnderSteadyPressureNeverGivesMoreThanItTook) {
  const FitForce fit = force_of(single_point(0.2));
  History past = fit.initial_history();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  At x{VectorXd::Zero(3)};
  Eigen::Vector2d force = Eigen::Vector2d::Zero();
  double taken = 0;
  for (int k = 0; k < 2000; ++k) {
    const Eigen::Vector2d way = 2e-6 * Eigen::Vector2d(any(random), any(random));
    x.q.tail<2>() += way;
    const Eigen::Vector2d next = -force_at(fit, step, x, past).tail<2>();
    taken += 0.5 * (force + next).dot(way);
    force = next;
    past = report_at(fit, step, x, past).trial;
    ASSERT_GE(taken, -1e-12);
  }
  EXPECT_GT(taken, 0);
}

TEST(FitForce, InterferenceGrowsInEqualPartsOverTheLoadStepsAndStays) {
  const FitForce fit = force_of(single_point(0));
  const At x{VectorXd::Zero(3)};
  const double area = fit.fit().area.sum();
  History past = fit.initial_history();
  for (int stage = 0; stage < 2; ++stage)
    for (int k = 1; k <= 5; ++k) {
      const StepContext at{.kind = StageKind::stationary, .load_factor = k / 5.0};
      const double e = (stage == 0 ? k / 5.0 : 1.0) * interference;
      EXPECT_NEAR(force_at(fit, at, x, past)[6], 1e14 * (e - 0.5e-6) * area, 1e-9 * 1e14 * interference * area);
      past = report_at(fit, at, x, past).trial;
    }
}

TEST(FitForce, RemembersWhatStepsAcceptedAndNothingElse) {
  const FitForce fit = force_of(single_point(0.2));
  At x{VectorXd::Zero(3)};
  x.q[1] = 2e-5;
  const History start = fit.initial_history();
  const StepContext between{.kind = StageKind::transient}, about{.kind = StageKind::linear};
  EXPECT_EQ(report_at(fit, between, x, start).trial, start);
  EXPECT_EQ(report_at(fit, about, x, start).trial, start);
  const History slid = report_at(fit, step, x, start).trial;
  EXPECT_NE(slid, start);
  // The memory of a step that is thrown away has no influence on the next attempt.
  CacheSlot slot;
  VectorXd f = VectorXd::Zero(9);
  fit.force(step, x.motions(), start, slot, f);
  ForceReport thrown;
  fit.report(step, x.motions(), start, slot, thrown);
  x.q[1] = 0.5e-5;
  f.setZero();
  fit.force(step, x.motions(), start, slot, f);
  EXPECT_EQ(f, force_at(fit, step, x, start));
}

TEST(FitForce, AWatchedPatchIsTheMeanOfItsPointsByArea) {
  auto rows = std::make_shared<FitRows>(cylinder(4));
  rows->area[7] *= 3;
  const FitForce fit(rows, rows->law, rows->interference, {{"M", 7}, {"patch", 7, {7, 8}}});
  const At x(modal(4, 1e-6, 3));
  const History shrunk = report_at(fit, statics, x, fit.initial_history()).trial;
  const ForceReport found = report_at(fit, {.kind = StageKind::stationary, .outputs = true}, x, shrunk);
  const FitField field = fit.field(x.q, shrunk);
  EXPECT_DOUBLE_EQ(output(found, "M.pressure"), field.pressure[7]);
  EXPECT_NEAR(output(found, "patch.pressure"), (3 * field.pressure[7] + field.pressure[8]) / 4,
              1e-9 * field.pressure[7]);
  EXPECT_NE(field.pressure[7], field.pressure[8]);
}

TEST(FitForce, CubatureOfAllPointsWithTheirAreasIsTheFullSum) {
  FitRows some = cylinder(8);
  for (Index k = 0; k < some.area.size(); ++k) some.cubature_points.push_back(static_cast<std::int32_t>(k));
  some.cubature_areas = some.area;
  const FitForce full = force_of(cylinder(8)), few = force_of(some);
  const At x(modal(8, 1e-5, 4));
  const History past = full.initial_history();
  CacheSlot a, b;
  EXPECT_EQ(force_at(full, step, x, past), force_at(few, step, x, past));
  EXPECT_EQ(tangent_at(full, x, past, a), tangent_at(few, x, past, b));
  EXPECT_EQ(report_at(full, step, x, past).stored_energy, report_at(few, step, x, past).stored_energy);
}

TEST(FitForce, PointsOutsideTheCubatureRememberFromVisitToVisit) {
  FitRows some = cylinder(8);
  some.cubature_points = {0, 7, 19};
  some.cubature_areas = VectorXd::Constant(3, some.area.sum() / 3);
  const FitForce fit = force_of(some);
  const FitForce full = force_of(cylinder(8));
  const VectorXd q = modal(8, 5e-6, 4);
  History past = fit.initial_history();
  for (int k = 0; k < FitForce::visit; ++k) past = report_at(fit, step, At(q), past).trial;
  const History every = report_at(full, step, At(q), full.initial_history()).trial;
  ASSERT_EQ(past.size(), every.size());
  for (std::size_t k = 0; k < every.size(); ++k) EXPECT_NEAR(past[k], every[k], 1e-15) << k;
}

TEST(FitForce, PointsOutsideTheCubatureAreShownAsTheyAreBetweenVisits) {
  FitRows some = cylinder(8);
  some.cubature_points = {0, 7, 19};
  some.cubature_areas = VectorXd::Constant(3, some.area.sum() / 3);
  const FitForce few = force_of(some), full = force_of(cylinder(8));
  History kept = few.initial_history(), every = full.initial_history();
  VectorXd q;
  for (int k = 1; k < FitForce::visit; ++k) {  // on the way to the next visit, without turning back
    q = static_cast<double>(k) * modal(8, 2e-6, 4);
    kept = report_at(few, step, At(q), kept).trial;
    every = report_at(full, step, At(q), every).trial;
  }
  const FitField shown = few.field(q, kept), exact = full.field(q, every);
  EXPECT_GT(exact.work.maxCoeff(), 0);
  EXPECT_LE((shown.motion - exact.motion).norm(), 1e-15);
  EXPECT_LE((shown.shear - exact.shear).norm(), 1e-12 * exact.shear.norm());
  EXPECT_EQ(shown.state, exact.state);
}

TEST(FitForce, UniformPressureOnARingHasMeanForceAndNoResultant) {
  const FitForce fit = force_of(cylinder(3));
  StepContext at = statics;
  at.outputs = true;
  const ForceReport report = report_at(fit, at, At(VectorXd::Zero(3)), fit.initial_history());
  const double p = 1e14 * (interference - 0.5e-6), area = fit.fit().area.sum();
  EXPECT_NEAR(output(report, "mean_pressure"), p, 1e-12 * p);
  EXPECT_NEAR(output(report, "normal_force"), p * area, 1e-12 * p * area);
  EXPECT_NEAR(output(report, "fx"), 0, 1e-12 * p * area);
  EXPECT_NEAR(output(report, "torque"), 0, 1e-12 * p * area);
  EXPECT_EQ(output(report, "open_share"), 0);
  EXPECT_NEAR(fit.axis().radius, radius, 1e-12);
  EXPECT_NEAR(std::abs(fit.axis().direction.z()), 1, 1e-12);
}

TEST(FitForce, TurnedFitCarriesTheTorqueOfFrictionTimesRadius) {
  FitRows rows = cylinder(1);
  rows.rows.setZero();
  for (Index k = 0; k < rows.area.size(); ++k) rows.rows(3 * k + 1, 0) = radius;  // q: turn of the hub [rad]
  const FitForce fit = force_of(rows);
  At x{VectorXd::Constant(1, 3e-3)};
  const History past = report_at(fit, step, x, fit.initial_history()).trial;
  StepContext at = statics;
  at.outputs = true;
  const ForceReport report = report_at(fit, at, x, past);
  const double p = 1e14 * (interference - 0.5e-6), torque = 0.2 * p * fit.fit().area.sum() * radius;
  EXPECT_NEAR(output(report, "torque"), -torque, 1e-9 * torque);
  EXPECT_NEAR(force_at(fit, step, x, past)[6], -torque, 1e-9 * torque);
  EXPECT_NEAR(output(report, "sliding_share"), 1, 1e-12);
  EXPECT_NEAR(output(report, "slip_work"), 0.2 * p * fit.fit().area.sum() * (3e-3 * radius - 1e-5), 1e-9 * torque);
}

}  // namespace
}  // namespace trunnion
