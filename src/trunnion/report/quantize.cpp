#include "trunnion/report/quantize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace trunnion {
namespace {

/// Little-endian bytes of the integers, as typed arrays of browsers on today's machines read them.
template <class T>
std::string packed(const std::vector<T>& values) {
  return base64({reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(T)});
}

template <class T>
std::vector<T> field_codes(const Eigen::Ref<const VectorXd>& values, double low, double high) {
  constexpr T top = std::numeric_limits<T>::max();
  const double steps = top - 1;
  const double factor = high > low ? steps / (high - low) : 0;
  std::vector<T> codes(static_cast<std::size_t>(values.size()), top);
  for (Index k = 0; k < values.size(); ++k)
    if (std::isfinite(values[k]))
      codes[static_cast<std::size_t>(k)] =
          static_cast<T>(std::clamp(std::round((values[k] - low) * factor), 0.0, steps));
  return codes;
}

}  // namespace

std::string base64(std::span<const std::uint8_t> bytes) {
  static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - k);
    const std::uint32_t group = (std::uint32_t{bytes[k]} << 16U) | (left > 1 ? std::uint32_t{bytes[k + 1]} << 8U : 0U) |
                                (left > 2 ? std::uint32_t{bytes[k + 2]} : 0U);
    out += letters[group >> 18U];
    out += letters[(group >> 12U) & 63U];
    out += left > 1 ? letters[(group >> 6U) & 63U] : '=';
    out += left > 2 ? letters[group & 63U] : '=';
  }
  return out;
}

PackedPositions pack_positions(const Matrix3Xd& x) {
  PackedPositions out{Vector3d::Zero(), Vector3d::Zero(), {}};
  if (x.cols() == 0) return out;
  out.low = x.rowwise().minCoeff();
  out.high = x.rowwise().maxCoeff();
  std::vector<std::uint16_t> codes;
  codes.reserve(static_cast<std::size_t>(x.size()));
  for (Index n = 0; n < x.cols(); ++n)
    for (int axis = 0; axis < 3; ++axis) {
      const double width = out.high[axis] - out.low[axis];
      codes.push_back(width > 0 ? static_cast<std::uint16_t>(std::lround((x(axis, n) - out.low[axis]) / width * 65535))
                                : std::uint16_t{0});
    }
  out.data = packed(codes);
  return out;
}

PackedVectors pack_vectors(const Matrix3Xd& u) {
  PackedVectors out;
  if (u.size() == 0) return out;
  out.size = u.unaryExpr([](double v) { return std::isfinite(v) ? std::abs(v) : 0.0; }).maxCoeff();
  if (out.size == 0) return out;
  std::vector<std::int16_t> codes(static_cast<std::size_t>(u.size()), 0);
  for (std::size_t k = 0; k < codes.size(); ++k)
    if (std::isfinite(u.data()[k])) codes[k] = static_cast<std::int16_t>(std::lround(u.data()[k] / out.size * 32767));
  out.data = packed(codes);
  return out;
}

PackedField pack_field(const Eigen::Ref<const VectorXd>& values, int bits) {
  PackedField out{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), {}};
  for (const double value : values)
    if (std::isfinite(value)) out.low = std::min(out.low, value), out.high = std::max(out.high, value);
  if (out.low > out.high) out.low = out.high = 0;
  out.data = bits == 16 ? packed(field_codes<std::uint16_t>(values, out.low, out.high))
                        : packed(field_codes<std::uint8_t>(values, out.low, out.high));
  return out;
}

std::string pack_indices(std::span<const int> indices) {
  return packed(std::vector<std::uint32_t>(indices.begin(), indices.end()));
}

std::string pack_floats(const Eigen::Ref<const VectorXd>& values) {
  return packed(std::vector<float>(values.begin(), values.end()));
}

}  // namespace trunnion
