#pragma once
// Matrices whose eigenvalues are known in closed form.

#include "trunnion/math/types.h"

namespace trunnion {

/// n unit masses between walls, joined by unit springs: eigenvalues 4 sin^2(k pi / (2 (n+1))), k = 1..n.
SparseMatrix fixed_chain(Index n);

/// The same without walls: eigenvalues 4 sin^2(k pi / (2 n)), k = 0..n-1.
SparseMatrix free_chain(Index n);

/// Five- and seven-point Laplacian with walls all round, `copies` unknowns a point (interleaved, coupled so that they
/// are neighbours without changing the eigenvalues: each is multiplied by `copies`-fold degeneracy). Eigenvalues are
/// sums of three chain values.
SparseMatrix grid_laplacian(Index nx, Index ny, Index nz, Index copies);

/// Eigenvalues of grid_laplacian, ascending, every copy counted.
VectorXd grid_eigenvalues(Index nx, Index ny, Index nz, Index copies);

}  // namespace trunnion
