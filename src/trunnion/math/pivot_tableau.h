#pragma once
// math/pivot_tableau.h -- equations T x = s solved for a basis of the unknowns, one exchanged at a time.

#include <cassert>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct PivotTableau {
  MatrixXd T;                ///< columns of the basis are unit vectors
  VectorXd s;                ///< values of the basic unknowns
  std::vector<Index> basis;  ///< per row: its basic unknown
  int pivots = 0;

  /// The unknown of `row` leaves the basis, `column` takes its place.
  void pivot(Index row, Index column) {
    const double by = T(row, column);
    assert(by != 0);
    T.row(row) /= by;
    s[row] /= by;
    VectorXd factors = T.col(column);
    factors[row] = 0;
    T.noalias() -= factors * T.row(row).eval();
    s -= factors * s[row];
    T.col(column).setZero();  // exactly, not up to rounding
    T(row, column) = 1;
    basis[std::size_t(row)] = column;
    ++pivots;
  }

  Index row_of(Index unknown) const {  ///< -1: not in the basis
    for (std::size_t r = 0; r < basis.size(); ++r)
      if (basis[r] == unknown) return Index(r);
    return -1;
  }

  VectorXd values(Index unknowns) const {
    VectorXd x = VectorXd::Zero(unknowns);
    for (std::size_t r = 0; r < basis.size(); ++r) x[basis[r]] = s[Index(r)];
    return x;
  }
};

}  // namespace trunnion
