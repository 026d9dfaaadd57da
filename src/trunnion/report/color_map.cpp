#include "trunnion/report/color_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trunnion {
namespace {

/// OKLab (lightness, chroma, hue) to linear sRGB, with B. Ottosson's matrices.
std::array<double, 3> linear_rgb(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool in_gamut(const std::array<double, 3>& rgb) {
  const auto [low, high] = std::ranges::minmax(rgb);
  return low > -0.001 && high < 1.001;
}

std::uint8_t encoded(double linear) {
  const double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
}

/// The colour with as much of the wanted chroma as sRGB can show.
Rgb color(double lightness, double chroma, double hue_degrees) {
  const double hue = hue_degrees * std::numbers::pi / 180;
  if (!in_gamut(linear_rgb(lightness, chroma, hue))) {
    double low = 0, high = chroma;
    for (int k = 0; k < 30; ++k) {
      const double middle = (low + high) / 2;
      (in_gamut(linear_rgb(lightness, middle, hue)) ? low : high) = middle;
    }
    chroma = low;
  }
  const auto rgb = linear_rgb(lightness, chroma, hue);
  return {encoded(rgb[0]), encoded(rgb[1]), encoded(rgb[2])};
}

template <class At>
ColorMap tabulate(const At& at) {
  ColorMap map;
  for (std::size_t k = 0; k < map.size(); ++k) map[k] = at(static_cast<double>(k) / 255);
  return map;
}

}  // namespace

const ColorMap& magnitude_map() {
  static const ColorMap map = tabulate([](double t) {
    return color(0.31 + 0.63 * t, 0.084 + 0.036 * (2 * t - 1) * (2 * t - 1), 278 + (100 - 278) * t);
  });
  return map;
}

const ColorMap& signed_map() {
  static const ColorMap map = tabulate([](double t) {
    const double s = std::abs(2 * t - 1);
    return color(0.92 - 0.46 * std::pow(s, 1.05), 0.15 * std::pow(s, 0.9), t < 0.5 ? 255 : 42);
  });
  return map;
}

}  // namespace trunnion
