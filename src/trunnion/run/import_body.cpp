#include "trunnion/run/import_body.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "trunnion/base/content_hash.h"
#include "trunnion/mesh/file_text.h"
#include "trunnion/results/foreign_body_file.h"
#include "trunnion/results/reduced_body_file.h"

namespace trunnion {
namespace {

/// Of the files and of all that says how to read them.
std::string import_hash(const FlexibleBodyInput& input) {
  const ForeignBodyInput& from = *input.from;
  const ReductionInput& r = input.reduction;
  ContentHash hash;
  for (const std::filesystem::path& file : from.files())
    hash.add_field(file.filename().string(), FileText(file.string()).text());
  hash.add_field("unit", from.unit);
  for (const ForeignPlaceInput& place : from.interfaces)
    hash.add_field("interface", fmt::format("{} {}", place.name, fmt::join(place.nodes, " ")));
  hash.add_field("damping", fmt::format("{} [{}]", r.damping_ratio, fmt::join(r.mode_damping, " ")));
  if (r.rayleigh_alpha && r.rayleigh_beta)
    hash.add_field("rayleigh", fmt::format("{} {}", *r.rayleigh_alpha, *r.rayleigh_beta));
  return hash.hex();
}

ReducedBody read_foreign_body(const FlexibleBodyInput& input) {
  const ForeignBodyInput& from = *input.from;
  ForeignModel model = read_foreign_model({from.file, from.mass, from.stiffness, from.damping, from.shapes, from.nodes},
                                          unit_system(from.unit));
  model.name = input.name;
  model.damping_rule = reduction_options(input.reduction).damping;
  for (const ForeignPlaceInput& place : from.interfaces)
    model.places.push_back({place.name, {place.nodes.begin(), place.nodes.end()}});
  ReducedBody body = foreign_body(model);
  body.content_hash = import_hash(input);
  validate(body);
  return body;
}

}  // namespace

ReducedBody import_body(const FlexibleBodyInput& input, Observer& observer) {
  observer.begin("importing", input.name);
  try {
    ReducedBody body = !input.from->file.empty() && reduced_body_hash(input.from->file)
                           ? read_reduced_body(input.from->file)
                           : read_foreign_body(input);
    body.name = input.name;
    for (const std::string& warning : body.record.warnings) observer.warn(warning);
    observer.end(fmt::format("{} coordinates, {:.4g} kg", body.frequency.size(), body.invariants.I1));
    return body;
  } catch (const InputError& error) {
    throw InputError(input.from->where, fmt::format("flexible_body '{}': {}", input.name, error.what()));
  }
}

}  // namespace trunnion
