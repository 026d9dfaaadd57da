#include "trunnion/fe_contact/surface_compliance.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/math/free_memory.h"

namespace trunnion {

SurfaceCompliance::SurfaceCompliance(std::shared_ptr<const ConstrainedSolver> solver, std::vector<int> nodes,
                                     int dimension)
    : solver_(std::move(solver)),
      nodes_(std::move(nodes)),
      dimension_(dimension),
      column_(nodes_.size(), -1),
      unsolved_(Index(nodes_.size())) {}

void SurfaceCompliance::solve_for(const std::vector<int>& places) {
  constexpr std::size_t block = 32;  // nodes at a time: the factor is read once for all their columns
  const Index d = dimension_, size = solver_->system().model->dofs.size;
  check_room(double(d * Index(nodes_.size())) * double(motion_.cols() + d * Index(places.size())) * sizeof(double),
             fmt::format("the compliance of {} nodes of a surface", nodes_.size()),
             "use a coarser mesh there, a smaller surface or end other programs");
  for (std::size_t begin = 0; begin < places.size(); begin += block) {
    const std::size_t count = std::min(block, places.size() - begin);
    MatrixXd loads = MatrixXd::Zero(size, d * Index(count));
    for (std::size_t k = 0; k < count; ++k)
      for (Index axis = 0; axis < d; ++axis)
        loads(d * Index(nodes_[std::size_t(places[begin + k])]) + axis, d * Index(k) + axis) = 1;
    const MatrixXd u = solver_->solve(loads);
    const Index first = motion_.cols();
    motion_.conservativeResize(d * Index(nodes_.size()), first + u.cols());
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      motion_.block(d * Index(n), first, d, u.cols()) = u.middleRows(d * Index(nodes_[n]), d);
    for (std::size_t k = 0; k < count; ++k) column_[std::size_t(places[begin + k])] = first + d * Index(k);
  }
  unsolved_ -= Index(places.size());
}

MatrixXd SurfaceCompliance::among(const std::vector<int>& places) {
  std::vector<int> missing;
  for (const int place : places)
    if (column_[std::size_t(place)] < 0) missing.push_back(place);
  solve_for(missing);
  const Index d = dimension_, n = Index(places.size());
  MatrixXd G(d * n, d * n);
  for (Index k = 0; k < n; ++k)
    for (Index i = 0; i < n; ++i)
      G.block(d * i, d * k, d, d) =
          motion_.block(d * places[std::size_t(i)], column_[std::size_t(places[std::size_t(k)])], d, d);
  return 0.5 * (G + G.transpose());
}

}  // namespace trunnion
