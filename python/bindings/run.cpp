// python/bindings/run.cpp -- models and the verbs: check, reduce, run, sweep, report.
#include "trunnion/run/run_model.h"

#include "bind.h"
#include "python_observer.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/model/read_toml.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/run/cache_folder.h"
#include "trunnion/run/check_model.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/run_files.h"
#include "trunnion/run/sweep_study.h"
#include "value.h"

namespace trunnion::python {
namespace {

/// What was read from a file, for the lines and columns of messages.
struct Source {
  std::shared_ptr<const Value> tree;
};

/// A model as Python holds it, on its way into the library.
struct ModelArguments {
  RunOptions options;

  ModelArguments(const py::dict& data, const Source* source, std::filesystem::path file,
                 const std::vector<std::pair<std::string, std::string>>& set) {
    options.model_file = std::move(file);
    options.tree = std::make_shared<const Value>(to_value(data, source ? source->tree.get() : nullptr, ""));
    for (const auto& [name, text] : set) options.set.push_back({name, text});
  }
};

/// How a run is carried out, beside its model.
struct RunArguments {
  std::filesystem::path out, cache;
  std::vector<std::string> stages;
  int threads = 0;
  bool restart = false;
  std::string command;

  void put_into(RunOptions& options) const {
    options.out = out;
    options.cache = cache;
    options.stages = stages;
    options.threads = threads;
    options.restart = restart;
    options.command = command;
  }
};

py::dict estimate(const StageEstimate& stage) {
  py::dict out;
  out["stage"] = stage.stage;
  out["type"] = stage.type;
  out["body"] = stage.body;
  out["nodes"] = stage.nodes;
  out["elements"] = stage.elements;
  out["unknowns"] = stage.unknowns;
  out["memory"] = stage.factor_bytes;
  out["seconds"] = stage.seconds;
  return out;
}

py::dict check_report(const CheckReport& report) {
  py::dict out;
  out["model_name"] = report.model_name;
  py::list stages;
  for (const StageEstimate& stage : report.stages) stages.append(estimate(stage));
  out["stages"] = stages;
  out["free_memory"] = report.available_bytes;
  out["mechanism"] = py::none();
  if (const auto& m = report.mechanism) {
    py::dict mechanism;
    mechanism["bodies"] = m->bodies;
    mechanism["flexible_bodies"] = m->flexible;
    mechanism["joints"] = m->joints;
    mechanism["forces"] = m->forces;
    mechanism["degrees_of_freedom"] = m->degrees_of_freedom;
    mechanism["redundant"] = m->redundant;
    mechanism["moved"] = m->moved;
    out["mechanism"] = mechanism;
  }
  return out;
}

using Set = std::vector<std::pair<std::string, std::string>>;
using Result = std::shared_ptr<RunResult>;

Result shared(RunResult result) { return std::make_shared<RunResult>(std::move(result)); }

void bind_models(py::module_& module) {
  py::class_<Source>(module, "Source", "Where the values of a model stand in its file.");
  module.def(
      "read_source",
      [](const std::filesystem::path& file) {
        const auto tree = std::make_shared<const Value>(read_toml(read_text_file(file), file.string()));
        return py::make_tuple(Source{tree}, to_python(*tree));
      },
      py::arg("file"), "Reads a model file: its places and its values.");
  module.def(
      "check_set",
      [](const py::dict& data, const std::string& name, const std::string& text) {
        Value tree = to_value(data, nullptr, "");
        apply({name, text}, tree);
      },
      py::arg("data"), py::arg("name"), py::arg("text"), "Raises when the model has nothing of this name.");
  module.def(
      "to_toml", [](const py::dict& data) { return to_toml(to_value(data, nullptr, "")); }, py::arg("data"),
      "The values as text of a model file.");
  module.def(
      "resolve",
      [](const py::dict& data, const Source* source, const std::filesystem::path& file, const Set& set) {
        const Model model = model_of(ModelArguments(data, source, file, set).options);
        return py::make_tuple(model.header.name, model.resolved, model.input_hash);
      },
      py::arg("data"), py::arg("source").none(true), py::arg("file"), py::arg("set"),
      "Name, all values worked out in SI as TOML, and the hash of all that goes into a run.");
}

void bind_verbs(py::module_& module) {
  module.def(
      "check",
      [](const py::dict& data, const Source* source, const std::filesystem::path& file, const Set& set,
         const std::filesystem::path& cache, py::object progress) {
        const ModelArguments arguments(data, source, file, set);
        return check_report(observed(std::move(progress), [&](Observer& observer) {
          use_fast_blas_kernel();
          return check_model(model_of(arguments.options), cache.empty() ? default_cache_folder() : cache, observer);
        }));
      },
      py::arg("data"), py::arg("source").none(true), py::arg("file"), py::arg("set"), py::arg("cache"),
      py::arg("progress"));
  const auto verb = [&module](const char* name, RunResult (*work)(const RunOptions&, Observer&)) {
    module.def(
        name,
        [work](const py::dict& data, const Source* source, const std::filesystem::path& file, const Set& set,
               const RunArguments& run, py::object progress) {
          ModelArguments arguments(data, source, file, set);
          run.put_into(arguments.options);
          return shared(
              observed(std::move(progress), [&](Observer& observer) { return work(arguments.options, observer); }));
        },
        py::arg("data"), py::arg("source").none(true), py::arg("file"), py::arg("set"), py::arg("run"),
        py::arg("progress"));
  };
  verb("run", &run_model);
  verb("reduce", &reduce_model);
  module.def(
      "reduce_body",
      [](const py::dict& data, const Source* source, const std::filesystem::path& file, const Set& set,
         const std::string& body, const std::filesystem::path& cache, py::object progress) {
        const ModelArguments arguments(data, source, file, set);
        return observed(std::move(progress), [&](Observer& observer) {
          use_fast_blas_kernel();
          return std::make_shared<ReducedBody>(
              reduce_body(model_of(arguments.options), body, cache.empty() ? default_cache_folder() : cache, observer)
                  .body);
        });
      },
      py::arg("data"), py::arg("source").none(true), py::arg("file"), py::arg("set"), py::arg("body"), py::arg("cache"),
      py::arg("progress"));
}

RunOptions study_options(const std::filesystem::path& study, const Set& set, const RunArguments& run) {
  RunOptions options;
  options.model_file = study;
  for (const auto& [name, text] : set) options.set.push_back({name, text});
  run.put_into(options);
  return options;
}

void bind_sweeps(py::module_& module) {
  module.def(
      "sweep",
      [](const std::filesystem::path& study, const Set& set, const RunArguments& run,
         const std::filesystem::path& program, int jobs, bool fresh, py::object progress) {
        const SweepOptions options{study_options(study, set, run), program, jobs, fresh};
        return shared(
            observed(std::move(progress), [&](Observer& observer) { return sweep_study(options, observer); }));
      },
      py::arg("study"), py::arg("set"), py::arg("run"), py::arg("program"), py::arg("jobs"), py::arg("fresh"),
      py::arg("progress"));
  module.def(
      "plan_sweep",
      [](const std::filesystem::path& study, const Set& set, const RunArguments& run,
         const std::filesystem::path& program) {
        py::list cases;
        for (const PlannedCase& one : plan_sweep(study_options(study, set, run), program).cases) {
          if (!one.problem.empty()) write_outcome(one, {false, one.problem, 0});
          py::dict planned;
          planned["name"] = one.name;
          planned["folder"] = std::filesystem::absolute(one.folder).string();
          planned["arguments"] = one.arguments;
          planned["key"] = one.key;
          planned["runs"] = one.problem.empty();
          planned["finished"] = earlier_outcome(one).has_value();
          cases.append(planned);
        }
        return cases;
      },
      py::arg("study"), py::arg("set"), py::arg("run"), py::arg("program"));
  module.def(
      "collect_sweep",
      [](const std::filesystem::path& study, const Set& set, const RunArguments& run,
         const std::filesystem::path& program) {
        const LongCall call;
        return shared(collect_sweep(plan_sweep(study_options(study, set, run), program)));
      },
      py::arg("study"), py::arg("set"), py::arg("run"), py::arg("program"));
  module.def(
      "write_failure",
      [](const std::string& name, const std::filesystem::path& folder, const std::string& key,
         const std::string& message) {
        write_outcome(PlannedCase{name, folder, {}, key, ""}, {false, message, 0});
      },
      py::arg("name"), py::arg("folder"), py::arg("key"), py::arg("message"));
}

}  // namespace

void bind_run(py::module_& module) {
  py::class_<RunArguments>(module, "RunArguments", "How a run is carried out.")
      .def(py::init([](std::filesystem::path out, std::filesystem::path cache, std::vector<std::string> stages,
                       int threads, bool restart, std::string command) {
             return RunArguments{std::move(out), std::move(cache), std::move(stages),
                                 threads,        restart,          std::move(command)};
           }),
           py::kw_only(), py::arg("out"), py::arg("cache"), py::arg("stages"), py::arg("threads"), py::arg("restart"),
           py::arg("command"));
  bind_models(module);
  bind_verbs(module);
  bind_sweeps(module);
  module.def(
      "read_results",
      [](const std::filesystem::path& folder) {
        const LongCall call;
        RunResult result;
        result.record = read_run_record(folder);
        result.arrays = read_arrays(folder);
        result.out = std::filesystem::is_directory(folder) ? folder : folder.parent_path();
        result.cancelled = status(result.record) == StageStatus::stopped;
        return shared(std::move(result));
      },
      py::arg("folder"));
  module.def(
      "write_report",
      [](const Result& result, const std::filesystem::path& page, std::size_t budget) {
        const LongCall call;
        write_report(result->record, page, ReportOptions{budget});
      },
      py::arg("results"), py::arg("page"), py::arg("budget"));
}

}  // namespace trunnion::python
