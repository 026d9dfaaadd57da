#include "trunnion/run/contact_arrows.h"

#include <algorithm>

#include "trunnion/run/mechanism_symbols.h"
#include "trunnion/run/symbol_shapes.h"

namespace trunnion {

namespace {

constexpr double longest = 0.2, widest = 0.012;  // of the scene's size

}  // namespace

void add_contact_arrows(const std::vector<std::vector<ContactResultant>>& frames, Scene& scene) {
  double largest = 0;
  std::vector<std::string> names;
  for (const auto& list : frames)
    for (const ContactResultant& one : list) {
      largest = std::max(largest, one.force.norm());
      if (std::ranges::find(names, one.name) == names.end()) names.push_back(one.name);
    }
  if (!(largest > 0)) return;
  const double size = size_of(scene), per_length = largest / (longest * size);
  const std::shared_ptr<const Mesh> arrow = arrow_shape();
  for (const std::string& name : names) scene.symbols.push_back({name, SymbolRole::force, arrow, per_length});
  for (std::size_t k = 0; k < frames.size(); ++k)
    for (const std::string& name : names) {
      const auto one = std::ranges::find(frames[k], name, &ContactResultant::name);
      if (one == frames[k].end()) {
        scene.frames[k].symbols.push_back({Matrix3d::Zero(), Vector3d::Zero()});
        continue;
      }
      const Vector3d way = one->force / per_length;
      scene.frames[k].symbols.push_back({stretched_axes(way, std::min(widest * size, 0.3 * way.norm())), one->point});
    }
}

}  // namespace trunnion
