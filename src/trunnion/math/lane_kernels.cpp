#include "trunnion/math/lane_kernels.h"

// The compiler makes these functions twice and the loader takes the one that fits the machine.
#if defined(__x86_64__) && defined(__AVX2__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TRUNNION_ALSO_AVX512 __attribute__((target_clones("arch=x86-64-v4", "default")))
#else
#define TRUNNION_ALSO_AVX512
#endif

namespace trunnion {
namespace {

/// A lane as the compiler's own vector: as wide as the registers of the function that it is used in.
using Eight = double __attribute__((vector_size(8 * lane_width), aligned(8), may_alias));

[[gnu::always_inline]] inline Eight& lane(double* lanes, Index i) {
  return *reinterpret_cast<Eight*>(lanes + lane_width * i);
}
[[gnu::always_inline]] inline const Eight& lane(const double* lanes, Index i) {
  return *reinterpret_cast<const Eight*>(lanes + lane_width * i);
}

template <Index count>
[[gnu::always_inline]] inline void take_off_stripe(const ColumnBlock& A, Index first, const double* y, double* out) {
  const double* column = A.value + first * A.stride;
  Eight in[count];
  for (Index j = 0; j < count; ++j) in[j] = lane(y, first + j);
  for (Index i = 0; i < A.rows; ++i) {
    Eight sum = lane(out, i);
    for (Index j = 0; j < count; ++j) sum -= column[j * A.stride + i] * in[j];
    lane(out, i) = sum;
  }
}

template <Index count>
[[gnu::always_inline]] inline void gather_stripe(const ColumnBlock& A, Index first, const double* in, double* y) {
  const double* column = A.value + first * A.stride;
  Eight sum[count];
  for (Index j = 0; j < count; ++j) sum[j] = lane(y, first + j);
  for (Index i = 0; i < A.rows; ++i) {
    const Eight source = lane(in, i);
    for (Index j = 0; j < count; ++j) sum[j] -= column[j * A.stride + i] * source;
  }
  for (Index j = 0; j < count; ++j) lane(y, first + j) = sum[j];
}

}  // namespace

TRUNNION_ALSO_AVX512 void take_off_lanes(const ColumnBlock& A, const double* y, double* out) {
  Index j = 0;
  for (; j + lane_stripe <= A.columns; j += lane_stripe) take_off_stripe<lane_stripe>(A, j, y, out);
  for (; j + 4 <= A.columns; j += 4) take_off_stripe<4>(A, j, y, out);
  for (; j < A.columns; ++j) take_off_stripe<1>(A, j, y, out);
}

TRUNNION_ALSO_AVX512 void gather_lanes(const ColumnBlock& A, const double* in, double* y) {
  Index j = 0;
  for (; j + lane_stripe <= A.columns; j += lane_stripe) gather_stripe<lane_stripe>(A, j, in, y);
  for (; j + 4 <= A.columns; j += 4) gather_stripe<4>(A, j, in, y);
  for (; j < A.columns; ++j) gather_stripe<1>(A, j, in, y);
}

}  // namespace trunnion
