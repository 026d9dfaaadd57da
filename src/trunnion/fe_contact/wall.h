#pragma once
// fe_contact/wall.h -- how much material lies behind a surface: an interference that eats it up is a mistake of units.

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Depth of the boundary face that ends the material behind each of the points (columns): in sight along `inwards` and
/// turned the same way, both within 45 degrees; to the accuracy of the size of faces [m]. Infinite where there is none.
VectorXd wall_behind(const Mesh& mesh, const Matrix3Xd& points, const Matrix3Xd& inwards);

}  // namespace trunnion
