#pragma once
// base/id.h -- an int that remembers what it counts, so that a node is never taken for a body.

#include <compare>
#include <cstdint>

namespace trunnion {

template <class Tag>
struct Id {
  std::int32_t value = -1;
  auto operator<=>(const Id&) const = default;
  bool valid() const { return value >= 0; }
};
using NodeId = Id<struct NodeTag>;
using ElementId = Id<struct ElementTag>;
using BodyId = Id<struct BodyTag>;

}  // namespace trunnion
