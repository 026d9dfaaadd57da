#include "trunnion/mesh/raw_mesh.h"

#include <fmt/format.h>

namespace trunnion {
namespace {

void check_labels(const LabelIndex& index, const std::vector<std::int64_t>& labels, const std::vector<Place>& places,
                  const SourceFiles& files, const char* what) {
  if (const auto again = index.repeated()) {
    const auto first = std::size_t(index.find(labels[*again]));
    throw InputError(files.at(places[*again]), fmt::format("{} {} is defined again (first in {}); each number may be "
                                                           "used once",
                                                           what, labels[*again], files.at(places[first]).text()));
  }
}

Eigen::MatrixXi linked_nodes(const RawBlock& raw, const LabelIndex& nodes, const SourceFiles& files) {
  const int rows = num_nodes(raw.type);
  Eigen::MatrixXi columns(rows, Index(raw.labels.size()));
  for (std::size_t c = 0; c < raw.labels.size(); ++c) {
    int* column = columns.data() + c * std::size_t(rows);
    for (int i = 0; i < rows; ++i) {
      const std::int64_t label = raw.nodes[c * std::size_t(rows) + std::size_t(i)];
      column[i] = nodes.find(label);
      if (column[i] < 0)
        throw InputError(files.at(raw.places[c]), fmt::format("element {} ({}) uses node {}, which is not defined",
                                                              raw.labels[c], name(raw.type), label));
      if (std::find(column, column + i, column[i]) != column + i)
        throw InputError(files.at(raw.places[c]),
                         fmt::format("element {} ({}) uses node {} twice; give it {} different nodes", raw.labels[c],
                                     name(raw.type), label, rows));
    }
  }
  return columns;
}

}  // namespace

LabelIndex::LabelIndex(const std::vector<std::int64_t>& labels) {
  if (labels.empty()) return;
  const auto [low, high] = std::minmax_element(labels.begin(), labels.end());
  lowest_ = *low;
  const double span = double(*high) - double(*low);
  const bool dense = span < 4 * double(labels.size()) + 1000;
  if (dense) {
    table_.assign(std::size_t(span) + 1, -1);
  } else {
    hash_.reserve(labels.size());
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    int& slot = dense ? table_[std::size_t(labels[i] - lowest_)] : hash_.try_emplace(labels[i], -1).first->second;
    if (slot < 0) {
      slot = int(i);
    } else if (!repeated_) {
      repeated_ = i;
    }
  }
}

int LabelIndex::find(std::int64_t label) const {
  if (!hash_.empty()) {
    const auto found = hash_.find(label);
    return found == hash_.end() ? -1 : found->second;
  }
  if (label < lowest_ || label - lowest_ >= std::int64_t(table_.size())) return -1;
  return table_[std::size_t(label - lowest_)];
}

void RawMesh::add_node(std::int64_t label, const Vector3d& position, Place place) {
  node_labels.push_back(label);
  x.push_back(position);
  node_places.push_back(place);
}

RawBlock& RawMesh::block(CellType type) {
  for (RawBlock& candidate : blocks)
    if (candidate.type == type) return candidate;
  blocks.push_back({type, {}, {}, {}});
  return blocks.back();
}

LinkedMesh link(const RawMesh& raw, const SourceFiles& files) {
  LinkedMesh linked;
  Mesh& mesh = linked.mesh;
  mesh.node_labels = raw.node_labels;
  mesh.x.resize(3, Index(raw.x.size()));
  for (std::size_t n = 0; n < raw.x.size(); ++n) mesh.x.col(Index(n)) = raw.x[n];
  linked.nodes = LabelIndex(raw.node_labels);
  check_labels(linked.nodes, raw.node_labels, raw.node_places, files, "node");

  std::vector<std::int64_t> labels;
  std::vector<Place> places;
  for (const RawBlock& block : raw.blocks) {
    mesh.blocks.push_back({block.type, linked_nodes(block, linked.nodes, files), block.labels});
    labels.insert(labels.end(), block.labels.begin(), block.labels.end());
    places.insert(places.end(), block.places.begin(), block.places.end());
  }
  linked.elements = LabelIndex(labels);
  check_labels(linked.elements, labels, places, files, "element");
  return linked;
}

}  // namespace trunnion
