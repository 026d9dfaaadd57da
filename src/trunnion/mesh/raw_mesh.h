#pragma once
// mesh/raw_mesh.h -- a mesh as files tell it: by labels, each entry with its place. link() turns it into indices.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "trunnion/base/error.h"
#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Where an entry stands: a file of the list below and its line (0: unknown, a binary file).
struct Place {
  std::int32_t file = 0;
  std::int32_t line = 0;
};

/// The files that were read (the main one and what it includes).
struct SourceFiles {
  std::vector<std::string> names;
  SourceLocation at(Place place) const { return {names[std::size_t(place.file)], place.line, 0}; }
};

/// Label -> index; a plain table where labels are dense, else a hash.
class LabelIndex {
 public:
  LabelIndex() = default;
  explicit LabelIndex(const std::vector<std::int64_t>& labels);
  int find(std::int64_t label) const;                                ///< -1 where there is none
  std::optional<std::size_t> repeated() const { return repeated_; }  ///< position of the first label met twice

 private:
  std::int64_t lowest_ = 0;
  std::vector<int> table_;
  std::unordered_map<std::int64_t, int> hash_;
  std::optional<std::size_t> repeated_;
};

struct RawBlock {
  CellType type = CellType::tet10;
  std::vector<std::int64_t> labels;
  std::vector<std::int64_t> nodes;  ///< node labels, num_nodes(type) for each element, in the order of cell_type.h
  std::vector<Place> places;
};

struct RawMesh {
  std::vector<std::int64_t> node_labels;
  std::vector<Vector3d> x;  ///< [m]
  std::vector<Place> node_places;
  std::vector<RawBlock> blocks;

  void add_node(std::int64_t label, const Vector3d& position, Place place);
  RawBlock& block(CellType type);  ///< of this type, made when missing
};

struct LinkedMesh {
  Mesh mesh;  ///< without sets
  LabelIndex nodes, elements;
};

/// Throws InputError at the place of a repeated label, an unknown node, or an element that uses a node twice.
LinkedMesh link(const RawMesh& raw, const SourceFiles& files);

/// Sorts and removes what is there twice: the form in which Mesh keeps its sets.
template <class T>
void sort_unique(std::vector<T>& members);

}  // namespace trunnion

#include <algorithm>

template <class T>
void trunnion::sort_unique(std::vector<T>& members) {
  if (!std::is_sorted(members.begin(), members.end())) std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
}
