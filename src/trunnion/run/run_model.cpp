#include "trunnion/run/run_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "trunnion/base/nearest_name.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/results/summary.h"
#include "trunnion/run/fe_stages.h"
#include "trunnion/run/fit_comparison.h"
#include "trunnion/run/fit_indicator.h"
#include "trunnion/run/gear_stage.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/mechanism_stage.h"
#include "trunnion/run/output_record.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/reduced_bodies_table.h"
#include "trunnion/run/run_files.h"
#include "trunnion/run/touch_stage.h"

namespace trunnion {
namespace {

/// Everything one run holds on to between its stages.
struct Run {
  const RunOptions& options;
  const Model& model;
  const std::map<std::string, FeBody>& bodies;
  RunLog& log;
  ResultsWriter writer;
  RunRecord record;
  FinishedStages finished;
  std::optional<MechanismRun> mechanism;  // built when its first stage comes; one state lives through all
  GearRun gears;
  std::optional<FitIndicator> indicator;  // its factors stay until a finite-element stage needs the memory
  std::map<std::string, std::vector<NamedArray>> arrays;
  std::string resumed;  // the last stage that a restart finds a checkpoint of; empty: none
};

std::filesystem::path checkpoints_of(const RunOptions& options) { return out_of(options) / "checkpoints"; }

std::vector<StageInput> wanted_stages(const Model& model, const std::vector<std::string>& names) {
  if (names.empty()) return model.stages;
  std::vector<StageInput> wanted;
  std::vector<std::string> known;
  for (const StageInput& stage : model.stages) {
    known.push_back(stage.name);
    if (std::find(names.begin(), names.end(), stage.name) != names.end()) wanted.push_back(stage);
  }
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(fmt::format("--stages {}: the model has no such stage{}", name, name_hint(name, known)));
  return wanted;
}

/// Stages of a mechanism hand on their state: one that is left out is missed by those after it.
void warn_of_left_out(const Model& model, const std::vector<StageInput>& stages, RunLog& log) {
  std::string before;
  for (const StageInput& stage : model.stages) {
    if (!is_mechanism_stage(stage.type)) continue;
    const bool runs = std::any_of(stages.begin(), stages.end(), [&](const auto& s) { return s.name == stage.name; });
    if (runs && !before.empty())
      log.warn(fmt::format("{}it does not begin where '{}' would end, because --stages leaves that one out",
                           stage_place(stage), before));
    before = runs ? "" : stage.name;
  }
}

StageResult solve_stage(Run& run, const StageInput& stage) {
  const FeBody& body = run.bodies.at(stage.body);
  run.log.begin(std::string(name(stage.type)), stage.name);
  check_cancelled(run.log);
  StageResult result = !stage.steps.empty()                 ? run_fe_contact(run.model, stage, body, run.log)
                       : stage.type == StageType::fe_static ? run_fe_static(run.model, stage, body, run.log)
                                                            : run_fe_modes(run.model, stage, body, run.log);
  const SolveCost cost = result.statics ? result.statics->cost : result.modes ? result.modes->cost : SolveCost{};
  run.log.line(
      fmt::format("ordering {:.3g} s, factorization {:.3g} s ({:.3g} entries), solves {:.3g} s, other {:.3g} s",
                  cost.order_s, cost.factor_s, cost.factor.entries, cost.solve_s, cost.other_s));
  run.log.end(stage.type == StageType::fe_static
                  ? fmt::format("{} {}{}", result.cases.size(), stage.steps.empty() ? "load case" : "step",
                                result.cases.size() == 1 ? "" : "s")
                  : fmt::format("{} modes", result.modes->frequency.size()));
  return result;
}

MechanismRun& mechanism_of(Run& run) {
  if (!run.mechanism) {
    const auto reduced_of = [&run](const Model& model) {
      return [&run, &model](const FlexibleBodyInput& body) {
        return std::make_shared<const ReducedBody>(reduce_body(model, body.name, cache_of(run.options), run.log).body);
      };
    };
    run.mechanism.emplace();
    const auto law_of = [&run](const Model& model) {
      return [&run, &model](const GearPairInput& pair) { return mesh_law_of(model, pair, run.gears.store, run.log); };
    };
    run.mechanism->built = build_mechanism(run.model, reduced_of(run.model), cache_of(run.options), law_of(run.model));
    run.mechanism->channels = {run.model.channels, run.model.parameters};
    run.mechanism->rebuild = [&run, reduced_of, law_of](const std::string& parameter, const PhysicalQuantity& value) {
      const Model changed =
          model_of(run.options, {{parameter, fmt::format("{} {}", value.value, text(value.dimension))}});
      return build_mechanism(changed, reduced_of(changed), cache_of(run.options), law_of(changed));
    };
    check_stages(run.model, run.mechanism->built);
    for (const std::string& line : add_reduced_bodies(run.mechanism->built.reduced, run.record)) run.log.note(line);
  }
  return *run.mechanism;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// A plain name that several stages give ("error_indicator_percent") has the value of the last.
void add_quantities(const std::vector<Quantity>& from, RunRecord& record) {
  for (const Quantity& quantity : from) {
    const auto known = std::ranges::find(record.quantities, quantity.name, &Quantity::name);
    if (known == record.quantities.end())
      record.quantities.push_back(quantity);
    else
      *known = quantity;
  }
}

/// What a stage outside the mechanism found, for record and files.
void add_stage_result(const StageResult& result, Run& run) {
  for (const Scene& scene : result.scenes) run.writer.add_scene(scene);
  append(run.record.scenes, result.scenes);
  append(run.record.curves, result.curves);
  append(run.record.tables, result.tables);
  append(run.record.verdicts, result.verdicts);
  add_quantities(result.quantities, run.record);
  append(run.record.key_figures, result.key_figures);
  append(run.record.matrices, result.matrices);
  for (const auto& [group, arrays] : result.arrays) run.writer.set_arrays(group, arrays);
  run.arrays.insert(result.arrays.begin(), result.arrays.end());
}

/// Gear pairs and touching bodies: they bring their own computation.
StageRecord finish_contact_stage(Run& run, const StageInput& stage) {
  const StageResult result = stage.type == StageType::mesh_cycle
                                 ? run_mesh_cycle(run.model, stage, run.gears, run.log)
                                 : run_touch(run.model, stage, cache_of(run.options), run.log);
  add_stage_result(result, run);
  run.finished.curves.emplace(stage.name, result.arrays.at("curves/" + link_name(stage.name)));
  return result.record;
}

StageRecord finish_fe_stage(Run& run, const StageInput& stage) {
  run.indicator.reset();
  StageResult result = solve_stage(run, stage);
  const StageRecord record = result.record;
  add_stage_result(result, run);
  result.scenes.clear();
  run.finished.fe.emplace(stage.name, std::move(result));
  return record;
}

/// All but the pictures of a stage.
void add_result(const MechanismResult& result, ResultsWriter& writer, RunRecord& record) {
  for (const auto& [group, arrays] : result.arrays) writer.set_arrays(group, arrays);
  append(record.tables, result.tables);
  append(record.curves, result.curves);
  append(record.matrices, result.matrices);
  add_quantities(result.quantities, record);
}

FitIndicator& indicator_of(Run& run) {
  if (!run.indicator) run.indicator.emplace(run.model, cache_of(run.options));
  return *run.indicator;
}

StageRecord finish_mechanism_stage(Run& run, const StageInput& stage) {
  MechanismRun& mechanism = mechanism_of(run);
  if (!mechanism.failed.empty())
    throw SolveError(fmt::format("{}not started: '{}' stopped without an answer, so there is no state to begin from",
                                 stage_place(stage), mechanism.failed));
  run.log.begin(std::string(name(stage.type)), stage.name);
  CheckpointPlan plan{checkpoints_of(run.options), run.options.restart, run.model.input_hash, {}};
  plan.publish = [&](const MechanismResult& so_far) {
    std::vector<Scene> scenes = std::exchange(run.record.scenes, {});  // they are written, and large
    RunRecord record = run.record;
    run.record.scenes = std::move(scenes);
    add_result(so_far, run.writer, record);
    for (const Scene& scene : so_far.scenes) run.writer.put_scene(scene);
    record.stages.push_back(so_far.record);
    record.stages.back().name = stage.name;
    record.stages.back().type = name(stage.type);
    run.writer.write_record(record);
    if (!run.writer.replaced_earlier()) run.writer.replace_earlier();
    write_summary(record, out_of(run.options) / "summary.json");
  };
  MechanismResult result = run_mechanism_stage(stage, mechanism, plan, run.log);
  if (stage.mechanism.error_indicator && result.record.status == StageStatus::done) {
    const Stopwatch watch;
    indicator_of(run).judge(stage, mechanism, run.log, result);
    result.quantities.push_back({stage.name + ".indicator_wall_s", watch.seconds(), ""});
  }
  run.arrays.insert(result.arrays.begin(), result.arrays.end());
  for (const Scene& scene : result.scenes) run.writer.put_scene(scene);
  append(run.record.scenes, result.scenes);
  add_result(result, run.writer, run.record);
  const auto curves = result.arrays.find("curves/" + link_name(stage.name));
  if (curves != result.arrays.end() && result.record.status == StageStatus::done)
    run.finished.curves.emplace(stage.name, curves->second);
  if (result.record.status == StageStatus::done && !result.fits.empty())
    run.finished.fits.emplace(stage.name, result.fits);
  if (!result.ended.empty()) run.finished.ended.emplace(stage.name, result.ended);
  return result.record;
}

/// For those who look on: a stage runs, its results come.
void tell_begin(Run& run, const StageInput& stage) {
  StageRecord record;
  record.name = stage.name;
  record.type = name(stage.type);
  record.status = StageStatus::running;
  record.message = "its results come when it is done, those of a transient stage also on the way";
  run.record.stages.push_back(std::move(record));
  run.writer.write_record(run.record);
  run.record.stages.pop_back();
}

/// Runs one stage; not finding an answer is a line in the record, so that stages which do not build on it and the files
/// still come.
/// Returns false when the user stopped the run.
bool run_stage(Run& run, const StageInput& stage) {
  StageRecord record;
  bool goes_on = true;
  tell_begin(run, stage);
  const Stopwatch watch;
  const std::clock_t cpu = std::clock();
  try {
    record = is_mechanism_stage(stage.type) ? finish_mechanism_stage(run, stage)
             : is_fe_stage(stage.type)      ? finish_fe_stage(run, stage)
                                            : finish_contact_stage(run, stage);
    goes_on = record.status != StageStatus::stopped;
  } catch (const Cancelled& error) {
    record.status = StageStatus::stopped;
    record.message = error.what();
    goes_on = false;
  } catch (const Error& error) {
    record.status = StageStatus::failed;
    record.message = error.what();
    run.log.end("failed");
  } catch (const std::bad_alloc&) {
    record.status = StageStatus::failed;
    record.message = fmt::format(
        "{}not enough memory: {:.1f} GB are free. End other programs, use a coarser mesh or fewer samples; "
        "`trunnion check` estimates what a model needs",
        stage_place(stage), free_memory() * 1e-9);
    run.log.end("failed");
  }
  record.name = stage.name;
  record.type = name(stage.type);
  record.wall_s = watch.seconds();
  record.cpu_s = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  append(record.warnings, run.log.take_warnings());
  if (!record.message.empty()) run.log.line(record.message);
  run.record.stages.push_back(record);
  run.writer.write_record(run.record);
  if (stage.name == run.resumed && !run.writer.replaced_earlier()) run.writer.replace_earlier();
  return goes_on;
}

/// Reads every checkpoint a restart would go on from, so that one that does not fit is an error while all files of the
/// earlier run are still there. Where there is none, the earlier results have nothing that this run would not make
/// anew.
void find_checkpoints(Run& run, const std::vector<StageInput>& stages) {
  if (run.options.restart)
    for (const StageInput& stage : stages)
      if (stage.type == StageType::transient &&
          read_checkpoint(checkpoint_file(checkpoints_of(run.options), stage.name), mechanism_of(run).built.mechanism,
                          run.model.input_hash))
        run.resumed = stage.name;
  if (run.resumed.empty()) run.writer.replace_earlier();
}

}  // namespace

bool RunResult::success() const {
  const bool expected = std::none_of(record.verdicts.begin(), record.verdicts.end(),
                                     [](const Verdict& v) { return v.level == VerdictLevel::bad; });
  return !cancelled && status(record) == StageStatus::done && expected;
}

std::filesystem::path default_out(const std::filesystem::path& model_file) {
  return std::filesystem::path("out") / model_file.stem();
}

RunResult run_model(const RunOptions& options, Observer& observer) {
  RunLog log(observer);
  prepare_machine(options, log);
  const Model model = model_of(options);
  const std::vector<StageInput> stages = wanted_stages(model, options.stages);
  if (stages.empty())
    log.warn(fmt::format("{}: there is no [[stage]], so there is nothing to run{}", options.model_file.string(),
                         model.flexible_bodies.empty() ? "" : "; `trunnion reduce` reduces its flexible bodies"));
  const auto bodies = prepare_bodies(model, stages, cache_of(options), log);

  RunResult result;
  result.out = out_of(options);
  Run run{options, model, bodies, log, ResultsWriter(result.out), begin_record(model, options), {}, {}, {}, {}, {}, {}};
  for (const auto& [name, body] : bodies)
    run.record.provenance.more.emplace_back("Mesh of " + name,
                                            body.mesh.source + ", " + mesh_summary(body.mesh.file->mesh));
  run.record.warnings = log.take_warnings();
  run.gears.store.cache = cache_of(options);
  check_gear_pairs(model, log);
  // What is wrong with a mechanism must not come out after hours of other stages.
  if (std::any_of(stages.begin(), stages.end(), [](const auto& stage) { return is_mechanism_stage(stage.type); }))
    mechanism_of(run);
  find_checkpoints(run, stages);
  warn_of_left_out(model, stages, log);
  for (const StageInput& stage : stages) {
    result.cancelled = !run_stage(run, stage);
    if (result.cancelled) break;
  }
  for (const auto& [group, arrays] : compare_fits(model, run.finished, run.record))
    run.writer.set_arrays(group, arrays);
  result.findings = record_outputs(model, run.finished, run.record);
  run.record.files = {"results.h5", "summary.json", "model.toml", "run.log"};
  if (std::filesystem::exists(result.out / "results.xdmf"))
    run.record.files.insert(run.record.files.begin() + 1, "results.xdmf");
  run.writer.write_record(run.record);
  log.line(fmt::format("writing {}", result.out.string()));
  write_side_files(model, log, run.record, result.out);
  result.record = std::move(run.record);
  result.arrays = std::move(run.arrays);
  return result;
}

}  // namespace trunnion
