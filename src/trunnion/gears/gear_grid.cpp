#include "trunnion/gears/gear_grid.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <map>

#include "trunnion/base/error.h"
#include "trunnion/gears/graded_spacing.h"

namespace trunnion {
namespace {

/// One tooth along +x: grids [v][u] of tooth (u from the counter-clockwise flank across, v from root to tip) and rim (u
/// from mid-space to mid-space, v from hub to root).
struct ToothGrids {
  std::vector<Polyline> tooth, rim;
  std::size_t flank_steps = 0;
  std::size_t below = 0;  ///< steps from mid-space to the foot of the tooth
};

Polyline mirrored(Polyline line) {
  for (Vector2d& x : line) x.y() = -x.y();
  return line;
}

/// What loaded teeth and those out of mesh differ in [m].
struct SurfaceSizes {
  double flank = 0;
  double along_root = 0;  ///< largest, down to the middle of the fillet
  double below = 0;       ///< from there to mid-space
};

/// The flank from tip to the middle of the fillet: equal steps as far as it carries load, growing ones below.
Polyline flank_line(const GearGeometry& g, const ToothRoot& root, const GearGridOptions& o, const SurfaceSizes& sizes,
                    std::size_t& flank_steps) {
  const double h = sizes.flank;
  const double top = arc_length(g, g.tip_tangent), low = arc_length(g, o.low_tangent);
  flank_steps = std::max<std::size_t>(4, std::size_t(std::lround(std::abs(top - low) / h)));
  Polyline line, rest;
  for (std::size_t i = 0; i <= flank_steps; ++i)
    line.push_back(flank_point(g, tangent_at_arc(g, top + (low - top) * double(i) / double(flank_steps))).x);
  constexpr int samples = 60;
  const double form = arc_length(g, root.form_tangent);
  for (int i = 0; i < samples; ++i)
    rest.push_back(flank_point(g, tangent_at_arc(g, low + (form - low) * i / samples)).x);
  rest.insert(rest.end(), root.points.begin(), root.points.begin() + std::ptrdiff_t(root.turn) + 1);
  const std::vector<double> arc = arc_lengths(rest);
  constexpr double growth = 1.15;
  const std::vector<double> steps = graded_spacing(growth * h, arc.back(), growth, sizes.along_root);
  for (std::size_t i = 1; i < steps.size(); ++i) line.push_back(point_at(rest, arc, steps[i]));
  return line;
}

ToothGrids tooth_grids(const Gear& gear, const GearGeometry& g, const ToothRoot& root, const GearGridOptions& o,
                       const SurfaceSizes& sizes) {
  ToothGrids out;
  Polyline left = flank_line(g, root, o, sizes, out.flank_steps);
  std::reverse(left.begin(), left.end());
  const Vector2d foot = left.front();
  const std::vector<double> across = graded_spacing(sizes.flank, 2 * foot.y(), o.growth, o.bulk_size);
  // The foot of the tooth is an arc that bulges into the rim; it meets the fillets squarely where there is room.
  const double rim = std::abs(foot.norm() - gear.hub_radius);
  const double bulge = std::min((std::sqrt(2.0) - 1) * foot.y(), 0.3 * rim);
  const double half = 2 * std::atan(bulge / foot.y()), radius = foot.y() / std::sin(half);
  Polyline bottom, top;
  for (const double x : across) {
    const double share = 1 - 2 * x / across.back();
    bottom.emplace_back(foot.x() + g.sign * radius * (std::cos(half) - std::cos(half * share)),
                        radius * std::sin(half * share));
    const double angle = half_angle(g, g.tip) * share;
    top.emplace_back(g.tip * std::cos(angle), g.tip * std::sin(angle));
  }
  bottom.front() = foot;
  bottom.back() = {foot.x(), -foot.y()};
  top.front() = left.back();
  top.back() = {left.back().x(), -left.back().y()};
  out.tooth = transfinite_grid(bottom, top, left, mirrored(left));

  const Polyline below(root.points.begin() + std::ptrdiff_t(root.turn), root.points.end());
  out.below = std::max<std::size_t>(4, std::size_t(std::ceil(arc_lengths(below).back() / sizes.below)));
  Polyline side = resampled(below, out.below);  // foot to mid-space
  side.front() = foot;
  const double cut = 0.5 * g.tooth_angle;
  side.back() = Vector2d(g.root * std::cos(cut), g.root * std::sin(cut));
  Polyline upper(side.rbegin(), side.rend());
  upper.insert(upper.end(), bottom.begin() + 1, bottom.end() - 1);
  const Polyline other = mirrored(side);
  upper.insert(upper.end(), other.begin(), other.end());
  const std::vector<double> arc = arc_lengths(upper);
  Polyline hub, edge;
  for (const double a : arc) {
    const double angle = cut * (1 - 2 * a / arc.back());
    hub.emplace_back(gear.hub_radius * std::cos(angle), gear.hub_radius * std::sin(angle));
  }
  const double depth = std::abs(g.root - gear.hub_radius);
  const double first = o.root_size > 0 ? std::min(0.8 * o.bulk_size, o.root_size) : 0.8 * o.bulk_size;
  const std::vector<double> radial = graded_spacing(first, depth, 1.12, o.rim_size);
  for (auto x = radial.rbegin(); x != radial.rend(); ++x) {
    const double r = g.root - g.sign * *x;
    edge.emplace_back(r * std::cos(cut), r * std::sin(cut));
  }
  edge.front() = hub.front();
  edge.back() = upper.front();
  out.rim = transfinite_grid(hub, upper, edge, mirrored(edge));
  return out;
}

/// Numbers the nodes of all teeth; neighbors share the radial cut between them, tooth and rim share the foot.
class RingBuilder {
 public:
  RingBuilder(int teeth, int modelled, bool clockwise)
      : teeth_(teeth), closed_(modelled == teeth), clockwise_(clockwise) {}

  /// Nodes of the loaded flank, tip first.
  FlankNodes add(int tooth, double turn, const ToothGrids& grids) {
    const Eigen::Rotation2Dd R(turn);
    const std::size_t rows = grids.rim.size(), columns = grids.rim[0].size();
    std::vector<std::vector<int>> rim(rows, std::vector<int>(columns)), upper = shape(grids.tooth);
    std::vector<int>& ahead = cut(tooth);
    std::vector<int>& behind = cut(tooth - 1);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        int known = -1;
        if (j == 0 && ahead.size() == rows) known = ahead[i];
        if (j + 1 == columns && behind.size() == rows) known = behind[i];
        rim[i][j] = known >= 0 ? known : node(R * grids.rim[i][j]);
      }
    if (ahead.empty())
      for (const auto& row : rim) ahead.push_back(row.front());
    if (behind.empty())
      for (const auto& row : rim) behind.push_back(row.back());
    hub.insert(hub.end(), rim[0].begin(), rim[0].end());
    for (std::size_t i = 0; i < upper.size(); ++i)
      for (std::size_t j = 0; j < upper[i].size(); ++j)
        upper[i][j] = i == 0 ? rim.back()[grids.below + j] : node(R * grids.tooth[i][j]);
    add_quads(rim);
    add_quads(upper);
    FlankNodes flank{clockwise_ ? -tooth : tooth, {}, {}, {}, {}};  // mirrored, the teeth run the other way round
    constexpr std::size_t layers = 3;
    for (std::size_t i = 0; i <= grids.flank_steps; ++i) {
      const std::vector<int>& row = upper[upper.size() - 1 - i];
      flank.nodes.push_back(row.front());
      flank.deep.push_back({{row[std::min(layers, row.size() - 1)]}, {1.0}});
    }
    for (std::size_t i = grids.flank_steps; i < upper.size(); ++i)
      flank.root.push_back(upper[upper.size() - 1 - i].front());
    for (std::size_t j = grids.below; j-- > 0;) flank.root.push_back(rim.back()[j]);
    return flank;
  }

  Mesh mesh() {
    Mesh out;
    out.x.resize(3, Index(x_.size()));
    for (std::size_t i = 0; i < x_.size(); ++i) {
      out.x.col(Index(i)) << x_[i].x(), clockwise_ ? -x_[i].y() : x_[i].y(), 0;
      out.node_labels.push_back(std::int64_t(i) + 1);
    }
    ElementBlock block;
    block.type = CellType::quad4;
    block.nodes.resize(4, Index(quads_.size()));
    for (std::size_t e = 0; e < quads_.size(); ++e) {
      const auto& q = quads_[e];
      const auto at = [&](int k) -> Vector2d { return out.x.col(q[std::size_t(k)]).head<2>(); };
      const Vector2d a = at(2) - at(0), b = at(3) - at(1);
      const bool turned = a.x() * b.y() - a.y() * b.x() < 0;
      for (int k = 0; k < 4; ++k) block.nodes(k, Index(e)) = q[std::size_t(turned ? 3 - k : k)];
      block.labels.push_back(std::int64_t(e) + 1);
    }
    out.blocks.push_back(std::move(block));
    std::sort(hub.begin(), hub.end());
    hub.erase(std::unique(hub.begin(), hub.end()), hub.end());
    for (const int n : hub) out.node_sets["hub"].push_back(NodeId{n});
    return out;
  }

 private:
  static std::vector<std::vector<int>> shape(const std::vector<Polyline>& grid) {
    return std::vector<std::vector<int>>(grid.size(), std::vector<int>(grid[0].size()));
  }
  int node(const Vector2d& x) {
    x_.push_back(x);
    return int(x_.size()) - 1;
  }
  std::vector<int>& cut(int tooth) { return cuts_[closed_ ? (tooth % teeth_ + teeth_) % teeth_ : tooth]; }
  void add_quads(const std::vector<std::vector<int>>& ids) {
    for (std::size_t i = 0; i + 1 < ids.size(); ++i)
      for (std::size_t j = 0; j + 1 < ids[i].size(); ++j)
        quads_.push_back({ids[i][j], ids[i][j + 1], ids[i + 1][j + 1], ids[i + 1][j]});
  }

  int teeth_;
  bool closed_, clockwise_;
  std::vector<int> hub;
  std::vector<Vector2d> x_;
  std::vector<std::array<int, 4>> quads_;
  std::map<int, std::vector<int>> cuts_;  ///< by the tooth behind the cut: nodes from hub to root
};

}  // namespace

const FlankNodes& flank_of(const GearGrid& grid, int tooth) {
  const int count = int(grid.flanks.size()), first = grid.flanks.front().tooth;
  return grid.flanks[std::size_t(((tooth - first) % count + count) % count)];
}

std::vector<MeshPlace> flank_places(const GearGrid& grid, const FlankNodes& flank, Index n) {
  const auto own = Index(flank.nodes.size());
  std::vector<MeshPlace> out;
  for (Index k = 0; k < n; ++k) {
    double x = double(k) * double(own - 1) / double(n - 1);
    if (!flank.arc.empty()) {
      const double arc = arc_of_place(grid, k, n), sense = grid.low_arc < grid.tip_arc ? -1 : 1;
      const auto after =
          std::find_if(flank.arc.begin(), flank.arc.end(), [&](double a) { return sense * (a - arc) > 0; });
      const Index j = std::clamp<Index>(after - flank.arc.begin(), 1, own - 1);
      const double from = flank.arc[std::size_t(j - 1)], to = flank.arc[std::size_t(j)];
      x = double(j - 1) + std::clamp((arc - from) / (to - from), 0.0, 1.0);
    }
    const Index i = std::min(Index(x), own - 2);
    out.push_back(
        {{flank.nodes[std::size_t(i)], flank.nodes[std::size_t(i + 1)]}, {1 - (x - double(i)), x - double(i)}});
  }
  return out;
}

GearGrid gear_grid(const Gear& gear, const GearGeometry& g, const GearGridOptions& o) {
  const ToothRoot root = tooth_root(gear, g);
  if (std::abs(g.root - gear.hub_radius) < 0.2 * g.module)
    throw InputError(
        fmt::format("gear '{}': its rim between hub radius {:.4g} mm and root radius {:.4g} mm is thinner "
                    "than a fifth of the module; such rims are not meshed",
                    gear.name, 1e3 * gear.hub_radius, 1e3 * g.root));
  const int modelled = o.modelled_teeth > 0 ? std::min(o.modelled_teeth, gear.teeth) : gear.teeth;
  const SurfaceSizes idle{std::max(o.flank_size, o.idle_size), o.bulk_size, o.bulk_size / 1.6};
  SurfaceSizes loaded_teeth{o.flank_size, o.bulk_size, idle.below};
  if (o.root_size > 0) loaded_teeth.along_root = loaded_teeth.below = std::min(idle.below, o.root_size);
  const ToothGrids fine = tooth_grids(gear, g, root, o, loaded_teeth);
  const ToothGrids coarse = tooth_grids(gear, g, root, o, idle);
  RingBuilder ring(gear.teeth, modelled, o.clockwise);
  GearGrid out;
  const int first = -((modelled - 1) / 2);
  for (int t = first; t < first + modelled; ++t) {
    const bool loaded = std::abs(t) <= o.loaded_teeth / 2;
    out.flanks.push_back(ring.add(t, t * g.tooth_angle, loaded ? fine : coarse));
  }
  std::sort(out.flanks.begin(), out.flanks.end(), [](const auto& a, const auto& b) { return a.tooth < b.tooth; });
  out.mesh = ring.mesh();
  out.tip_arc = arc_length(g, g.tip_tangent);
  out.low_arc = arc_length(g, o.low_tangent);
  out.cyclic = modelled == gear.teeth;
  out.clockwise = o.clockwise;
  return out;
}

}  // namespace trunnion
