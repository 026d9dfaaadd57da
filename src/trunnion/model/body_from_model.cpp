#include "trunnion/model/body_from_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trunnion/base/nearest_name.h"

namespace trunnion {
namespace {

constexpr int deepest = 8;  // files that take bodies from files

std::vector<SetOption> options_of(const ForeignBodyInput& from) {
  std::vector<SetOption> options;
  for (const auto& [name, value] : from.set) {
    const Value exact = exact_any_value(value);
    options.push_back({name, exact.type == Value::Type::text ? exact.text : fmt::format("{}", exact.number)});
  }
  return options;
}

const FlexibleBodyInput& body_of(const Model& other, const ForeignBodyInput& from) {
  std::vector<std::string> names;
  for (const FlexibleBodyInput& body : other.flexible_bodies) names.push_back(body.name);
  if (from.body.empty() && names.size() == 1) return other.flexible_bodies.front();
  const auto found = std::find(names.begin(), names.end(), from.body);
  if (found != names.end()) return other.flexible_bodies[static_cast<std::size_t>(found - names.begin())];
  const std::string file = from.model.filename().string();
  if (from.body.empty())
    throw InputError(from.where, fmt::format("'{}' has {} bodies; say which with 'body'", file, names.size()));
  throw InputError(from.where,
                   fmt::format("'{}' has no flexible_body '{}'{}", file, from.body, name_hint(from.body, names)));
}

/// The loads behind its load modes come along with a body, under its new name.
void take_loads(const Model& other, const std::string& old_name, const FlexibleBodyInput& taken, Model& model) {
  const std::vector<std::string>& cases = taken.reduction.load_cases;
  for (LoadInput load : other.loads) {
    if (load.body != old_name || std::find(cases.begin(), cases.end(), load.load_case) == cases.end()) continue;
    load.body = taken.name;
    model.loads.push_back(std::move(load));
  }
}

/// So do the fits of its parts.
void take_fits(const Model& other, const std::string& old_name, const std::string& new_name, Model& model) {
  for (FitInput fit : other.fits) {
    if (fit.body != old_name) continue;
    if (fit.formula.find("${") != std::string::npos)
      throw InputError(
          fmt::format("the interference_formula of fit '{}' uses parameters of its own file; write values "
                      "there",
                      fit.name));
    fit.body = new_name;
    model.fits.push_back(std::move(fit));
  }
}

}  // namespace

void take_bodies_from_models(Model& model, ReadContext& context) {
  thread_local int depth = 0;
  for (FlexibleBodyInput& body : model.flexible_bodies) {
    if (!body.from || body.from->model.empty()) continue;
    const ForeignBodyInput from = *body.from;
    try {
      if (depth >= deepest)
        throw InputError(from.where, "model files take bodies from each other without end; one takes from itself");
      ++depth;
      const Model other = [&] {
        struct Leave {
          ~Leave() { --depth; }
        } leave;
        return read_model(from.model, options_of(from));
      }();
      FlexibleBodyInput taken = body_of(other, from);
      taken.mesh_name.clear();  // names of the other file; what they stand for is filled in
      taken.material_name.clear();
      for (PartInput& part : taken.parts) {
        part.material_name.clear();
        part.mesh_name.clear();
      }
      const std::string old_name = std::exchange(taken.name, body.name);
      take_fits(other, old_name, body.name, model);
      taken.place = body.place;
      taken.flexible = body.flexible;
      taken.without_invariants = body.without_invariants;
      taken.partial_coupling = body.partial_coupling;
      taken.where = body.where;
      if (!body.reduction.where.file.empty())
        taken.reduction = body.reduction;
      else
        take_loads(other, old_name, taken, model);
      body = std::move(taken);
      model.taken_from.push_back(other.input_hash);
    } catch (const InputError& error) {
      context.problems.emplace_back(from.where, fmt::format("flexible_body '{}': {}", body.name, error.what()));
    }
  }
}

}  // namespace trunnion
