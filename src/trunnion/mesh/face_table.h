#pragma once
// mesh/face_table.h -- which element faces lie on a given set of corner nodes. Built once in linear time: faces are
// bucketed by their smallest corner, so that a look-up compares a handful of candidates only.

#include <array>
#include <span>
#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Corner nodes of a face in ascending order; -1 fills up the short ones (edges, triangles).
using FaceKey = std::array<int, 4>;
FaceKey face_key(std::span<const int> corners);

class FaceTable {
 public:
  /// Faces of all elements of this dimension (3: faces of solids, 2: edges of plane cells).
  FaceTable(const Mesh& mesh, int dimension);

  struct Entry {
    FaceKey key;
    ElementFace face;
  };
  /// Faces on exactly these corners: none, one (boundary) or two (inside).
  std::span<const Entry> find(const FaceKey& key) const;
  /// All faces, ordered by key, equal keys side by side.
  std::span<const Entry> entries() const { return entries_; }

 private:
  std::vector<int> first_;  ///< entries of the faces with smallest corner n: first_[n] to first_[n + 1]
  std::vector<Entry> entries_;
};

/// Corner nodes of a face as node indices of the mesh, counter-clockwise seen from outside.
void face_corners(const Mesh& mesh, const ElementFace& face, std::vector<int>& corners);
/// All nodes of a face, corners first.
void face_nodes(const Mesh& mesh, const ElementFace& face, std::vector<int>& nodes);

}  // namespace trunnion
