#include "trunnion/report/png.h"

#include <zlib.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace trunnion {
namespace {

void put32(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

void put_chunk(std::vector<std::uint8_t>& out, std::string_view type, std::span<const std::uint8_t> data) {
  put32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t begin = out.size();
  out.insert(out.end(), type.begin(), type.end());
  out.insert(out.end(), data.begin(), data.end());
  put32(out, static_cast<std::uint32_t>(crc32(0, out.data() + begin, static_cast<uInt>(out.size() - begin))));
}

}  // namespace

std::vector<std::uint8_t> png_rgba(std::span<const std::uint8_t> rgba, int width, int height) {
  // Filter "up" (2): each byte minus the one above, which leaves smooth pictures full of zeros.
  const auto stride = 4 * static_cast<std::size_t>(width);
  std::vector<std::uint8_t> rows;
  rows.reserve((stride + 1) * static_cast<std::size_t>(height));
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    rows.push_back(2);
    for (std::size_t k = 0; k < stride; ++k) {
      const std::uint8_t above = y == 0 ? 0 : rgba[(y - 1) * stride + k];
      rows.push_back(static_cast<std::uint8_t>(rgba[y * stride + k] - above));
    }
  }
  uLongf size = compressBound(static_cast<uLong>(rows.size()));
  std::vector<std::uint8_t> packed(size);
  if (compress2(packed.data(), &size, rows.data(), static_cast<uLong>(rows.size()), 9) != Z_OK)
    throw std::runtime_error("png: compression failed");
  packed.resize(size);

  std::vector<std::uint8_t> out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  std::vector<std::uint8_t> header;
  put32(header, static_cast<std::uint32_t>(width));
  put32(header, static_cast<std::uint32_t>(height));
  header.insert(header.end(), {8, 6, 0, 0, 0});  // 8 bits, RGBA, deflate, standard filters, not interlaced
  put_chunk(out, "IHDR", header);
  put_chunk(out, "IDAT", packed);
  put_chunk(out, "IEND", {});
  return out;
}

}  // namespace trunnion
