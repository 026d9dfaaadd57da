#pragma once
// math/blas_kernel.h -- which BLAS kernels run, and on how many threads.
// OpenBLAS picks its kernels by CPU model when it is loaded; a model newer than itself silently gets the slowest ones
// (factorisations then take three times as long). We look at the CPU's features instead and switch when it chose badly.

#include <string>

namespace trunnion {

struct BlasKernel {
  std::string name;     ///< as OpenBLAS calls it ("SkylakeX", "Haswell", "Zen"); "unknown" for another BLAS
  bool slow = false;    ///< leaves wide vector units of this CPU idle
  std::string warning;  ///< what to tell the user; empty when all is well
};

/// Switches to the fastest kernels this CPU can run, unless the user set OPENBLAS_CORETYPE. Factorisations call it by
/// themselves; programs call it first thing. Must not run while another thread is inside BLAS.
const BlasKernel& use_fast_blas_kernel();

/// What runs now.
BlasKernel blas_kernel();

/// Threads of BLAS and of our own parallel loops together; 0: as many as the machine has.
void set_num_threads(int threads);
int num_threads();

/// Name of the kernels that suit a CPU with these features. Exposed for its test.
struct CpuFeatures {
  bool avx = false, avx2_fma = false, avx512 = false, amd = false;
};
CpuFeatures cpu_features();
std::string best_kernel(const CpuFeatures& cpu);
bool is_slow_kernel(const std::string& name, const CpuFeatures& cpu);

}  // namespace trunnion
