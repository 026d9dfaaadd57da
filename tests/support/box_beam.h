#pragma once
// support/box_beam.h -- a small solid beam along x with a reference point at each end: the standard specimen of the
// reduction and multibody tests.

#include "trunnion/fem/fe_model.h"

namespace trunnion::testing {

struct BoxBeam {
  Vector3d size{0.12, 0.02, 0.03};        ///< [m]; cross-section centred on the x axis, x from 0
  std::array<int, 3> divisions{6, 1, 2};  ///< hex20 unless said otherwise
  CellType element = CellType::hex20;
  double young = 1.14e11, poisson = 0.33, density = 4430;
  CouplingKind left = CouplingKind::rigid;      ///< interface "left" at x = 0
  CouplingKind right = CouplingKind::averaged;  ///< interface "right" at x = size.x
  std::vector<PointMass> masses;                ///< node -1: on "left", -2: on "right"
};

/// Mesh with couplings "left" and "right"; the reference nodes are the last two nodes of the mesh.
MeshFile box_beam_file(const BoxBeam& beam);
FeModel box_beam(const BoxBeam& beam = {});

}  // namespace trunnion::testing
