#include <gtest/gtest.h>

#include "support/box_beam.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/reduction/body_response.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/results/reduced_body_file.h"

namespace trunnion {
namespace {

ReducedBody small_body() {
  testing::BoxBeam beam;
  beam.divisions = {3, 1, 1};
  PointMass disc;
  disc.node = NodeId{-2};
  disc.mass = 0.1;
  disc.inertia = Vector3d(2e-5, 1e-5, 1e-5).asDiagonal();
  beam.masses = {disc};
  ReductionOptions options;
  options.name = "beam";
  options.surfaces = {"xmax"};
  options.stress_sets = {"ymax"};
  options.quality.lines = 50;
  return reduce(testing::box_beam(beam), options);
}

TEST(ReducedBodyFile, ReadsBackExactlyWhatWasWritten) {
  const auto path = testing::fresh_folder("reduced_body_file") / "beam.h5";
  const ReducedBody body = small_body();
  write_reduced_body(body, path);
  const ReducedBody back = read_reduced_body(path);
  EXPECT_EQ(back.name, "beam");
  EXPECT_EQ(back.content_hash, body.content_hash);
  EXPECT_EQ(reduced_body_hash(path), body.content_hash);
  EXPECT_EQ(back.mass, body.mass);
  EXPECT_EQ(back.stiffness, body.stiffness);
  EXPECT_EQ(back.damping, body.damping);
  EXPECT_EQ(back.frequency, body.frequency);
  EXPECT_EQ(back.invariants.I2, body.invariants.I2);
  EXPECT_EQ(back.invariants.I5[3], body.invariants.I5[3]);
  EXPECT_EQ(back.invariants.I8[2], body.invariants.I8[2]);
  EXPECT_EQ(back.invariants.I9[1][4], body.invariants.I9[1][4]);
  ASSERT_EQ(back.interfaces.size(), 2);
  EXPECT_EQ(back.interfaces[1].rotation, body.interfaces[1].rotation);
  EXPECT_EQ(back.display.translation, body.display.translation);
  EXPECT_EQ(back.display.triangles, body.display.triangles);
  ASSERT_EQ(back.surfaces.size(), 1);
  ASSERT_EQ(back.stress.size(), 1);
  EXPECT_EQ(back.stress[0].stress, body.stress[0].stress);
  EXPECT_EQ(back.stress[0].nodes, body.stress[0].nodes);
  ASSERT_EQ(back.lumped.size(), 1);
  EXPECT_EQ(back.lumped[0].inertia, body.lumped[0].inertia);
  EXPECT_EQ(back.record.kept_modes, body.record.kept_modes);
  EXPECT_EQ(back.record.selection, body.record.selection);
  EXPECT_EQ(back.quality.frac_min, body.quality.frac_min);
  EXPECT_EQ(back.quality.worst_reduced, body.quality.worst_reduced);
}

TEST(ReducedBodyFile, InconsistentBodiesAreRefused) {
  ReducedBody body = small_body();
  validate(body);
  ReducedBody broken = body;
  broken.mass(0, 1) += 1;
  EXPECT_THROW(validate(broken), InputError);
  broken = body;
  broken.stiffness(0, 0) = -1e12;
  EXPECT_THROW(validate(broken), InputError);
  broken = body;
  broken.interfaces[0].rotation.resize(3, 1);
  EXPECT_THROW(validate(broken), InputError);
}

TEST(LinearBody, AnswersAsTheQualityRecordSaysAndInFirstOrderFormToo) {
  const ReducedBody body = small_body();
  const LinearBody linear = linear_body(body);
  const QualityRecord& q = body.quality;
  const auto response = inertance(linear, q.lines_hz);
  double largest = 0;
  for (Index line = 0; line < q.lines_hz.size(); ++line)
    largest = std::max(largest, std::abs(std::abs(response[line](q.drive_dof, q.drive_dof)) - q.drive_reduced[line]) /
                                    q.drive_reduced.maxCoeff());
  EXPECT_LE(largest, 1e-8);
  const StateSpace s = state_space(linear);
  const std::complex<double> jw(0, 2 * M_PI * q.lines_hz[30]);
  Eigen::MatrixXcd resolvent = -s.a.cast<std::complex<double>>();
  resolvent.diagonal().array() += jw;
  const Eigen::MatrixXcd states = resolvent.partialPivLu().solve(s.b.cast<std::complex<double>>());
  const Eigen::MatrixXcd transfer = jw * jw * (s.c * states);
  EXPECT_LE((transfer - response[30]).norm(), 1e-7 * response[30].norm());
}

}  // namespace
}  // namespace trunnion
