#pragma once
// reduction/fit_springs.h -- soft springs between parts that only contact joins, so that their relative rigid motions
// are modes of low frequency like any other.
//   K += R' diag(k_t, k_t, k_t, k_r, k_r, k_r) R,   R: mean relative motion of the surfaces of each fit
//                                                                                        (theory/reduction.md,
//                                                                                        Eq. 14.2)
// R vanishes for rigid motions of the whole, so nothing is tied to the ground.

#include "trunnion/reduction/craig_bampton.h"
#include "trunnion/reduction/fit_options.h"

namespace trunnion {

/// The three groups of modes of parts that are pressed together.
struct FitGroups {
  FitSprings springs;     ///< that were used; zero where the body has springs of its own
  VectorXd relative_hz;   ///< relative rigid motions of the parts [Hz]
  double elastic_hz = 0;  ///< first elastic mode [Hz]
};

/// Adds springs to `pencil`: those given, or tuned ones where nothing else holds the parts to each other. `relative`:
/// mean relative motions in the pencil's coordinates; `rigid`: motions of the whole; `parts`: pieces of the mesh;
/// `arm`: turns translational into rotational stiffness [m]. Throws InputError where springs reach the elastic modes,
/// or where a part is not joined at all.
FitGroups add_fit_springs(const MatrixXd& relative, const MatrixXd& rigid, Index parts, double arm,
                          const FitSprings& given, ReducedPencil& pencil);

}  // namespace trunnion
