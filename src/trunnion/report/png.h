#pragma once
// report/png.h -- a picture as PNG bytes.

#include <cstdint>
#include <span>
#include <vector>

namespace trunnion {

/// rgba: 4 bytes a pixel, rows from the top.
std::vector<std::uint8_t> png_rgba(std::span<const std::uint8_t> rgba, int width, int height);

}  // namespace trunnion
