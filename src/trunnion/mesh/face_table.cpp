#include "trunnion/mesh/face_table.h"

#include <algorithm>
#include <cassert>

namespace trunnion {
namespace {

std::size_t corner_count(const CellFace& face) { return std::size_t(num_corners(face.type)); }

/// Calls visit(key, face) for every face of every element of the dimension.
template <class Visit>
void for_each_face(const Mesh& mesh, int wanted_dimension, const Visit& visit) {
  std::array<int, 4> corners{};
  Index first = 0;
  for (const ElementBlock& block : mesh.blocks) {
    const auto sides = faces(block.type);
    for (Index c = 0; dimension(block.type) == wanted_dimension && c < block.nodes.cols(); ++c)
      for (std::size_t f = 0; f < sides.size(); ++f) {
        const std::size_t n = corner_count(sides[f]);
        for (std::size_t i = 0; i < n; ++i) corners[i] = block.nodes(sides[f].nodes[i], c);
        visit(face_key({corners.data(), n}), ElementFace{ElementId{std::int32_t(first + c)}, int(f)});
      }
    first += block.nodes.cols();
  }
}

}  // namespace

FaceKey face_key(std::span<const int> corners) {
  assert(corners.size() <= 4);
  FaceKey key{-1, -1, -1, -1};
  std::copy(corners.begin(), corners.end(), key.begin());
  std::sort(key.begin(), key.begin() + std::ptrdiff_t(corners.size()));
  return key;
}

FaceTable::FaceTable(const Mesh& mesh, int dimension) : first_(std::size_t(mesh.num_nodes()) + 1, 0) {
  for_each_face(mesh, dimension, [&](const FaceKey& key, const ElementFace&) { ++first_[std::size_t(key[0]) + 1]; });
  for (std::size_t n = 1; n < first_.size(); ++n) first_[n] += first_[n - 1];
  entries_.resize(std::size_t(first_.back()));
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for_each_face(mesh, dimension, [&](const FaceKey& key, const ElementFace& face) {
    entries_[std::size_t(next[std::size_t(key[0])]++)] = {key, face};
  });
  for (std::size_t n = 0; n + 1 < first_.size(); ++n)
    std::sort(entries_.begin() + first_[n], entries_.begin() + first_[n + 1],
              [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.face < b.face; });
}

std::span<const FaceTable::Entry> FaceTable::find(const FaceKey& key) const {
  if (key[0] < 0 || std::size_t(key[0]) + 1 >= first_.size()) return {};
  const auto begin = entries_.begin() + first_[std::size_t(key[0])],
             end = entries_.begin() + first_[std::size_t(key[0]) + 1];
  const auto [low, high] = std::ranges::equal_range(begin, end, key, {}, &Entry::key);
  return {low, high};
}

void face_corners(const Mesh& mesh, const ElementFace& face, std::vector<int>& corners) {
  face_nodes(mesh, face, corners);
  const auto [block, column] = mesh.locate(face.element);
  corners.resize(corner_count(faces(mesh.blocks[std::size_t(block)].type)[std::size_t(face.face)]));
}

void face_nodes(const Mesh& mesh, const ElementFace& face, std::vector<int>& nodes) {
  const auto [b, column] = mesh.locate(face.element);
  const ElementBlock& block = mesh.blocks[std::size_t(b)];
  const CellFace& side = faces(block.type)[std::size_t(face.face)];
  nodes.clear();
  for (const int local : side.nodes) nodes.push_back(block.nodes(local, column));
}

}  // namespace trunnion
