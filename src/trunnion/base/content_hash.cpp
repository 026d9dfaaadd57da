#include "trunnion/base/content_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>
#define TRUNNION_SHA_INSTRUCTIONS
#endif

namespace trunnion {
namespace {

constexpr std::array<std::uint32_t, 64> kRound{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

void compress_plainly(const unsigned char* block, State& state) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = std::uint32_t(block[4 * i]) << 24 | std::uint32_t(block[4 * i + 1]) << 16 |
           std::uint32_t(block[4 * i + 2]) << 8 | std::uint32_t(block[4 * i + 3]);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const State step{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += step[i];
}

#ifdef TRUNNION_SHA_INSTRUCTIONS

/// Whether the processor has instructions for this hash: stiffness matrices are large.
bool has_sha_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1) != 0;
}

/// The instructions want the state as (a, b, e, f) and (c, d, g, h), first letter in the highest place; each does two
/// rounds and returns the new first half, while the old one becomes the second.
__attribute__((target("sha,sse4.1"))) void compress_by_instructions(const unsigned char* block, State& state) {
  const auto word = [&](std::size_t i) { return static_cast<int>(state[i]); };
  const __m128i old_first = _mm_set_epi32(word(0), word(1), word(4), word(5));
  const __m128i old_second = _mm_set_epi32(word(2), word(3), word(6), word(7));
  const __m128i swap_bytes = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  __m128i first = old_first, second = old_second, w[4];
  for (int i = 0; i < 4; ++i)
    w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(block) + i), swap_bytes);
  for (int i = 0; i < 16; ++i) {
    __m128i& now = w[i % 4];
    if (i >= 4) {
      const __m128i last = w[(i + 3) % 4], before = w[(i + 2) % 4];
      now = _mm_sha256msg2_epu32(
          _mm_add_epi32(_mm_sha256msg1_epu32(now, w[(i + 1) % 4]), _mm_alignr_epi8(last, before, 4)), last);
    }
    const __m128i sum = _mm_add_epi32(now, _mm_loadu_si128(reinterpret_cast<const __m128i*>(kRound.data()) + i));
    second = _mm_sha256rnds2_epu32(second, first, sum);
    first = _mm_sha256rnds2_epu32(first, second, _mm_shuffle_epi32(sum, 0x0e));
  }
  alignas(16) std::array<std::uint32_t, 4> abef{}, cdgh{};
  _mm_store_si128(reinterpret_cast<__m128i*>(abef.data()), _mm_add_epi32(first, old_first));
  _mm_store_si128(reinterpret_cast<__m128i*>(cdgh.data()), _mm_add_epi32(second, old_second));
  state = {abef[3], abef[2], cdgh[3], cdgh[2], abef[1], abef[0], cdgh[1], cdgh[0]};
}

#endif

}  // namespace

void ContentHash::compress(const unsigned char* block) {
#ifdef TRUNNION_SHA_INSTRUCTIONS
  static const bool by_instructions = has_sha_instructions();
  if (by_instructions) return compress_by_instructions(block, state_);
#endif
  compress_plainly(block, state_);
}

void ContentHash::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t filled = length_ % 64;
    const std::size_t take = std::min(bytes.size(), 64 - filled);
    if (take == 64) {
      compress(reinterpret_cast<const unsigned char*>(bytes.data()));
      length_ += take;
      bytes.remove_prefix(take);
      continue;
    }
    std::memcpy(block_.data() + filled, bytes.data(), take);
    length_ += take;
    bytes.remove_prefix(take);
    if (filled + take == 64) compress(block_.data());
  }
}

void ContentHash::add_field(std::string_view name, std::string_view content) {
  add(fmt::format("{} {} {} ", name.size(), name, content.size()));
  add(content);
}

std::string ContentHash::hex() const {
  ContentHash padded = *this;
  const std::uint64_t bits = length_ * 8;
  padded.add("\x80");
  while (padded.length_ % 64 != 56) padded.add(std::string_view("\0", 1));
  std::string tail;
  for (int shift = 56; shift >= 0; shift -= 8) tail += static_cast<char>(bits >> shift & 0xff);
  padded.add(tail);
  std::string digits;
  for (const std::uint32_t word : padded.state_) digits += fmt::format("{:08x}", word);
  return digits;
}

std::string content_hash(std::string_view bytes) {
  ContentHash hash;
  hash.add(bytes);
  return hash.hex();
}

}  // namespace trunnion
