#include "trunnion/run/fe_inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/nearest_name.h"
#include "trunnion/run/error_place.h"

namespace trunnion {
namespace {

Load fe_load(const LoadInput& load, const MeshFile& file) {
  if (load.gravity) return Gravity{*load.gravity};
  if (load.centrifugal)
    return Centrifugal{load.centrifugal->point, load.centrifugal->speed * load.centrifugal->axis.normalized()};
  if (load.temperature) {
    if (!load.on.empty() && !file.mesh.element_sets.contains(load.on)) {
      std::vector<std::string> known;
      for (const auto& set : file.mesh.element_sets) known.push_back(set.first);
      throw InputError(
          fmt::format("body '{}' has no element set '{}'{}", load.body, load.on, name_hint(load.on, known)));
    }
    return UniformTemperature{load.on, *load.temperature};
  }
  const NamedPlace place = find_place(file, load.body, load.on);
  if (load.pressure) {
    if (place.kind != PlaceKind::surface)
      throw InputError(fmt::format("a pressure needs a surface; '{}' is none", load.on));
    return SurfacePressure{place.name, *load.pressure};
  }
  const Vector3d zero = Vector3d::Zero();
  if (place.kind == PlaceKind::interface)
    return ReferenceLoad{place.name, load.force.value_or(zero), load.moment.value_or(zero)};
  if (load.moment) throw InputError(fmt::format("a moment needs an interface; define one on '{}'", load.on));
  if (place.kind == PlaceKind::surface) return SurfaceTraction{place.name, *load.force};
  return NodalForce{place.name, *load.force};
}

}  // namespace

NamedPlace find_place(const MeshFile& file, const std::string& body, const std::string& name) {
  const std::string prefix = body + ".";
  const std::string bare = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
  std::vector<std::string> known;
  for (const Coupling& coupling : file.couplings) {
    if (coupling.name == bare) return {PlaceKind::interface, bare};
    known.push_back(coupling.name);
  }
  if (file.mesh.surfaces.contains(bare)) return {PlaceKind::surface, bare};
  if (file.mesh.node_sets.contains(bare)) return {PlaceKind::nodes, bare};
  if (file.mesh.element_sets.contains(bare)) return {PlaceKind::elements, bare};
  for (const auto& set : file.mesh.surfaces) known.push_back(set.first);
  for (const auto& set : file.mesh.node_sets)
    if (std::find(known.begin(), known.end(), set.first) == known.end()) known.push_back(set.first);
  throw InputError(
      fmt::format("body '{}' has no interface, surface or set '{}'{}", body, bare, name_hint(bare, known)));
}

std::vector<Support> body_supports(const Model& model, const std::string& body, const MeshFile& file,
                                   const std::string& load_case) {
  const auto acts = [&](const SupportInput& input) { return input.load_case.empty() || input.load_case == load_case; };
  // Held at zero where another case prescribes, unless this case prescribes there too.
  const auto value = [&](const SupportInput& input, std::size_t i) {
    if (acts(input) || !input.prescribed[i]) return input.prescribed[i];
    for (const SupportInput& other : model.supports)
      if (acts(other) && other.body == body && other.on == input.on && other.prescribed[i]) return other.prescribed[i];
    return std::optional(0.0);
  };
  std::vector<Support> supports;
  for (const SupportInput& input : model.supports) {
    if (input.body != body) continue;
    Support support;
    support.nodes = at_place_of(input.where, "support", [&] { return find_place(file, body, input.on).name; });
    for (std::size_t i = 0; i < 6; ++i) {
      support.component[i] = value(input, i);
      if (std::find(input.fixed.begin(), input.fixed.end(), component_names()[i]) != input.fixed.end())
        support.component[i] = 0;
    }
    supports.push_back(support);
  }
  return supports;
}

CaseSupports body_case_supports(const Model& model, const std::string& body, const MeshFile& file,
                                const std::vector<std::string>& names) {
  CaseSupports supports;
  supports.reserve(names.size());
  for (const std::string& name : names) supports.push_back(body_supports(model, body, file, name));
  return supports;
}

std::vector<LoadCase> body_load_cases(const Model& model, const std::string& body, const MeshFile& file,
                                      const std::vector<std::string>& names) {
  std::vector<LoadCase> cases;
  for (const std::string& name : names) cases.push_back({name, {}});
  for (const LoadInput& input : model.loads) {
    const auto found = std::find_if(cases.begin(), cases.end(), [&](auto& c) { return c.name == input.load_case; });
    if (input.body != body || found == cases.end()) continue;
    found->loads.push_back(at_place_of(input.where, "load", [&] { return fe_load(input, file); }));
  }
  return cases;
}

}  // namespace trunnion
