#include "trunnion/report/still_picture.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "trunnion/report/color_map.h"
#include "trunnion/report/png.h"
#include "trunnion/report/scene_pack.h"
#include "trunnion/report/surface.h"

namespace trunnion {
namespace {

/// Rows: right, up and towards the viewer, for a look from azimuth -60 degrees and elevation 25 degrees with z up.
Matrix3d view_axes() {
  const double azimuth = -M_PI / 3, elevation = 25 * M_PI / 180;
  const Vector3d towards(std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                         std::sin(elevation));
  const Vector3d right = Vector3d::UnitZ().cross(towards).normalized();
  Matrix3d axes;
  axes << right.transpose(), towards.cross(right).transpose(), towards.transpose();
  return axes;
}

struct Range {
  double low = 0, high = 0;
  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// A body ready to draw: screen positions and colour coordinate of every node of its surface.
struct Projected {
  DisplaySurface surface;
  Matrix3Xd x;     ///< right, up, towards the viewer [m]
  VectorXd value;  ///< NaN: no colour
};

Projected project(const SceneBody& body, const BodyFrame& state, const StillOptions& options) {
  Projected out{display_surface(*body.mesh), {}, {}};
  Matrix3Xd x = body.mesh->x;
  if (state.displacement.size() != 0) x += options.scale * state.displacement;
  x = (state.rotation * x).colwise() + state.translation;
  const Matrix3Xd seen = x(Eigen::all, out.surface.nodes);  // a product would copy the list of nodes for every entry
  out.x = view_axes() * seen;
  out.value = VectorXd::Constant(out.x.cols(), std::numeric_limits<double>::quiet_NaN());
  for (const ShownField& shown : shown_fields(state))
    if (shown.name == options.field) out.value = shown_values(state.fields[shown.source], shown.row)(out.surface.nodes);
  return out;
}

struct Canvas {
  int width, height;
  std::vector<float> depth;
  std::vector<std::uint8_t> rgba;
  Canvas(int w, int h)
      : width(w),
        height(h),
        depth(std::size_t(w) * std::size_t(h), -std::numeric_limits<float>::infinity()),
        rgba(4 * std::size_t(w) * std::size_t(h), 0) {}
};

Rgb color_of(double value, const Range& range) {
  if (!std::isfinite(value)) return {178, 186, 196};
  const bool is_signed = range.low < 0;
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  const double t = is_signed ? (value + size) / (2 * size) : value / size;
  const ColorMap& map = is_signed ? signed_map() : magnitude_map();
  return map[static_cast<std::size_t>(std::lround(255 * std::clamp(size > 0 ? t : 0.0, 0.0, 1.0)))];
}

/// Fills one triangle with barycentric depth and value; light changes brightness by 15 % at most.
void fill(Canvas& canvas, const std::array<Vector3d, 3>& p, const std::array<double, 3>& value, const Range& range) {
  const double area = (p[1] - p[0]).head<2>().x() * (p[2] - p[0]).y() - (p[1] - p[0]).y() * (p[2] - p[0]).x();
  if (area == 0) return;
  const Vector3d normal = (p[1] - p[0]).cross(p[2] - p[0]).normalized();
  const double light = 0.85 + 0.15 * std::abs(normal.dot(Vector3d(0.3, -0.4, 0.86)));
  const auto [low_x, high_x] = std::minmax({p[0].x(), p[1].x(), p[2].x()});
  const auto [low_y, high_y] = std::minmax({p[0].y(), p[1].y(), p[2].y()});
  for (int y = std::max(0, int(std::ceil(low_y - 0.5))); y <= std::min(canvas.height - 1, int(high_y - 0.5)); ++y)
    for (int x = std::max(0, int(std::ceil(low_x - 0.5))); x <= std::min(canvas.width - 1, int(high_x - 0.5)); ++x) {
      const Vector3d q(x + 0.5, y + 0.5, 0);
      const auto side = [&](std::size_t a, std::size_t b) {
        return ((p[b].x() - p[a].x()) * (q.y() - p[a].y()) - (p[b].y() - p[a].y()) * (q.x() - p[a].x())) / area;
      };
      const std::array<double, 3> weight{side(1, 2), side(2, 0), side(0, 1)};
      if (weight[0] < 0 || weight[1] < 0 || weight[2] < 0) continue;
      const auto depth = float(weight[0] * p[0].z() + weight[1] * p[1].z() + weight[2] * p[2].z());
      const std::size_t at = std::size_t(y) * std::size_t(canvas.width) + std::size_t(x);
      if (depth <= canvas.depth[at]) continue;
      canvas.depth[at] = depth;
      const Rgb color = color_of(weight[0] * value[0] + weight[1] * value[1] + weight[2] * value[2], range);
      for (std::size_t c = 0; c < 3; ++c) canvas.rgba[4 * at + c] = std::uint8_t(std::lround(light * color[c]));
      canvas.rgba[4 * at + 3] = 255;
    }
}

/// Averages 2 x 2 pixels: smooth outlines.
std::vector<std::uint8_t> halved(const Canvas& canvas) {
  const int width = canvas.width / 2, height = canvas.height / 2;
  std::vector<std::uint8_t> out(4 * std::size_t(width) * std::size_t(height));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::array<int, 4> sum{};
      for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
        const std::size_t at = 4 * (std::size_t(2 * y + dy) * std::size_t(canvas.width) + std::size_t(2 * x + dx));
        const int alpha = canvas.rgba[at + 3];
        for (std::size_t c = 0; c < 3; ++c) sum[c] += alpha == 0 ? 0 : canvas.rgba[at + c];
        sum[3] += alpha / 255;
      }
      const std::size_t to = 4 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
      for (std::size_t c = 0; c < 3; ++c) out[to + c] = std::uint8_t(sum[3] > 0 ? sum[c] / sum[3] : 0);
      out[to + 3] = std::uint8_t(sum[3] * 255 / 4);
    }
  return out;
}

}  // namespace

std::vector<std::uint8_t> still_picture(const Scene& scene, const StillOptions& options) {
  std::vector<Projected> bodies;
  Range range;
  const std::vector<BodyFrame> rest(scene.bodies.size());
  const std::vector<BodyFrame>& states = scene.frames.empty() ? rest : scene.frames[options.frame].bodies;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    bodies.push_back(project(scene.bodies[b], states[b], options));
    for (const double value : bodies.back().value) range.include(value);
  }
  Vector3d low = Vector3d::Constant(std::numeric_limits<double>::infinity());
  Vector3d high = -low;
  for (const Projected& body : bodies) {
    if (body.x.cols() == 0) continue;
    low = low.cwiseMin(body.x.rowwise().minCoeff());
    high = high.cwiseMax(body.x.rowwise().maxCoeff());
  }
  Canvas canvas(2 * options.width, 2 * options.height);
  const Vector3d size = (high - low).cwiseMax(1e-300);
  const double zoom = 0.86 * std::min(canvas.width / size.x(), canvas.height / size.y());
  const Vector3d middle = (low + high) / 2;
  for (const Projected& body : bodies)
    for (const auto& triangle : body.surface.triangles) {
      std::array<Vector3d, 3> p;
      std::array<double, 3> value{};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vector3d at = zoom * (body.x.col(triangle[k]) - middle);
        p[k] = Vector3d(canvas.width / 2.0 + at.x(), canvas.height / 2.0 - at.y(), at.z());
        value[k] = body.value[triangle[k]];
      }
      fill(canvas, p, value, range);
    }
  return png_rgba(halved(canvas), options.width, options.height);
}

double suggested_scale(const Scene& scene) {
  if (scene.kind == SceneKind::time) return 1;
  double largest = 0;
  Vector3d low = Vector3d::Constant(std::numeric_limits<double>::infinity());
  Vector3d high = -low;
  for (const SceneBody& body : scene.bodies) {
    if (body.mesh->num_nodes() == 0) continue;
    low = low.cwiseMin(body.mesh->x.rowwise().minCoeff());
    high = high.cwiseMax(body.mesh->x.rowwise().maxCoeff());
  }
  for (const Frame& frame : scene.frames)
    for (const BodyFrame& state : frame.bodies)
      if (state.displacement.size() != 0)
        largest = std::max(largest, std::sqrt(state.displacement.colwise().squaredNorm().maxCoeff()));
  const double wanted = 0.07 * (high - low).norm();
  if (!(largest > 0) || !(wanted > largest)) return 1;
  const double ratio = wanted / largest;
  const double decade = std::pow(10, std::floor(std::log10(ratio)));
  return decade * (ratio >= 5 * decade ? 5 : ratio >= 2 * decade ? 2 : 1);
}

}  // namespace trunnion
