#include "trunnion/run/reduce_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/math/stopwatch.h"
#include "trunnion/reduction/given_shapes.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/reduced_body_file.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/run/error_place.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/import_body.h"
#include "trunnion/run/reduction_record.h"
#include "trunnion/run/run_files.h"

namespace trunnion {
namespace {

/// A name that is a group stands for its interfaces.
std::vector<std::string> without_groups(const std::vector<std::string>& names,
                                        const std::vector<InterfaceInput>& known) {
  std::vector<std::string> expanded;
  for (const std::string& name : names) {
    const std::size_t before = expanded.size();
    for (const InterfaceInput& interface : known)
      if (interface.group == name) expanded.push_back(interface.name);
    if (expanded.size() == before) expanded.push_back(name);
  }
  return expanded;
}

std::string headline(const ReducedBody& body) {
  if (!body.quality.computed)
    return fmt::format("{}: {} unknowns become {} coordinates.", body.name, body.record.full_dofs,
                       body.frequency.size());
  return fmt::format("{}: {} unknowns become {} coordinates, right to {:.2g} % up to {:.3g} kHz.", body.name,
                     body.record.full_dofs, body.frequency.size(), 100 * body.quality.frf_error_max,
                     body.quality.band_hz / 1e3);
}

}  // namespace

ReductionOptions body_reduction_options(const Model& model, const FlexibleBodyInput& input, const FeBody& fe) {
  ReductionOptions options = reduction_options(input.reduction);
  options.name = input.name;
  options.interfaces = without_groups(options.interfaces, input.interfaces);
  if (!input.reduction.load_cases.empty())
    options.load_modes = body_load_cases(model, input.name, *fe.mesh.file, input.reduction.load_cases);
  options.fits.fits = body_fits(model, input.name, FitSize::basis);
  add_expansions(input, fe.model, options.fits.fits);
  if (const auto& from = input.reduction.responses)
    options.given_shapes = given_shapes(fe.model, read_responses(from->file.string()), unit_system(from->unit).length);
  return options;
}

ReducedResult reduce_body(const Model& model, const std::string& body, const std::filesystem::path& cache_folder,
                          Observer& observer) {
  const FlexibleBodyInput& input = find_body(model, body);
  if (input.from) return {import_body(input, observer), false};
  const FeBody fe = prepare_body(model, body, cache_folder, observer);
  const auto& blocks = fe.mesh.file->mesh.blocks;
  if (input.lumped_mass &&
      std::any_of(blocks.begin(), blocks.end(), [](const ElementBlock& b) { return b.type == CellType::line2; }))
    throw InputError(input.where, fmt::format("flexible_body '{}': lumped_mass = true, but the inertia of beams in a "
                                              "mechanism is that of their sections; leave lumped_mass out",
                                              body));
  refuse_other_interferences(model, fe);
  const auto at_body = [&](const auto& work) {
    return at_place_of(input.reduction.where.file.empty() ? input.where : input.reduction.where,
                       fmt::format("flexible_body '{}'", body), work);
  };
  const ReductionOptions options = at_body([&] { return body_reduction_options(model, input, fe); });
  const std::string hash = at_body([&] { return reduction_hash(fe.model, options); });
  const std::filesystem::path kept = cache_folder / "reduced" / (hash + ".h5");
  if (reduced_body_hash(kept) == hash) {
    observer.begin("reducing", body);
    ReducedResult result{read_reduced_body(kept), true};
    result.body.name = body;  // equal parts share a file
    for (const std::string& warning : result.body.record.warnings) observer.warn(warning);
    observer.end(fmt::format("{} coordinates (cached)", result.body.frequency.size()));
    return result;
  }
  ReducedResult result{at_body([&] { return reduce(fe.model, options, observer); }), false};
  remove_leftovers(kept.parent_path(), Writers::others);
  write_reduced_body(result.body, kept);
  return result;
}

RunResult reduce_model(const RunOptions& options, Observer& observer) {
  RunLog log(observer);
  prepare_machine(options, log);
  const Model model = model_of(options);
  if (model.flexible_bodies.empty())
    throw InputError(fmt::format("{}: there is no [[flexible_body]] to reduce", options.model_file.string()));
  const std::filesystem::path cache = cache_of(options);

  RunResult result;
  result.out = out_of(options);
  ResultsWriter writer(result.out);
  RunRecord& record = result.record = begin_record(model, options);
  for (const FlexibleBodyInput& input : model.flexible_bodies) {
    const Stopwatch watch;
    const ReducedResult reduced = reduce_body(model, input.name, cache, log);
    const ReducedBody& body = reduced.body;
    write_reduced_body(body, result.out / (input.name + ".h5"));
    log.note(quality_line(body));
    StageRecord stage;
    stage.name = input.name;
    stage.type = "reduce";
    stage.wall_s = watch.seconds();
    stage.warnings = log.take_warnings();
    if (body.record.residual > 0)
      stage.balances.push_back({"Fixed-interface modes, residual", "worst mode", body.record.residual, 1e-6, ""});
    record.stages.push_back(stage);
    record_quantities(body, model.flexible_bodies.size() > 1 ? input.name + "." : "", record);
    set_quantity(record, model.flexible_bodies.size() > 1 ? input.name + ".from_cache" : "from_cache", reduced.cached);
    record_findings(body, model.flexible_bodies.size() > 1, record);
    record.headline += (record.headline.empty() ? "" : " ") + headline(body);
    record.files.push_back(input.name + ".h5");
  }
  writer.replace_earlier();
  for (const Scene& scene : record.scenes) writer.add_scene(scene);
  for (const char* file : {"results.h5", "results.xdmf", "summary.json", "model.toml", "run.log"})
    record.files.emplace_back(file);
  writer.write_record(record);
  log.note(fmt::format("wrote {}/{{{}.h5, summary.json, report.html}}", result.out.string(),
                       model.flexible_bodies.front().name));
  write_side_files(model, log, record, result.out);
  return result;
}

}  // namespace trunnion
