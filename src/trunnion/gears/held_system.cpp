#include "trunnion/gears/held_system.h"

namespace trunnion {

HeldSystem hold_hub(const FeModel& model) {
  HeldSystem out;
  const Index n = model.dofs.size;
  out.place.assign(std::size_t(n), 0);
  for (const NodeId node : nodes_named(model.file->mesh, "hub"))
    for (int axis = 0; axis < model.dofs.dimension; ++axis)
      out.place[std::size_t(model.dofs.translation(node, axis))] = -1;
  Index free = 0;
  for (Index& place : out.place)
    if (place >= 0) place = free++;
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(std::size_t(model.stiffness_lower.nonZeros()));
  for (Index c = 0; c < n; ++c)
    for (SparseMatrix::InnerIterator it(model.stiffness_lower, c); it; ++it) {
      const Index row = out.place[std::size_t(it.row())], column = out.place[std::size_t(c)];
      if (row >= 0 && column >= 0) entries.emplace_back(int(row), int(column), it.value());
    }
  out.lower.resize(free, free);
  out.lower.setFromTriplets(entries.begin(), entries.end());
  return out;
}

SparseRows motion_rows(const std::vector<MeshPlace>& places, const FeModel& model) {
  const int dimension = model.dofs.dimension;
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t a = 0; a < places[i].nodes.size(); ++a)
      for (int axis = 0; axis < dimension; ++axis)
        entries.emplace_back(int(i) * dimension + axis, places[i].nodes[a] * dimension + axis, places[i].shares[a]);
  SparseRows out(Index(places.size()) * dimension, model.dofs.size);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

SparseRows on_free_dofs(const SparseRows& full, const HeldSystem& held) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index r = 0; r < full.rows(); ++r)
    for (SparseRows::InnerIterator it(full, r); it; ++it)
      if (const Index place = held.place[std::size_t(it.col())]; place >= 0)
        entries.emplace_back(int(r), int(place), it.value());
  SparseRows out(full.rows(), held.lower.rows());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

}  // namespace trunnion
