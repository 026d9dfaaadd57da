#pragma once
// report/quantize.h -- numbers as small integers in base64, the way the page carries geometry and fields.
//   position: low + (high - low) q / 65535 per axis     displacement: size q / 32767
//   field:    low + (high - low) q / (top - 1), top = 65535 or 255; q = top means "not computed"

#include <cstdint>
#include <span>
#include <string>

#include "trunnion/math/types.h"

namespace trunnion {

std::string base64(std::span<const std::uint8_t> bytes);

struct PackedPositions {
  Vector3d low, high;
  std::string data;  ///< 3 x 16 bit per node
};
PackedPositions pack_positions(const Matrix3Xd& x);

struct PackedVectors {
  double size = 0;   ///< largest component
  std::string data;  ///< 3 x signed 16 bit per node; empty when all are zero
};
PackedVectors pack_vectors(const Matrix3Xd& u);

struct PackedField {
  double low = 0, high = 0;
  std::string data;  ///< 16 or 8 bit per node
};
PackedField pack_field(const Eigen::Ref<const VectorXd>& values, int bits);

std::string pack_indices(std::span<const int> indices);             ///< 32 bit
std::string pack_floats(const Eigen::Ref<const VectorXd>& values);  ///< 32-bit floats

}  // namespace trunnion
