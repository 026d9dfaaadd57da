#include <gtest/gtest.h>

#include "trunnion/base/error.h"

namespace trunnion {

TEST(InputError, MessageBeginsWithFileLineAndColumn) {
  const InputError error({"model.toml", 12, 3}, "unknown key 'lenght'");
  EXPECT_STREQ(error.what(), "model.toml:12:3: unknown key 'lenght'");
  EXPECT_EQ(error.where().line, 12);
}

}  // namespace trunnion
