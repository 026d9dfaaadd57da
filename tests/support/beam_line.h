#pragma once
// support/beam_line.h -- straight lines of beam elements.

#include <memory>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion::testing {

/// Beams from `start` to `end`; node sets "root" and "tip", each with an interface of that name where asked for.
std::shared_ptr<MeshFile> beam_line(const Vector3d& start, const Vector3d& end, int elements,
                                    const BeamSection& section, const Material& material, bool interfaces = false);

/// Full circle, shear areas of a solid one.
BeamSection circle(double radius, double poisson = 0.3);

}  // namespace trunnion::testing
