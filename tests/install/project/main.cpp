#include <trunnion/base/formula.h>
#include <trunnion/mesh/shapes.h>

int main() {
  const double side = trunnion::parse_quantity("20 mm", trunnion::Kind::length);
  const trunnion::Mesh mesh = trunnion::box_mesh({.size = {1, side, side}, .divisions = {4, 1, 1}});
  return mesh.num_elements() == 4 ? 0 : 1;
}
