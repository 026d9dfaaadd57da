#pragma once
// mesh/shaft.h -- a stepped shaft of beam elements along z, from z = 0.
//   A = pi (R^2 - r^2),   I = pi/4 (R^4 - r^4),   I_t = 2 I
//   shear area kappa A,  kappa = 6 (1 + nu) (1 + m^2)^2 / ((7 + 6 nu) (1 + m^2)^2 + (20 + 12 nu) m^2),  m = r/R
// (G. R. Cowper, 1966; theory/mesh.md, section 3)

#include <vector>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

struct ShaftStep {
  double length = 0;    ///< [m]
  double diameter = 0;  ///< outer [m]
  double bore = 0;      ///< inner diameter; 0: solid [m]
  int elements = 4;
};

/// Circular ring of the given outer and inner diameter.
BeamSection ring_section(double diameter, double bore, double poisson);

/// Element set "step_k" and section of each step; node sets "end_0" (z = 0), "end_1", ... at the ends of the steps.
/// The sections name no material yet.
MeshFile shaft_mesh(const std::vector<ShaftStep>& steps, double poisson);

}  // namespace trunnion
