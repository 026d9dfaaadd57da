#include "trunnion/report/coarser_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>

namespace trunnion {
namespace {

/// Which of the six directions of the axes a node faces; 0 where it has no triangle.
std::vector<std::uint64_t> facing(const Matrix3Xd& x, const DisplaySurface& surface) {
  Matrix3Xd normal = Matrix3Xd::Zero(3, x.cols());
  for (const auto& [a, b, c] : surface.triangles) {
    const Vector3d area = (x.col(b) - x.col(a)).cross(Vector3d(x.col(c) - x.col(a)));
    for (const int node : {a, b, c}) normal.col(node) += area;
  }
  std::vector<std::uint64_t> side(surface.nodes.size());
  for (std::size_t k = 0; k < side.size(); ++k) {
    Index axis = 0;
    const auto n = normal.col(static_cast<Index>(k));
    if (n.cwiseAbs().maxCoeff(&axis) > 0) side[k] = 1 + 2 * static_cast<std::uint64_t>(axis) + (n[axis] < 0 ? 1 : 0);
  }
  return side;
}

/// The group of each node on a grid of this width, numbered as they come; and how many there are.
std::size_t group(const Matrix3Xd& x, const Vector3d& low, const std::vector<std::uint64_t>& side, double width,
                  std::vector<int>& groups) {
  std::unordered_map<std::uint64_t, int> known;
  groups.resize(side.size());
  for (std::size_t k = 0; k < side.size(); ++k) {
    const Vector3d at = (x.col(static_cast<Index>(k)) - low) / width;
    std::uint64_t key = side[k];
    for (Index a = 0; a < 3; ++a) key = key << 20 | static_cast<std::uint64_t>(at[a]);
    groups[k] = known.emplace(key, static_cast<int>(known.size())).first->second;
  }
  return known.size();
}

/// Of each group the node nearest to its middle.
std::vector<int> representatives(const Matrix3Xd& x, const std::vector<int>& groups, std::size_t count) {
  Matrix3Xd middle = Matrix3Xd::Zero(3, static_cast<Index>(count));
  VectorXd members = VectorXd::Zero(static_cast<Index>(count));
  for (std::size_t k = 0; k < groups.size(); ++k) {
    middle.col(groups[k]) += x.col(static_cast<Index>(k));
    members[groups[k]] += 1;
  }
  middle.array().rowwise() /= members.transpose().array();
  std::vector<int> nearest(count, -1);
  std::vector<double> distance(count, std::numeric_limits<double>::infinity());
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const auto g = static_cast<std::size_t>(groups[k]);
    const double d = (x.col(static_cast<Index>(k)) - middle.col(groups[k])).squaredNorm();
    if (d < distance[g]) {
      distance[g] = d;
      nearest[g] = static_cast<int>(k);
    }
  }
  return nearest;
}

/// Sorts what stands behind `first` and leaves each entry once; how many there are in all.
template <class Entry>
std::size_t keep_once(std::vector<Entry>& list, std::size_t first) {
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, list.end());
  list.erase(std::unique(begin, list.end()), list.end());
  return list.size();
}

}  // namespace

DisplaySurface coarser_surface(const Mesh& mesh, const DisplaySurface& fine, std::size_t most_nodes) {
  if (fine.nodes.size() <= most_nodes) return fine;
  const Matrix3Xd x = mesh.x(Eigen::all, fine.nodes);
  const Vector3d low = x.rowwise().minCoeff();
  const double size = (x.rowwise().maxCoeff() - low).maxCoeff();
  const std::vector<std::uint64_t> side = facing(x, fine);
  std::vector<int> groups;
  double width = size / std::sqrt(static_cast<double>(most_nodes));
  std::size_t count = group(x, low, side, width, groups);
  // The number of cells that a surface crosses grows with the square of their number along an edge.
  while (count > most_nodes) {
    width *= std::max(1.05, std::sqrt(static_cast<double>(count) / static_cast<double>(most_nodes)));
    count = group(x, low, side, width, groups);
  }
  DisplaySurface out;
  out.faces = fine.faces;
  for (const int node : representatives(x, groups, count))
    out.nodes.push_back(fine.nodes[static_cast<std::size_t>(node)]);
  const auto at = [&](int node) { return groups[static_cast<std::size_t>(node)]; };
  for (const auto& [a, b, c] : fine.triangles) {
    std::array<int, 3> t{at(a), at(b), at(c)};
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());  // the same way round
    out.triangles.push_back(t);
  }
  keep_once(out.triangles, 0);
  for (std::size_t k = 0; k < fine.edges.size(); ++k) {
    if (k == fine.num_features) out.num_features = keep_once(out.edges, 0);
    const auto [a, b] = std::minmax(at(fine.edges[k][0]), at(fine.edges[k][1]));
    if (a != b) out.edges.push_back({a, b});
  }
  const std::size_t sharp = fine.num_features < fine.edges.size() ? out.num_features : 0;
  const std::size_t all = keep_once(out.edges, sharp);
  if (fine.num_features >= fine.edges.size()) out.num_features = all;
  return out;
}

}  // namespace trunnion
