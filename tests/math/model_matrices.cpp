#include "math/model_matrices.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace trunnion {
namespace {

SparseMatrix from_triplets(Index n, const std::vector<Eigen::Triplet<double>>& entries) {
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

SparseMatrix chain(Index n, double end_stiffness) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, i, (i == 0 ? end_stiffness : 1) + (i == n - 1 ? end_stiffness : 1));
    if (i + 1 < n) entries.emplace_back(i + 1, i, -1);
  }
  return from_triplets(n, entries);
}

double chain_value(Index k, Index n) {
  return 4 * std::pow(std::sin(static_cast<double>(k + 1) * std::numbers::pi / (2.0 * static_cast<double>(n + 1))), 2);
}

}  // namespace

SparseMatrix fixed_chain(Index n) { return chain(n, 1); }
SparseMatrix free_chain(Index n) { return chain(n, 0); }

SparseMatrix grid_laplacian(Index nx, Index ny, Index nz, Index copies) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto point = [&](Index i, Index j, Index k) { return (k * ny + j) * nx + i; };
  // A stored zero makes the copies neighbours, as the displacements of a node are.
  const auto couple = [&](Index a, Index b, double value) {
    for (Index p = 0; p < copies; ++p)
      for (Index q = 0; q < copies; ++q) {
        const Index row = std::max(a, b) * copies + p, column = std::min(a, b) * copies + q;
        if (row >= column) entries.emplace_back(row, column, p == q ? value : 0);
      }
  };
  for (Index k = 0; k < nz; ++k)
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i) {
        couple(point(i, j, k), point(i, j, k), 6);
        if (i + 1 < nx) couple(point(i, j, k), point(i + 1, j, k), -1);
        if (j + 1 < ny) couple(point(i, j, k), point(i, j + 1, k), -1);
        if (k + 1 < nz) couple(point(i, j, k), point(i, j, k + 1), -1);
      }
  return from_triplets(nx * ny * nz * copies, entries);
}

VectorXd grid_eigenvalues(Index nx, Index ny, Index nz, Index copies) {
  std::vector<double> values;
  for (Index k = 0; k < nz; ++k)
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i)
        values.insert(values.end(), copies, chain_value(i, nx) + chain_value(j, ny) + chain_value(k, nz));
  std::sort(values.begin(), values.end());
  return Eigen::Map<VectorXd>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace trunnion
