#include "trunnion/math/blas_kernel.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace trunnion {

TEST(BlasKernel, ThisMachineRunsKernelsThatUseItsVectorUnits) {
  if (std::getenv("OPENBLAS_CORETYPE")) GTEST_SKIP() << "the user chose the kernels";
  const BlasKernel& kernel = use_fast_blas_kernel();
  EXPECT_FALSE(kernel.slow) << kernel.name;
  EXPECT_EQ(kernel.warning, "");
}

/// What OpenBLAS does by itself on a CPU that is newer than it.
void pretend_the_cpu_is_unknown() {
  setenv("OPENBLAS_CORETYPE", "Prescott", 1);
  reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "gotoblas_dynamic_quit"))();
  reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "gotoblas_dynamic_init"))();
  unsetenv("OPENBLAS_CORETYPE");
}

TEST(BlasKernel, ASlowChoiceOfOpenBlasIsMended) {
  if (!dlsym(RTLD_DEFAULT, "gotoblas_dynamic_quit")) GTEST_SKIP() << "not OpenBLAS with many kernels";
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // in a fresh process, because the choice is made once
  EXPECT_EXIT(
      {
        pretend_the_cpu_is_unknown();
        const bool was_slow = blas_kernel().slow && !blas_kernel().warning.empty();
        const bool is_slow = use_fast_blas_kernel().slow;
        std::exit(was_slow && !is_slow ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(BlasKernel, AKernelNarrowerThanTheCpuIsCalledSlow) {
  const CpuFeatures avx2{.avx = true, .avx2_fma = true}, avx512{.avx = true, .avx2_fma = true, .avx512 = true};
  EXPECT_TRUE(is_slow_kernel("Prescott", avx2));  // OpenBLAS's answer to a CPU it does not know
  EXPECT_TRUE(is_slow_kernel("Haswell", avx512));
  EXPECT_FALSE(is_slow_kernel("Zen", avx2));
  EXPECT_FALSE(is_slow_kernel("unknown", avx512));  // another BLAS: nothing can be said
  for (const CpuFeatures& cpu : {CpuFeatures{}, CpuFeatures{.avx = true}, avx2, avx512})
    EXPECT_FALSE(is_slow_kernel(best_kernel(cpu), cpu));
}

TEST(BlasKernel, ThreadCountIsWhatWasAskedFor) {
  const int before = num_threads();
  set_num_threads(1);
  EXPECT_EQ(num_threads(), 1);
  set_num_threads(before);
  EXPECT_EQ(num_threads(), before);
}

}  // namespace trunnion
