#pragma once
// report/still_picture.h -- one picture of a scene made without any graphics card: what the page shows where scripts or
// WebGL are missing, and until the 3-D view is ready. Parallel projection, depth buffer, transparent background.

#include <cstdint>
#include <string>
#include <vector>

#include "trunnion/results/scene.h"

namespace trunnion {

struct StillOptions {
  int width = 1120, height = 630;  ///< pixels
  std::size_t frame = 0;
  double scale = 1;   ///< of the displacement
  std::string field;  ///< name as in shown_fields(); empty or unknown: plain steel grey
};

/// PNG bytes.
std::vector<std::uint8_t> still_picture(const Scene& scene, const StillOptions& options);

/// Exaggeration that makes the largest displacement of a scene about 7 % of its size: 1, 2 or 5 times a power of ten;
/// 1 when it is that large by itself, and for moving bodies, which would seem to come apart.
double suggested_scale(const Scene& scene);

}  // namespace trunnion
