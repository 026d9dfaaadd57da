#include "trunnion/math/blas_kernel.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <thread>

namespace trunnion {
namespace {

/// Functions that OpenBLAS exports and other BLAS libraries do not have: looked up, never linked.
template <class F>
F* find(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

std::string core_name() {
  auto* corename = find<char*()>("openblas_get_corename");
  return corename ? corename() : "unknown";
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// 0: SSE, 1: AVX, 2: AVX2 with FMA, 3: AVX-512.
int vector_class(const std::string& kernel) {
  const std::string name = lower_case(kernel);
  if (name == "skylakex" || name == "cooperlake" || name == "sapphirerapids") return 3;
  if (name == "haswell" || name == "zen") return 2;
  if (name == "sandybridge" || name == "bulldozer" || name == "piledriver" || name == "steamroller" ||
      name == "excavator")
    return 1;
  return 0;
}

int vector_class(const CpuFeatures& cpu) {
  if (cpu.avx512) return 3;
  if (cpu.avx2_fma) return 2;
  return cpu.avx ? 1 : 0;
}

/// OpenBLAS reads OPENBLAS_CORETYPE only while it chooses its kernel table. The two functions that forget and choose
/// the table are exported, so the choice can be made again without starting the program a second time.
bool switch_kernel(const std::string& name) {
  auto* forget = find<void()>("gotoblas_dynamic_quit");
  auto* choose = find<void()>("gotoblas_dynamic_init");
  if (!forget || !choose) return false;
  setenv("OPENBLAS_CORETYPE", name.c_str(), 1);
  forget();
  choose();
  unsetenv("OPENBLAS_CORETYPE");
  return lower_case(core_name()) == lower_case(name);
}

}  // namespace

CpuFeatures cpu_features() {
  CpuFeatures cpu;
#if defined(__x86_64__)
  __builtin_cpu_init();
  cpu.avx = __builtin_cpu_supports("avx");
  cpu.avx2_fma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  cpu.avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
  cpu.amd = __builtin_cpu_is("amd");
#endif
  return cpu;
}

std::string best_kernel(const CpuFeatures& cpu) {
  if (cpu.avx512) return "SkylakeX";
  if (cpu.avx2_fma) return cpu.amd ? "Zen" : "Haswell";
  if (cpu.avx) return cpu.amd ? "Bulldozer" : "Sandybridge";
  return "Nehalem";
}

bool is_slow_kernel(const std::string& name, const CpuFeatures& cpu) {
  return name != "unknown" && vector_class(name) < vector_class(cpu);
}

BlasKernel blas_kernel() {
  const CpuFeatures cpu = cpu_features();
  BlasKernel kernel{core_name(), false, ""};
  kernel.slow = is_slow_kernel(kernel.name, cpu);
  if (kernel.slow)
    kernel.warning = fmt::format(
        "OpenBLAS runs its '{}' kernels, which leave half or more of this CPU idle; factorisations take up to three "
        "times as long. {} the environment variable OPENBLAS_CORETYPE={}.",
        kernel.name, std::getenv("OPENBLAS_CORETYPE") ? "Unset, or set as follows," : "Set", best_kernel(cpu));
  return kernel;
}

const BlasKernel& use_fast_blas_kernel() {
  static const BlasKernel chosen = [] {
    const BlasKernel first = blas_kernel();
    if (first.slow && !std::getenv("OPENBLAS_CORETYPE")) switch_kernel(best_kernel(cpu_features()));
    return blas_kernel();
  }();
  return chosen;
}

void set_num_threads(int threads) {
  const int count = threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  omp_set_num_threads(count);
  if (auto* set = find<void(int)>("openblas_set_num_threads")) set(count);
}

int num_threads() { return omp_get_max_threads(); }

}  // namespace trunnion
