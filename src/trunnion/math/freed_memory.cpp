#include "trunnion/math/freed_memory.h"

#include <cstdlib>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace trunnion {

void keep_freed_memory() {
#if defined(__GLIBC__)
  constexpr int megabyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 256 * megabyte);  // a block of eight vectors with four million unknowns
  mallopt(M_TRIM_THRESHOLD, 1024 * megabyte);
#endif
}

}  // namespace trunnion
