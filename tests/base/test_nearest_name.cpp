#include <gtest/gtest.h>

#include "trunnion/base/nearest_name.h"

namespace trunnion {

TEST(NearestName, CountsInsertedLostChangedAndSwappedLetters) {
  EXPECT_EQ(edit_distance("lenght", "length"), 1);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("Young", "young"), 0);
  EXPECT_EQ(edit_distance("dnsty", "density"), 2);
}

TEST(NearestName, SuggestsOnlyWhatIsSimilar) {
  EXPECT_EQ(nearest_name("desnity", {"young", "density"}), "density");
  EXPECT_EQ(nearest_name("temperature", {"young", "density"}), "");
  EXPECT_EQ(name_hint("mass", {"young", "density"}), "; known are 'young', 'density'");
  EXPECT_EQ(name_hint("yong", {"young"}), "; did you mean 'young'?");
}

}  // namespace trunnion
