#include "trunnion/reduction/interface_overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "trunnion/mesh/faces_within.h"

namespace trunnion {
namespace {

struct Patch {
  std::string name;
  std::vector<NodeId> nodes;  ///< sorted
};

/// Nodes that each kept interface moves or follows.
std::vector<Patch> kept_patches(const FeModel& model, const HeldInterfaces& held) {
  std::vector<Patch> patches;
  for (const HeldInterface& h : held.list) {
    Patch patch{h.name, h.nodes};
    for (const CouplingMap& c : model.couplings)
      if (!h.whole_set && c.name == h.name) patch.nodes = c.nodes;
    std::sort(patch.nodes.begin(), patch.nodes.end());
    patches.push_back(std::move(patch));
  }
  return patches;
}

}  // namespace

std::vector<std::string> overlap_warnings(const FeModel& model, const HeldInterfaces& held) {
  const std::vector<Patch> patches = kept_patches(model, held);
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < patches.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Patch &a = patches[j], &b = patches[i];
      std::vector<NodeId> common;
      std::set_intersection(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), std::back_inserter(common));
      if (common.size() < 3 || faces_within(model.file->mesh, common).empty()) continue;
      const Patch& smaller = a.nodes.size() < b.nodes.size() ? a : b;
      warnings.push_back(fmt::format(
          "interfaces '{}' and '{}' overlap: {} nodes, {:.0f} % of those of '{}', belong to both, and the motion of "
          "one "
          "against the other is stiffer for it. Make the surfaces disjoint, or leave one of them out of 'interfaces'.",
          a.name, b.name, common.size(), 100.0 * double(common.size()) / double(smaller.nodes.size()), smaller.name));
    }
  return warnings;
}

}  // namespace trunnion
