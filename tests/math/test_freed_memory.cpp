#include "trunnion/math/freed_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "trunnion/math/types.h"

namespace trunnion {
namespace {

long page_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

TEST(FreedMemory, BlocksThatComeAndGoTouchNewPagesOnlyOnce) {
#if !defined(__GLIBC__)
  GTEST_SKIP() << "another C library";
#endif
  keep_freed_memory();
  constexpr Index rows = 1000000, columns = 8;  // a block of a body with 300 000 nodes, 64 MB
  const long pages = rows * columns * long(sizeof(double)) / sysconf(_SC_PAGESIZE);
  const long before = page_faults();
  double sum = 0;
  for (int round = 0; round < 8; ++round) {
    const MatrixXd block = MatrixXd::Constant(rows, columns, round);
    sum += block.sum();
  }
  EXPECT_EQ(sum, 28.0 * rows * columns);
  EXPECT_LT(page_faults() - before, 2 * pages);  // eight times as many where blocks go back to the system
}

}  // namespace
}  // namespace trunnion
