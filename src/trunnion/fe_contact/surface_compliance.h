#pragma once
// fe_contact/surface_compliance.h -- how the nodes of a surface yield under forces on some of them, supports held: the
// surface block of K^-1, solved for node by node as contact reaches them.

#include <memory>
#include <vector>

#include "trunnion/fem/constrained_solver.h"

namespace trunnion {

class SurfaceCompliance {
 public:
  /// nodes: of the mesh, those of the surface; dimension: 2 or 3 dofs a node.
  SurfaceCompliance(std::shared_ptr<const ConstrainedSolver> solver, std::vector<int> nodes, int dimension);

  /// Compliance among these nodes (numbers in the surface), dimension * place + axis [m/N]. Symmetric.
  MatrixXd among(const std::vector<int>& places);

  Index solved() const { return Index(column_.size()) - unsolved_; }  ///< nodes solved for so far

 private:
  void solve_for(const std::vector<int>& places);
  std::shared_ptr<const ConstrainedSolver> solver_;
  std::vector<int> nodes_;
  int dimension_;
  std::vector<Index> column_;  ///< of the first column of a node in motion_; -1: not solved for
  Index unsolved_;
  MatrixXd motion_;  ///< of all nodes of the surface, one column per unit force
};

}  // namespace trunnion
