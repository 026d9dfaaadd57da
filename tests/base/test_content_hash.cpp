#include <gtest/gtest.h>

#include "trunnion/base/content_hash.h"

namespace trunnion {

TEST(ContentHash, AgreesWithThePublishedTestVectors) {  // FIPS 180-4 examples
  EXPECT_EQ(content_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(content_hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(content_hash(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ContentHash, DoesNotDependOnHowTheBytesArriveInPieces) {
  std::string bytes(1000, ' ');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i);
  for (const std::size_t piece : {1, 63, 64, 65, 200}) {
    ContentHash hash;
    for (std::size_t i = 0; i < bytes.size(); i += piece) hash.add(std::string_view(bytes).substr(i, piece));
    EXPECT_EQ(hash.hex(), content_hash(bytes)) << piece;
  }
}

TEST(ContentHash, FieldsDoNotRunIntoEachOther) {
  ContentHash a, b;
  a.add_field("ab", "c");
  b.add_field("a", "bc");
  EXPECT_NE(a.hex(), b.hex());
}

}  // namespace trunnion
