#pragma once
// math/lane_kernels.h -- a matrix that streams past eight columns which lie side by side: lane i holds their eight
// numbers of row i. Each number of the matrix is read once for all eight, eight of its columns at a time, and by
// AVX-512 where the machine has it: there the sums of 64 products stay in registers, and on large panels the speed
// comes near that of memory. A lane takes its summands one after the other, with or without AVX-512, so that digits are
// the same.

#include "trunnion/math/types.h"

namespace trunnion {

constexpr Index lane_width = 8;
constexpr Index lane_stripe = 8;  ///< columns of a matrix that pass together; others in fours, then one by one

using Lane = Eigen::Matrix<double, lane_width, 1>;
using Lanes = Eigen::Matrix<double, lane_width, Eigen::Dynamic>;  ///< one column per row of the matrix

/// Part of a matrix, column by column in memory.
struct ColumnBlock {
  const double* value;  ///< of its first row and column
  Index stride;         ///< from one column to the next
  Index rows, columns;
};

void take_off_lanes(const ColumnBlock& A, const double* y, double* out);  ///< out_i -= sum_j A(i, j) y_j
void gather_lanes(const ColumnBlock& A, const double* in, double* y);     ///< y_j -= sum_i A(i, j) in_i

}  // namespace trunnion
