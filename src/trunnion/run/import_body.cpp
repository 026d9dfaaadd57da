#include "trunnion/run/import_body.h"

#include <fmt/format.h>

#include "trunnion/base/content_hash.h"
#include "trunnion/mesh/file_text.h"
#include "trunnion/results/foreign_body_file.h"
#include "trunnion/results/reduced_body_file.h"

namespace trunnion {
namespace {

ReducedBody read_foreign_body(const FlexibleBodyInput& input) {
  const ForeignBodyInput& from = *input.from;
  ForeignModel model = read_foreign_model({from.file, from.mass, from.stiffness, from.damping, from.shapes, from.nodes},
                                          unit_system(from.unit));
  model.name = input.name;
  model.damping_rule = reduction_options(input.reduction).damping;
  for (const ForeignPlaceInput& place : from.interfaces)
    model.places.push_back({place.name, {place.nodes.begin(), place.nodes.end()}});
  ReducedBody body = foreign_body(model);
  ContentHash hash;
  for (const std::filesystem::path& file : from.files())
    hash.add_field(file.filename().string(), FileText(file.string()).text());
  body.content_hash = hash.hex();
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
