#include "trunnion/run/force_arrows.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "trunnion/run/marker_frame.h"
#include "trunnion/run/symbol_shapes.h"

namespace trunnion {

namespace {

constexpr double longest = 0.2, widest = 0.012;  // of the machine's size
constexpr double seen = 1e-6;                    // of the largest force: smaller ones are rounding

// Values of a column between the recorded instants.
double value_at(const TimeRecord& record, const TimeColumn& column, double t) {
  const auto same = std::find(record.t.begin(), record.t.end(), t);
  if (same != record.t.end()) return column.values[static_cast<std::size_t>(same - record.t.begin())];
  const auto after = std::lower_bound(record.t.begin(), record.t.end(), t);
  if (after == record.t.begin()) return column.values.front();
  if (after == record.t.end()) return column.values.back();
  const auto k = static_cast<std::size_t>(after - record.t.begin());
  const double share = (t - record.t[k - 1]) / (record.t[k] - record.t[k - 1]);
  return (1 - share) * column.values[k - 1] + share * column.values[k];
}

}  // namespace

ForceArrows::ForceArrows(const BuiltMechanism& built, const TimeRecord& record, double size)
    : mechanism_(built.mechanism), record_(record), head_(widest * size) {
  add_joints();
  add_marker_forces();
  add_films();
  add_loads();
  double largest = 0;
  for (const Source& source : sources_) largest = std::max(largest, source.size);
  if (!(largest > 0)) sources_.clear();
  faint_ = seen * largest;
  std::erase_if(sources_, [&](const Source& source) { return source.size <= faint_; });
  per_length_ = largest / (longest * size);
  const std::shared_ptr<const Mesh> arrow = arrow_shape();
  for (const Source& source : sources_) list_.push_back({source.name, SymbolRole::force, arrow, per_length_});
}

ForceArrows::Columns ForceArrows::columns(const std::string& label, const std::string& stem) const {
  return {record_.find(label + "." + stem + "x"), record_.find(label + "." + stem + "y"),
          record_.find(label + "." + stem + "z")};
}

Vector3d ForceArrows::at(const Columns& columns, double t) const {
  return {value_at(record_, *columns[0], t), value_at(record_, *columns[1], t), value_at(record_, *columns[2], t)};
}

void ForceArrows::add(Source source) {
  if (!source.force[0] || !source.force[1] || !source.force[2]) return;
  for (std::size_t k = 0; k < record_.t.size(); ++k)
    source.size = std::max(
        source.size, std::hypot(source.force[0]->values[k], source.force[1]->values[k], source.force[2]->values[k]));
  sources_.push_back(std::move(source));
}

void ForceArrows::add_joints() {
  for (const Joint& joint : mechanism_.joints)
    if (joint.acts == Acts::always)
      add({.name = "force in joint " + joint.name,
           .marker = joint.rows.front().terms.front().coordinate.I,
           .force = columns("joint." + joint.name, "w")});
}

void ForceArrows::add_marker_forces() {
  for (const MarkerForceElement& force : mechanism_.marker_forces) {
    if (force.type == "ball contact" || force.type == "ball row") continue;
    const std::string label = force.table + "." + force.name;
    Source source{.name = "force in " + force.name, .marker = force.I, .force = columns(label, "w")};
    const Columns point = columns(label, "point_i_"), moment = columns(label, "t");
    if (point[0]) {
      source.place = Place::point;
      source.where = point;
    } else if (force.type == "gear-pair" && moment[0]) {
      source.place = Place::line;
      source.where = moment;
    }
    add(std::move(source));
  }
}

void ForceArrows::add_films() {
  for (const BodyForceElement& force : mechanism_.body_forces)
    if (force.J >= 0)
      add({.name = "force in " + force.name,
           .marker = force.I,
           .force = columns(force.table + "." + force.name, "f"),
           .axes = force.J});
}

void ForceArrows::add_loads() {
  for (const MeasuredLoad& load : mechanism_.loads)
    if (!load.direction.head<3>().isZero())
      add({.name = "load " + load.name, .marker = load.I, .force = columns("force." + load.name, "w")});
}

void ForceArrows::add(const Snapshot& snapshot, Frame& frame) const {
  for (const Source& source : sources_) {
    const FrameMotion marker = marker_frame(mechanism_, snapshot.x, source.marker);
    Vector3d force = at(source.force, snapshot.t), point = marker.r;
    if (source.axes >= 0) force = marker_frame(mechanism_, snapshot.x, source.axes).R * force;
    if (force.norm() <= faint_) {
      frame.symbols.push_back({Matrix3d::Zero(), point});
      continue;
    }
    if (source.place == Place::point) point += marker.R * at(source.where, snapshot.t);
    if (source.place == Place::line) point += force.cross(at(source.where, snapshot.t)) / force.squaredNorm();
    const Vector3d way = force / per_length_;
    frame.symbols.push_back({stretched_axes(way, std::min(head_, 0.3 * way.norm())), point});
  }
}

}  // namespace trunnion
