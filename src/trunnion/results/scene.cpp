#include "trunnion/results/scene.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

void validate_body(const Scene& scene, const Frame& frame, const SceneBody& body, const BodyFrame& state) {
  const Index nodes = body.mesh->num_nodes();
  if (state.displacement.size() != 0 && state.displacement.cols() != nodes)
    throw InputError(fmt::format("scene '{}', frame '{}': body '{}' has {} nodes but {} displacements", scene.name,
                                 frame.label, body.name, nodes, state.displacement.cols()));
  std::set<std::string> names;
  for (const NodeField& field : state.fields) {
    const Index rows = field.values.rows();
    if (field.values.cols() != nodes || (rows != 1 && rows != 3 && rows != 6))
      throw InputError(fmt::format("scene '{}', frame '{}': field '{}' of body '{}' is {} x {}, must be 1, 3 or 6 x {}",
                                   scene.name, frame.label, field.name, body.name, rows, field.values.cols(), nodes));
    if (!names.insert(field.name).second)
      throw InputError(fmt::format("scene '{}', frame '{}': body '{}' has two fields '{}'", scene.name, frame.label,
                                   body.name, field.name));
  }
}

constexpr std::array<std::pair<SceneKind, std::string_view>, 3> scene_kinds{
    {{SceneKind::static_cases, "static"}, {SceneKind::modes, "modes"}, {SceneKind::time, "time"}}};
constexpr std::array<std::pair<FieldScale, std::string_view>, 4> field_scales{
    {{FieldScale::automatic, "automatic"},
     {FieldScale::magnitude, "magnitude"},
     {FieldScale::signed_values, "signed"},
     {FieldScale::small_is_bright, "small-is-bright"}}};

constexpr std::array<std::pair<SymbolRole, std::string_view>, 2> symbol_roles{
    {{SymbolRole::element, "element"}, {SymbolRole::force, "force"}}};

template <class Table, class Value>
std::string_view name_in(const Table& table, Value value) {
  for (const auto& [entry, text] : table)
    if (entry == value) return text;
  return {};
}

template <class Table>
auto value_in(const Table& table, std::string_view text) {
  for (const auto& [entry, known] : table)
    if (known == text) return entry;
  throw InputError(fmt::format("'{}' is no known kind of scene, symbol or colour scale", text));
}

}  // namespace

std::string_view name(SceneKind kind) { return name_in(scene_kinds, kind); }
std::string_view name(FieldScale scale) { return name_in(field_scales, scale); }
std::string_view name(SymbolRole role) { return name_in(symbol_roles, role); }
SceneKind scene_kind(std::string_view name) { return value_in(scene_kinds, name); }
FieldScale field_scale(std::string_view name) { return value_in(field_scales, name); }
SymbolRole symbol_role(std::string_view name) { return value_in(symbol_roles, name); }

void validate(const Scene& scene) {
  std::set<std::string> names;
  for (const SceneBody& body : scene.bodies) {
    if (!body.mesh) throw InputError(fmt::format("scene '{}': body '{}' has no mesh", scene.name, body.name));
    if (!names.insert(body.name).second)
      throw InputError(fmt::format("scene '{}': two bodies are called '{}'", scene.name, body.name));
  }
  for (const SceneSymbol& symbol : scene.symbols)
    if (!symbol.mesh) throw InputError(fmt::format("scene '{}': symbol '{}' has no mesh", scene.name, symbol.name));
  for (const Frame& frame : scene.frames) {
    if (frame.bodies.size() != scene.bodies.size())
      throw InputError(fmt::format("scene '{}', frame '{}': {} bodies, must be {}", scene.name, frame.label,
                                   frame.bodies.size(), scene.bodies.size()));
    if (frame.symbols.size() != scene.symbols.size())
      throw InputError(fmt::format("scene '{}', frame '{}': {} symbols, must be {}", scene.name, frame.label,
                                   frame.symbols.size(), scene.symbols.size()));
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) validate_body(scene, frame, scene.bodies[b], frame.bodies[b]);
  }
}

}  // namespace trunnion
