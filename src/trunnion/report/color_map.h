#pragma once
// report/color_map.h -- the two continuous colour maps, made in OKLab so that equal steps in value look equal.
//   magnitude: lightness 0.31 to 0.94, hue 278 to 100 degrees, chroma 0.084 + 0.036 (2t - 1)^2
//   signed:    blue - grey - brown, symmetric about zero
// Lightness of the first rises for all kinds of colour blindness and in grey print. The page takes its tables from
// here.

#include <array>
#include <cstdint>

namespace trunnion {

using Rgb = std::array<std::uint8_t, 3>;
using ColorMap = std::array<Rgb, 256>;

const ColorMap& magnitude_map();
const ColorMap& signed_map();

}  // namespace trunnion
