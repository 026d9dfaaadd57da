#include "trunnion/run/fe_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/run/error_place.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/outputs.h"

namespace trunnion {

const FlexibleBodyInput& find_body(const Model& model, const std::string& name) {
  return *std::find_if(model.flexible_bodies.begin(), model.flexible_bodies.end(),
                       [&](const FlexibleBodyInput& body) { return body.name == name; });
}

BodyMesh prepare_mesh(const Model& model, const std::string& body, const std::filesystem::path& cache_folder,
                      Observer& observer) {
  const FlexibleBodyInput& input = find_body(model, body);
  if (!has_mesh(input))
    throw InputError(input.where, fmt::format("flexible_body '{}' comes without a mesh ('from'): finite-element stages "
                                              "and decks need one; it can only move in a mechanism",
                                              body));
  observer.begin("meshing", body);
  BodyMesh mesh = build_body_mesh(input, model.file.parent_path(), cache_folder);
  for (const SkippedCard& card : mesh.file->skipped)
    observer.warn(fmt::format("{}: {} {}: {}", card.first.text(), card.count, card.keyword, card.consequence));
  observer.end(fmt::format("{}: {}{}", mesh.source, mesh_summary(mesh.file->mesh), mesh.cached ? " (cached)" : ""));
  return mesh;
}

FeBody prepare_body(const Model& model, const std::string& body, const std::filesystem::path& cache_folder,
                    Observer& observer) {
  FeBody out;
  out.name = body;
  out.mesh = prepare_mesh(model, body, cache_folder, observer);
  check_cancelled(observer);
  observer.begin("assembling", body);
  const Stopwatch watch;
  const FlexibleBodyInput& input = find_body(model, body);
  const AssemblyOptions options{
      .lumped_mass = input.lumped_mass,
      .mass_quadrature = input.mass_at_stiffness_points ? MassQuadrature::as_stiffness : MassQuadrature::exact,
      .threads = num_threads()};
  out.model = at_place_of(input.where, fmt::format("flexible_body '{}'", body),
                          [&] { return assemble(out.mesh.file, options); });
  out.assemble_s = watch.seconds();
  observer.end(fmt::format("{} degrees of freedom", out.model.dofs.size));
  return out;
}

std::map<std::string, FeBody> prepare_bodies(const Model& model, const std::vector<StageInput>& stages,
                                             const std::filesystem::path& cache_folder, Observer& observer) {
  std::map<std::string, FeBody> bodies;
  for (const StageInput& stage : stages) {
    check_cancelled(observer);
    if (!is_fe_stage(stage.type)) continue;
    if (!bodies.contains(stage.body))
      bodies.emplace(stage.body, prepare_body(model, stage.body, cache_folder, observer));
    const FeBody& body = bodies.at(stage.body);
    const MeshFile& file = *body.mesh.file;
    body_supports(model, stage.body, file);
    load_vectors(body.model, body_load_cases(model, stage.body, file, stage.cases));
    for (const OutputInput& output : model.outputs)
      if (output.stage == stage.name) check_output_place(output, file, stage.body);
  }
  return bodies;
}

}  // namespace trunnion
