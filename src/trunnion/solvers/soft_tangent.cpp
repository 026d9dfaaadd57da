#include "trunnion/solvers/soft_tangent.h"

#include <algorithm>

namespace trunnion {

void soften(const Mechanism& m, double mu, BlockMatrix& tangent) {
  constexpr double softness = 1e-13;
  const double trace = std::max(1e-9 - mu, 0.0);
  const Index bodies = static_cast<Index>(m.bodies.size());
  for (Index b = 0; b < bodies; ++b)
    tangent.block(b, b).topLeftCorner(6, 6).diagonal().array() += trace * m.bodies[b].inertia.I1 + 1e-12;
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) {
    MatrixOut diagonal = tangent.block(bodies + j, bodies + j);
    for (Index r = 0; r < diagonal.rows(); ++r)
      if (diagonal(r, r) == 0) diagonal(r, r) = -softness;
  }
}

}  // namespace trunnion
