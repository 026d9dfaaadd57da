#include "fe_contact/two_parts.h"

#include "support/fe_models.h"

namespace trunnion::testing {
namespace {

template <class Id>
void shift(Id& id, Index by) {
  id.value += std::int32_t(by);
}
void shift(ElementFace& face, Index by) { shift(face.element, by); }

template <class Member>
void append(std::map<std::string, std::vector<Member>>& to, const std::map<std::string, std::vector<Member>>& from,
            const std::string& part, Index by) {
  for (const auto& [name, members] : from) {
    std::vector<Member>& out = to[part + "_" + name];
    out = members;
    for (Member& member : out) shift(member, by);
  }
}

}  // namespace

Mesh side_by_side(const std::vector<NamedMesh>& parts) {
  Mesh out;
  for (const auto& [name, part] : parts) {
    const Index nodes = out.num_nodes(), elements = out.num_elements();
    out.x.conservativeResize(3, nodes + part.num_nodes());
    out.x.rightCols(part.num_nodes()) = part.x;
    for (Index n = 0; n < part.num_nodes(); ++n) out.node_labels.push_back(nodes + n + 1);
    std::vector<ElementId>& all = out.element_sets[name];
    Index next = elements;
    for (ElementBlock block : part.blocks) {
      block.nodes.array() += int(nodes);
      for (auto& label : block.labels) {
        all.push_back(ElementId{std::int32_t(next)});
        label = ++next;
      }
      out.blocks.push_back(block);
    }
    append(out.node_sets, part.node_sets, name, nodes);
    append(out.element_sets, part.element_sets, name, elements);
    append(out.surfaces, part.surfaces, name, elements);
  }
  return out;
}

Mesh ring_on_shaft(const RingShape& shape) {
  Mesh shaft = cylinder_mesh({.radius = seat_radius,
                              .inner_radius = shaft_bore,
                              .length = shape.shaft_length,
                              .around = shape.shaft_around,
                              .radial = shape.radial,
                              .along = 1,
                              .element = shape.element,
                              .sector = shape.sector});
  Mesh ring = cylinder_mesh({.radius = ring_radius,
                             .inner_radius = seat_radius,
                             .length = ring_length,
                             .around = shape.ring_around,
                             .radial = shape.radial,
                             .along = 1,
                             .element = shape.element,
                             .sector = shape.sector});
  return side_by_side({{"shaft", std::move(shaft)}, {"ring", std::move(ring)}});
}

Support held(const std::string& nodes, std::initializer_list<int> components, double value) {
  Support support{nodes, {}};
  for (const int c : components) support.component[std::size_t(c)] = value;
  return support;
}

FeModel steel_model(Mesh mesh) { return assemble(of_material(std::move(mesh), steel())); }

ZoneInput seat(double interference, ContactPoints points) {
  return {.name = "seat",
          .outer = "ring_inner",
          .inner = "shaft_outer",
          .points = points,
          .interference = [=](const Vector3d&) { return interference; }};
}

}  // namespace trunnion::testing
