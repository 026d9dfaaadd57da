#pragma once
// fem/constrained_system.h -- supports, couplings and loose parts taken care of once, for statics, modes and reduction.
//
// Supports, held interfaces and rigid couplings are eliminated exactly; the motion of an averaged coupling's reference
// node is read off its patch. What cannot be eliminated without filling the matrix stays as rows C:
//   u = T u_r + T_g g,    T^T K T u_r + C^T lambda = T^T (f - K T_g g),    C u_r = d              (theory/math.md, 4.1)
// with g the given motions (supports and held nodes). K_r = T^T K T may be singular: its null space R, the rigid
// motions of parts that only rows hold or nothing holds, is known from kinematics. See constrained_solver.h for the
// solution.

#include <memory>
#include <string>
#include <vector>

#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/loads.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/sparse_product.h"

namespace trunnion {

/// A piece of the model that moves as one when rigid: elements joined by common nodes, or a node on its own.
struct RigidPart {
  NodeId first_node;
  Index num_nodes = 0, num_elements = 0;
  std::string element_set;             ///< a set that is exactly this part, if there is one
  Vector3d center = Vector3d::Zero();  ///< [m]
  double radius = 1;                   ///< scales rotations: a column of 1/radius rad moves the rim by one [m]
};

/// The model with its supports and held interfaces, before any factorisation. The model must outlive it.
struct ConstrainedSystem {
  const FeModel* model = nullptr;
  RowSparse expand;                      ///< T, full dofs x free unknowns
  std::vector<Index> free_dof;           ///< the full dof that each free unknown is
  RowSparse given;                       ///< T_g, full dofs x given motions
  std::vector<Index> given_dof;          ///< the full dof that each given motion prescribes: supports, then held nodes
  VectorXd prescribed;                   ///< values of g; 0 for held nodes [m, rad]
  Index num_held = 0;                    ///< the last columns of `given`
  SparseMatrix rows;                     ///< C^T before elimination, full dofs x rows
  VectorXd row_value;                    ///< d before elimination
  std::vector<Index> row_dof;            ///< the supported dof a row stands for, -1 for couplings
  std::vector<Index> without_stiffness;  ///< dofs left out: neither stiffness nor mass nor coupling reaches them
  std::vector<RigidPart> parts;
  MatrixXd null_motion;  ///< rigid coefficients of the null space: six (plane: three) per part x null vectors
  MatrixXd null_space;   ///< R, free unknowns x null vectors

  Index size() const { return expand.cols(); }
};

/// `held`: nodes whose dofs (three, or six for reference and beam nodes) are prescribed from outside: the kept
/// interfaces of a reduction, in this order. Rigid and averaged reference nodes and ordinary nodes may be mixed.
std::shared_ptr<const ConstrainedSystem> constrain(const FeModel& model, const std::vector<Support>& supports,
                                                   const std::vector<NodeId>& held = {});

/// T^T A T for a symmetric matrix on the full dofs, lower triangles in and out. Unknowns in `pinned` keep only a one on
/// the diagonal.
SparseMatrix eliminate(const ConstrainedSystem& system, const SparseMatrix& full_lower,
                       const std::vector<Index>& pinned = {});

/// As many unknowns as R has columns, chosen so that fixing them stops every motion of R.
std::vector<Index> determinate_unknowns(const MatrixXd& null_space);

/// "part 'hub' (4 210 elements around (0, 0, 0.1) m) can move along x and turn about x", one clause per loose part.
/// `motion`: columns of rigid coefficients as in ConstrainedSystem::null_motion.
std::string describe_motion(const ConstrainedSystem& system, const MatrixXd& motion);

/// "node 17, x displacement"
std::string describe_dof(const FeModel& model, Index dof);

/// Eigenvalues omega^2 of the constrained pencil below `lambda`, loose motions included, counted by Sylvester's law of
/// inertia (one factorisation of K - lambda M; drop other large factors first).
Index count_eigenvalues_below(const ConstrainedSystem& system, double lambda);

/// Symbolic cost of the factorisation that a ConstrainedSolver would do.
FactorCost estimate_cost(const ConstrainedSystem& system);

}  // namespace trunnion
