#include "trunnion/gears/flank_pressure.h"

#include <algorithm>
#include <map>

namespace trunnion {
namespace {

/// Where a layer of a tooth pair touches at a position, or comes closest: how far down the flank, 0 at the tip.
struct Touch {
  double place = 0, pressure = 0, gap = 0;
};

/// By tooth pair and layer.
std::map<std::pair<int, int>, Touch> touches(const MeshPosition& position, double tip, double low, int gear) {
  std::map<std::pair<int, int>, Touch> out;
  for (const LoadedPoint& point : position.points) {
    const Touch here{(tip - point.place.radius[gear]) / (tip - low), point.force > 0 ? point.pressure : 0, point.gap};
    const auto [known, is_new] = out.try_emplace({point.place.tooth_pair, point.place.layer}, here);
    Touch& best = known->second;
    if (here.pressure > best.pressure || (best.pressure == 0 && here.gap < best.gap)) best = here;
  }
  return out;
}

/// Raises the rows between two places to what is met on the way from one to the other.
void raise(MatrixXd& pattern, Index layer, const Touch& from, const Touch& to) {
  const auto rows = double(pattern.rows());
  const auto row_of = [&](double place) { return std::clamp(Index(place * rows), Index(0), pattern.rows() - 1); };
  const auto at = [&](double place) {
    const double way = to.place - from.place;
    const double share = way > 0 ? std::clamp((place - from.place) / way, 0.0, 1.0) : 0.0;
    return from.pressure + share * (to.pressure - from.pressure);
  };
  for (Index row = row_of(from.place); row <= row_of(to.place); ++row) {
    const double upper = std::max(from.place, double(row) / rows), lower = std::min(to.place, double(row + 1) / rows);
    pattern(row, layer) = std::max({pattern(row, layer), at(upper), at(lower)});
  }
}

}  // namespace

VectorXd node_pressure(const FaceContact& c, const MeshPosition& position, bool driver) {
  const FaceCompliance& gear = driver ? *c.driver : *c.driven;
  VectorXd out = VectorXd::Zero(gear.model->file->mesh.num_nodes());
  const Index n = gear.section->nodes_per_flank;
  for (const LoadedPoint& point : position.points) {
    if (!(point.force > 0)) continue;
    const SurfacePoint& at = driver ? point.pair.one : point.pair.two;
    const double most = *std::max_element(at.weights.begin(), at.weights.end());
    for (std::size_t k = 0; k < at.nodes.size(); ++k) {
      const Index tooth = at.nodes[k] / n, place = point.place.layer * n + at.nodes[k] % n;
      const MeshPlace& carries = gear.places[std::size_t(tooth)][std::size_t(place)];
      const double largest = *std::max_element(carries.shares.begin(), carries.shares.end());
      for (std::size_t a = 0; a < carries.nodes.size(); ++a) {
        double& value = out[carries.nodes[a]];
        value = std::max(value, point.pressure * at.weights[k] / most * carries.shares[a] / largest);
      }
    }
  }
  return out;
}

std::vector<ContactLine> contact_lines(const FaceContact& c, const MeshPosition& position) {
  std::map<int, VectorXd> lines;
  for (const LoadedPoint& point : position.points) {
    if (!(point.force > 0)) continue;
    VectorXd& line = lines.try_emplace(point.place.tooth_pair, VectorXd::Zero(c.driver->layers())).first->second;
    line[point.place.layer] = std::max(line[point.place.layer], point.pressure);
  }
  std::vector<ContactLine> out;
  for (auto& [pair, line] : lines) out.push_back({pair, std::move(line)});
  return out;
}

VectorXd pattern_radii(const FaceContact& c, bool driver, Index rows) {
  const GearGeometry& g = driver ? c.section.one : c.section.two;
  const GearGrid& grid = (driver ? c.section.driver : c.section.driven)->grid;
  return VectorXd::LinSpaced(rows + 1, radius_at(g, tangent_at_arc(g, grid.tip_arc)),
                             radius_at(g, tangent_at_arc(g, grid.low_arc)));
}

MatrixXd contact_pattern(const FaceContact& c, const MeshCycle& cycle, bool driver, Index rows) {
  const VectorXd ends = pattern_radii(c, driver, 1);
  std::vector<std::vector<Touch>> way(std::size_t(c.driver->layers()));
  for (const MeshPosition& position : cycle.positions)
    for (const auto& [of, touch] : touches(position, ends[0], ends[1], driver ? 0 : 1))
      way[std::size_t(of.second)].push_back(touch);
  MatrixXd out = MatrixXd::Zero(rows, c.driver->layers());
  for (std::size_t layer = 0; layer < way.size(); ++layer) {
    std::vector<Touch>& down = way[layer];
    std::sort(down.begin(), down.end(), [](const Touch& a, const Touch& b) { return a.place < b.place; });
    for (std::size_t k = 0; k < down.size(); ++k)
      raise(out, Index(layer), down[k], down[std::min(k + 1, down.size() - 1)]);
  }
  return out;
}

}  // namespace trunnion
