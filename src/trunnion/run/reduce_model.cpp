#include "trunnion/run/reduce_model.h"

#include <fmt/format.h>

#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/reduced_body_file.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/results/summary.h"
#include "trunnion/run/cache_folder.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/provenance.h"
#include "trunnion/run/reduction_record.h"
#include "trunnion/run/run_log.h"

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

ReducedResult reduce_body(const Model& model, const std::string& body, const std::filesystem::path& cache_folder,
                          Observer& observer) {
  const FlexibleBodyInput& input = find_body(model, body);
  const FeBody fe = prepare_body(model, body, cache_folder, observer);
  ReductionOptions options = reduction_options(input.reduction);
  options.name = body;
  options.interfaces = without_groups(options.interfaces, input.interfaces);
  if (!input.reduction.load_cases.empty())
    options.load_modes = body_load_cases(model, body, *fe.mesh.file, input.reduction.load_cases);
  const std::string hash = reduction_hash(fe.model, options);
  const std::filesystem::path kept = cache_folder / "reduced" / (hash + ".h5");
  if (reduced_body_hash(kept) == hash) {
    observer.begin("reducing", body);
    ReducedResult result{read_reduced_body(kept), true};
    observer.end(fmt::format("{} coordinates (cached)", result.body.frequency.size()));
    return result;
  }
  ReducedResult result;
  try {
    result.body = reduce(fe.model, options, observer);
  } catch (const InputError& error) {
    throw InputError(input.reduction.where.file.empty() ? input.where : input.reduction.where,
                     fmt::format("flexible_body '{}': {}", body, error.what()));
  }
  std::filesystem::create_directories(kept.parent_path());
  write_reduced_body(result.body, kept);
  return result;
}

RunResult reduce_model(const RunOptions& options, Observer& observer) {
  RunLog log(observer);
  set_num_threads(options.threads);
  if (const BlasKernel& kernel = use_fast_blas_kernel(); !kernel.warning.empty()) log.warn(kernel.warning);
  const Model model = read_model(options.model_file, options.set);
  if (model.flexible_bodies.empty())
    throw InputError(fmt::format("{}: there is no [[flexible_body]] to reduce", options.model_file.string()));
  const std::filesystem::path cache = options.cache.empty() ? default_cache_folder() : options.cache;

  RunResult result;
  result.out = options.out.empty() ? default_out(options.model_file) : options.out;
  ResultsWriter writer(result.out);
  RunRecord& record = result.record;
  record.model_name = model.header.name;
  record.explanation = model.header.description;
  record.provenance = provenance_of(model, options.command);
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
    record_findings(body, record);
    record.headline += (record.headline.empty() ? "" : " ") + headline(body);
    record.files.push_back(input.name + ".h5");
  }
  for (const Scene& scene : record.scenes) writer.add_scene(scene);
  for (const char* file : {"results.h5", "results.xdmf", "summary.json", "model.toml", "run.log"})
    record.files.emplace_back(file);
  writer.write_record(record);
  log.note(fmt::format("wrote {}/{{{}.h5, summary.json, report.html}}", result.out.string(),
                       model.flexible_bodies.front().name));
  write_file(result.out / "model.toml",
             fmt::format("# {} as it ran: parameters and expressions worked out, SI units.\n{}",
                         model.file.filename().string(), model.resolved));
  write_file(result.out / "run.log", log.text());
  write_summary(record, result.out / "summary.json");
  write_report(record, result.out / "report.html");
  return result;
}

}  // namespace trunnion
