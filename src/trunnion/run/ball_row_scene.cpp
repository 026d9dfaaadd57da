#include "trunnion/run/ball_row_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/run/marker_frame.h"
#include "trunnion/run/triangle_shapes.h"

namespace trunnion {

namespace {

constexpr double longest_arrow = 2.5;  // over the ball's diameter

// A ring with its raceway, as wide as catalogues have it. The outer one is cut in the plane of the balls, so that they
// are seen.
std::shared_ptr<const Mesh> ring_shape(const RowOfBalls& row, Ring ring) {
  const Race& race = ring == Ring::inner ? row.row.inner : row.row.outer;
  const double side = ring == Ring::outer ? 1 : -1, ball = row.ball.radius, half = 1.1 * ball;
  const double bottom = row.row.pitch_radius + side * ball;
  std::vector<OutlinePoint> outline;
  constexpr int pieces = 16;
  const bool groove = race.shape == RaceShape::groove || race.shape == RaceShape::gothic;
  const double reach = 0.85 * ball;  // half width of the raceway that is drawn
  for (int k = 0; k <= pieces; ++k) {
    const double z = ring == Ring::outer ? reach * (1.0 * k / pieces - 1) : reach * (2.0 * k / pieces - 1);
    double radius = bottom;
    if (groove)
      radius = bottom - side * (race.groove_radius - std::sqrt(race.groove_radius * race.groove_radius - z * z));
    else
      radius = race.radius +
               std::tan(race.shape == RaceShape::cone ? race.cone_angle : 0) * (z + row.row.plane - race.offset);
    outline.push_back({radius, row.row.plane + z});
  }
  const double shoulder = outline.front().radius, back = bottom + side * 0.5 * ball;
  outline.insert(outline.begin(), {shoulder, row.row.plane - half});
  const double top = row.row.plane + (ring == Ring::outer ? 0 : half);
  outline.push_back({outline.back().radius, top});
  outline.push_back({back, top});
  outline.insert(outline.begin(), {back, row.row.plane - half});
  outline.push_back(outline.front());
  // The solid lies on the left of the outline: outside the race of an outer ring, inside that of an inner one.
  if (ring == Ring::outer) std::reverse(outline.begin(), outline.end());
  TriangleShapes shapes;
  shapes.add_turned(Vector3d::Zero(), Vector3d::UnitZ(), outline);
  return shapes.mesh();
}

// Of length one along x.
std::shared_ptr<const Mesh> arrow_shape() {
  TriangleShapes shapes;
  shapes.add_turned(Vector3d::Zero(), Vector3d::UnitX(),
                    std::vector<OutlinePoint>{{0, 0}, {0.3, 0}, {0.3, 0.75}, {1, 0.75}, {0, 1}});
  return shapes.mesh();
}

// Elastic force on the ball, world axes [N].
Vector3d contact_force(const Mechanism& m, const Configuration& x, std::size_t force) {
  const MarkerForceElement& element = m.marker_forces[force];
  const FrameMotion J = marker_frame(m, x, element.J);
  CacheSlot slot;
  const Vector6d W = element.law->force({}, relative_motion(marker_frame(m, x, element.I), J), {}, slot);
  return J.R * W.head<3>();
}

void add_field(const Mesh& mesh, double load, BodyFrame& frame) {
  frame.fields.push_back({"contact force", "N", MatrixXd::Constant(1, mesh.x.cols(), load), FieldScale::magnitude});
}

}  // namespace

std::shared_ptr<const Mesh> ball_shape(double radius) {
  TriangleShapes shapes;
  shapes.add_ball(Vector3d::Zero(), radius);
  return shapes.mesh();
}

RowPictures::RowPictures(const BuiltMechanism& built, std::span<const Snapshot> snapshots)
    : built_(built), arrow_(arrow_shape()) {
  for (const Snapshot& snapshot : snapshots)
    for (const RowOfBalls& row : built.ball_rows)
      for (const auto* contacts : {&row.inner, &row.outer})
        for (const std::size_t f : *contacts)
          largest_ = std::max(largest_, contact_force(built.mechanism, snapshot.x, f).norm());
}

void RowPictures::add_bodies(Scene& scene) const {
  if (built_.ball_rows.empty()) return;
  for (const RowOfBalls& row : built_.ball_rows) {
    scene.bodies.push_back({row.bearing + " inner ring", ring_shape(row, Ring::inner)});
    scene.bodies.push_back({row.bearing + " outer ring", ring_shape(row, Ring::outer)});
    for (const auto* contacts : {&row.inner, &row.outer})
      for (const std::size_t f : *contacts)
        scene.bodies.push_back({"force at " + built_.mechanism.marker_forces[f].name, arrow_});
  }
}

void RowPictures::add_frame(const Snapshot& snapshot, Frame& frame) const {
  const Mechanism& m = built_.mechanism;
  for (const RowOfBalls& row : built_.ball_rows) {
    for (const Index marker : {row.shaft, row.housing}) {
      const FrameMotion at = marker_frame(m, snapshot.x, marker);
      BodyFrame& ring = frame.bodies.emplace_back();
      ring.rotation = at.R;
      ring.translation = at.r;
    }
    for (const auto* contacts : {&row.inner, &row.outer})
      for (std::size_t k = 0; k < contacts->size(); ++k) {
        const Vector3d F = contact_force(m, snapshot.x, (*contacts)[k]);
        const Vector3d center = snapshot.x.R[row.balls[k]];
        const double load = F.norm(), share = largest_ > 0 ? load / largest_ : 0;
        BodyFrame& ball = frame.bodies[static_cast<std::size_t>(row.balls[k])];
        if (ball.fields.empty()) add_field(*built_.meshes.at(m.bodies[row.balls[k]].name), 0, ball);
        MatrixXd& color = ball.fields.front().values;
        color = color.cwiseMax(load);
        BodyFrame& arrow = frame.bodies.emplace_back();
        // The arrow of length one is stretched: its tip at the contact, its end behind it.
        const Vector3d x = load > 0 ? Vector3d(F / load) : Vector3d::UnitX(), y = x.unitOrthogonal();
        const double length = 2 * longest_arrow * row.ball.radius * share, width = 0.35 * row.ball.radius;
        arrow.rotation << length * x, width * y, width * x.cross(y);
        if (!(load > 0)) arrow.rotation.setZero();
        add_field(*arrow_, load, arrow);
        arrow.translation = center - row.ball.radius * x - length * x;
      }
  }
}

}  // namespace trunnion
