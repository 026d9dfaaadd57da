#pragma once
// base/content_hash.h -- SHA-256 of whatever made a result, so that a cache is never silently stale (FIPS 180-4).

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace trunnion {

class ContentHash {
 public:
  void add(std::string_view bytes);
  /// Adds name, length and content: ("ab","c") and ("a","bc") differ.
  void add_field(std::string_view name, std::string_view content);
  std::string hex() const;  ///< 64 lower-case digits of everything added so far

 private:
  void compress(const unsigned char* block);
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  std::uint64_t length_ = 0;  // bytes
};

std::string content_hash(std::string_view bytes);

}  // namespace trunnion
