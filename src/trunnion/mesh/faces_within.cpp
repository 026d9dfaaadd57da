#include "trunnion/mesh/faces_within.h"

#include <algorithm>

#include "trunnion/mesh/face_table.h"

namespace trunnion {

std::vector<ElementFace> faces_within(const Mesh& mesh, const std::vector<NodeId>& nodes) {
  std::vector<bool> marked(std::size_t(mesh.num_nodes()), false);
  for (const NodeId node : nodes) marked[std::size_t(node.value)] = true;
  std::vector<ElementFace> inside;
  std::vector<int> of_face;
  for (const ElementFace& face : boundary_faces(mesh)) {
    face_nodes(mesh, face, of_face);
    if (std::all_of(of_face.begin(), of_face.end(), [&](int n) { return marked[std::size_t(n)]; }))
      inside.push_back(face);
  }
  return inside;
}

}  // namespace trunnion
