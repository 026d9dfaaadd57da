#pragma once
// mesh/mesh.h -- the mesh that everything starts from: plain data, SI, checked once by validate().

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "trunnion/base/id.h"
#include "trunnion/math/types.h"
#include "trunnion/mesh/cell_type.h"

namespace trunnion {

/// Elements of one type, one column of `nodes` per element. Element numbers run through the blocks in order:
/// the ElementId of column c of block b is first_element(b) + c.
struct ElementBlock {
  CellType type = CellType::tet10;
  Eigen::MatrixXi nodes;             ///< node indices, in the order of cell_type.h
  std::vector<std::int64_t> labels;  ///< the numbers these elements have in the user's file
};

/// One face of one element; `face` counts from 0 in the order of faces(CellType).
struct ElementFace {
  ElementId element;
  int face = 0;
  auto operator<=>(const ElementFace&) const = default;
};

struct ElementRef {
  int block;
  Index column;
};

/// Mesh in SI units. Readers build it, validate() checks it once, nobody changes it afterwards.
struct Mesh {
  Matrix3Xd x;                            ///< node coordinates [m], one column per node
  std::vector<std::int64_t> node_labels;  ///< numbers in the user's file
  std::vector<ElementBlock> blocks;
  std::map<std::string, std::vector<NodeId>> node_sets;        ///< sorted, unique
  std::map<std::string, std::vector<ElementId>> element_sets;  ///< sorted, unique
  std::map<std::string, std::vector<ElementFace>> surfaces;    ///< sorted, unique

  Index num_nodes() const { return x.cols(); }
  Index num_elements() const;
  Index first_element(int block) const;
  ElementRef locate(ElementId element) const;
};

/// Throws InputError naming the first bad entry: index out of range, non-finite coordinate, repeated label, empty mesh.
/// Inverted elements are found by fem's quality check, not here.
void validate(const Mesh& mesh);

/// All nodes of a surface, sorted and unique.
std::vector<NodeId> surface_nodes(const Mesh& mesh, const std::vector<ElementFace>& surface);

/// The outer boundary: faces that belong to exactly one element.
std::vector<ElementFace> boundary_faces(const Mesh& mesh);

/// Nodes called `name`: a node set, or the nodes of a surface, or of an element set. Throws with the nearest name.
std::vector<NodeId> nodes_named(const Mesh& mesh, const std::string& name);

/// Faces called `name`: a surface; or, for a node set, the boundary faces whose nodes all belong to it.
std::vector<ElementFace> faces_named(const Mesh& mesh, const std::string& name);

}  // namespace trunnion
