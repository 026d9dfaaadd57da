#include "trunnion/mesh/nastran_frames.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace trunnion {

void NastranFrames::add(const NastranLines& lines, const NastranCard& card) {
  const std::int64_t id = lines.integer(card, 0, "the number of a coordinate system");
  Definition d{card.name.back(), lines.integer_or(card, 1, 0, "a reference system"), {}, {}, {}, card.place};
  for (int i = 0; i < 3; ++i) {
    d.a[i] = lines.real_or(card, std::size_t(2 + i), 0, "a coordinate");
    d.b[i] = lines.real_or(card, std::size_t(5 + i), 0, "a coordinate");
    d.c[i] = lines.real_or(card, std::size_t(8 + i), 0, "a coordinate");
  }
  if (id <= 0 || !definitions_.emplace(id, d).second)
    lines.fail(card.place, fmt::format("coordinate system {} is defined twice or not a positive number", id));
}

void NastranFrames::resolve(const NastranLines& lines) {
  // Each round works out the systems whose reference is known; a round without progress means a gap or a circle.
  while (frames_.size() <= definitions_.size()) {
    const std::size_t before = frames_.size();
    for (const auto& [id, d] : definitions_) {
      if (frames_.contains(id) || !frames_.contains(d.reference)) continue;
      const NastranFrame& base = frames_.at(d.reference);
      const Vector3d a = position(base, d.a), b = position(base, d.b), c = position(base, d.c);
      const Vector3d z = (b - a).normalized();
      const Vector3d y = z.cross(c - a);
      if (!((b - a).norm() > 0) || !(y.norm() > 1e-12 * (c - a).norm()))
        lines.fail(d.place, fmt::format("coordinate system {}: its three points lie on one line", id));
      NastranFrame frame{d.kind, a, {}};
      frame.axes << y.normalized().cross(z), y.normalized(), z;
      frames_[id] = frame;
    }
    if (frames_.size() != before) continue;
    for (const auto& [id, d] : definitions_)
      if (!frames_.contains(id))
        lines.fail(d.place, fmt::format("coordinate system {} refers to system {}, which is not defined before it", id,
                                        d.reference));
  }
}

const NastranFrame& NastranFrames::find(const NastranLines& lines, std::int64_t id, Place place) const {
  const auto found = frames_.find(id);
  if (found == frames_.end())
    lines.fail(place, fmt::format("coordinate system {} is not defined (CORD2R, CORD2C and CORD2S are read)", id));
  return found->second;
}

Vector3d NastranFrames::position(const NastranFrame& frame, const Vector3d& p) {
  const double degree = std::numbers::pi / 180;
  Vector3d local = p;
  if (frame.kind == 'C') local << p[0] * std::cos(p[1] * degree), p[0] * std::sin(p[1] * degree), p[2];
  if (frame.kind == 'S') {
    const double across = p[0] * std::sin(p[1] * degree);
    local << across * std::cos(p[2] * degree), across * std::sin(p[2] * degree), p[0] * std::cos(p[1] * degree);
  }
  return frame.origin + frame.axes * local;
}

Matrix3d NastranFrames::axes_at(const NastranFrame& frame, const Vector3d& position) {
  if (frame.kind == 'R') return frame.axes;
  const Vector3d local = frame.axes.transpose() * (position - frame.origin);
  const double azimuth = std::atan2(local[1], local[0]);
  const Vector3d outward(std::cos(azimuth), std::sin(azimuth), 0), around(-outward[1], outward[0], 0);
  Matrix3d axes;
  if (frame.kind == 'C') {
    axes << outward, around, Vector3d::UnitZ();
  } else {
    const double polar = std::atan2(std::hypot(local[0], local[1]), local[2]);
    axes << std::sin(polar) * outward + std::cos(polar) * Vector3d::UnitZ(),
        std::cos(polar) * outward - std::sin(polar) * Vector3d::UnitZ(), around;
  }
  return frame.axes * axes;
}

}  // namespace trunnion
