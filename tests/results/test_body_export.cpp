// Reduced bodies out to other programs and in from them.
#include <gtest/gtest.h>

#include <fstream>

#include "support/box_beam.h"
#include "support/h5py.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/reduction/body_response.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/results/body_export.h"
#include "trunnion/results/foreign_body_file.h"
#include "trunnion/results/reduced_body_file.h"

namespace trunnion {
namespace {

ReducedBody beam_body() {
  testing::BoxBeam beam;
  beam.divisions = {3, 1, 1};
  ReductionOptions options;
  options.name = "beam";
  options.quality.compute = false;
  return reduce(testing::box_beam(beam), options);
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// Interface responses agree over frequency, pair by pair relative to the driving points.
void expect_same_responses(const ReducedBody& a, const ReducedBody& b, double tolerance) {
  const VectorXd hz = VectorXd::LinSpaced(40, 100, 2e4);
  const auto x = inertance(linear_body(a), hz), y = inertance(linear_body(b), hz);
  EXPECT_LE(compare_responses(x, y).error_max, tolerance);
}

TEST(BodyExport, MatricesAndResponsesFitTogether) {
  const auto folder = testing::fresh_folder("body_export");
  const auto files = export_body(beam_body(), VectorXd::LinSpaced(5, 100, 9000), folder);
  for (const std::string& file : files) EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
  // State space, second order, HDF5 and CSV say the same, seen by a user's tools.
  const std::string printed = testing::run_python(folder, R"(
import h5py, numpy as np
f = h5py.File("linear.h5")
A, B, C = f["A"][:], f["B"][:], f["C"][:]
hz = f["frequency"][:].ravel()
H = f["inertance_real"][:] + 1j*f["inertance_imag"][:]
csv = np.genfromtxt("responses.csv", delimiter=",", skip_header=1)
worst = 0
for k, h in enumerate(hz):
    s = 2j*np.pi*h
    G = s*s*(C @ np.linalg.solve(s*np.eye(len(A)) - A, B))
    D = s*s*f["mass"][:] + s*f["damping"][:] + f["stiffness"][:]
    E = s*s*(f["shapes"][:] @ np.linalg.solve(D, f["shapes"][:].T))
    T = (csv[k, 1::2] + 1j*csv[k, 2::2]).reshape(H[k].shape)
    scale = np.sqrt(np.outer(abs(np.diag(H[k])), abs(np.diag(H[k]))))
    worst = max([worst] + [(abs(X - H[k])/scale).max() for X in (G, E, T)])
print("%.3e" % worst)
)");
  EXPECT_LT(std::stod(printed), 1e-8);
}

TEST(ForeignBody, WhatIsExportedComesBackTheSameFromMatrixMarketAndFromHdf5) {
  const auto folder = testing::fresh_folder("foreign_round_trip");
  const ReducedBody body = beam_body();
  export_body(body, VectorXd::LinSpaced(2, 100, 200), folder);
  const UnitSystem si;
  for (const ForeignFiles& files :
       {ForeignFiles{folder / "linear.h5", {}, {}, {}, {}, {}}, ForeignFiles{{},
                                                                             folder / "mass.mtx",
                                                                             folder / "stiffness.mtx",
                                                                             folder / "damping.mtx",
                                                                             folder / "shapes.mtx",
                                                                             folder / "nodes.mtx"}}) {
    ForeignModel model = read_foreign_model(files, si);
    model.places = {{"left", {1}}, {"right", {2}}};
    const ReducedBody back = foreign_body(model);
    validate(back);
    ASSERT_EQ(back.frequency.size(), body.frequency.size());
    EXPECT_LE((back.frequency - body.frequency).norm(), 1e-9 * body.frequency.norm());
    EXPECT_NEAR(back.invariants.I1, body.invariants.I1, 1e-9 * body.invariants.I1);
    EXPECT_LE((back.invariants.I2 - body.invariants.I2).norm(), 1e-9 * body.invariants.I1);
    EXPECT_LE((back.invariants.I7 - body.invariants.I7).norm(), 1e-8 * body.invariants.I7.norm());
    expect_same_responses(body, back, 1e-7);
    EXPECT_EQ(back.record.warnings.size(), 1);  // no nodal masses
  }
}

TEST(ForeignBody, MillimetresAndTonnesBecomeSi) {
  const auto folder = testing::fresh_folder("foreign_units");
  const ReducedBody body = beam_body();
  ForeignModel model = foreign_model(body);
  // The same body as a program in mm, t, N writes it, coordinates (m, rad, modal) left as they are.
  const double length = 1e-3, energy = 1e-3;
  model.mass /= energy;
  model.stiffness /= energy;
  model.damping /= energy;
  model.position /= length;
  for (Index node = 0; node < 2; ++node) model.shapes.middleRows(6 * node, 3) /= length;
  write_foreign_model(model, folder);
  ForeignModel back = read_foreign_model({{},
                                          folder / "mass.mtx",
                                          folder / "stiffness.mtx",
                                          folder / "damping.mtx",
                                          folder / "shapes.mtx",
                                          folder / "nodes.mtx"},
                                         unit_system("mm"));
  back.places = {{"left", {1}}, {"right", {2}}};
  const ReducedBody found = foreign_body(back);
  EXPECT_NEAR(found.invariants.I1, body.invariants.I1, 1e-9 * body.invariants.I1);
  expect_same_responses(body, found, 1e-7);
}

TEST(ForeignBody, TranslationsOfThreeNodesGiveAPlaceItsTurn) {
  // A free square plate of point masses on springs, all coordinates kept: shapes are the identity.
  ForeignModel model;
  model.position.resize(3, 5);
  model.position << 0, 1, 1, 0, 0.3, 0, 0, 1, 1, 0.4, 0, 0, 0, 0, 0.5;
  model.labels = {11, 12, 13, 14, 15};
  model.nodal_mass = VectorXd::LinSpaced(5, 1, 2);
  model.mass = model.stiffness = MatrixXd::Zero(15, 15);
  for (Index i = 0; i < 5; ++i) model.mass.block<3, 3>(3 * i, 3 * i).diagonal().setConstant(model.nodal_mass[i]);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < i; ++j) {
      const Vector3d d = (model.position.col(i) - model.position.col(j)).normalized();
      const Matrix3d k = 1e6 * d * d.transpose();
      for (const auto& [a, b, sign] : {std::tuple{i, i, 1.0}, {j, j, 1.0}, {i, j, -1.0}, {j, i, -1.0}})
        model.stiffness.block<3, 3>(3 * a, 3 * b) += sign * k;
    }
  model.shapes = MatrixXd::Identity(15, 15);
  model.places = {{"edge", {11, 12, 13}}};
  const ReducedBody body = foreign_body(model);
  EXPECT_EQ(body.frequency.size(), 9);
  EXPECT_TRUE(body.record.warnings.empty());
  EXPECT_NEAR(body.invariants.I1, model.nodal_mass.sum(), 1e-9);
  // The invariants from nodal masses, mean axes: no momentum in any mode.
  EXPECT_LE(body.invariants.I3.norm() + body.invariants.I4.norm(), 1e-9);
  EXPECT_GT(body.invariants.I8[0].norm() + body.invariants.I8[8].norm(), 1e-3);
  ForeignModel broken = model;
  broken.places = {{"corner", {11}}};
  EXPECT_NE(message_of([&] { foreign_body(broken); }).find("at least three that do not lie on one line"),
            std::string::npos);
}

TEST(ForeignBody, EachMessageSaysWhatDoesNotFit) {
  const ForeignModel sound = foreign_model(beam_body());
  const auto broken = [&](const std::function<void(ForeignModel&)>& change) {
    ForeignModel model = sound;
    change(model);
    return message_of([&] { foreign_body(model); });
  };
  EXPECT_EQ(broken([](ForeignModel&) {}), "no error");
  EXPECT_NE(broken([](ForeignModel& m) { m.mass(1, 0) += 1; }).find("not symmetric"), std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.mass *= -1; }).find("not positive definite"), std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.stiffness = -m.stiffness; }).find("fly apart"), std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.stiffness.conservativeResize(3, 3); }).find("stiffness matrix is 3 x 3"),
            std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.shapes.conservativeResize(11, Eigen::NoChange); }).find("have 11 rows"),
            std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.stiffness(0, 0) = 1e9; }).find("5 motions without strain energy"),
            std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.position *= 1000; }).find("are not the rigid motions of the node table"),
            std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.nodal_mass = VectorXd::Constant(2, 1e3); }).find("check the units"),
            std::string::npos);
  EXPECT_NE(broken([](ForeignModel& m) { m.places = {{"x", {99}}}; }).find("has no node 99"), std::string::npos);
  const auto elastic_only = [](ForeignModel& m) {
    const Index n = m.mass.rows() - 6;
    m.mass = m.mass.bottomRightCorner(n, n).eval();
    m.stiffness = m.stiffness.bottomRightCorner(n, n).eval();
    m.damping = m.damping.bottomRightCorner(n, n).eval();
    m.shapes = m.shapes.rightCols(n).eval();
  };
  EXPECT_NE(broken(elastic_only).find("Add a fifth column with nodal masses"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
