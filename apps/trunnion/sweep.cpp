#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "terminal_observer.h"
#include "trunnion/run/sweep_study.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

struct SweepVerbOptions {
  ModelOptions model;
  int jobs = 0;
  bool fresh = false;
  std::string scheduler;
};

/// A cluster is the business of the Python package, which plans and collects with the same functions.
[[noreturn]] void hand_over(const SweepVerbOptions& options) {
  const char* chosen = std::getenv("TRUNNION_PYTHON");
  const std::string python = chosen ? chosen : "python3";
  std::vector<std::string> words = {python,           "-m", "trunnion", "sweep", options.model.file, "--scheduler",
                                    options.scheduler};
  const auto add = [&](const char* name, const std::string& value) {
    words.emplace_back(name);
    words.push_back(value);
  };
  if (!options.model.out.empty()) add("--out", options.model.out);
  if (options.model.threads > 0) add("--threads", fmt::format("{}", options.model.threads));
  for (const std::string& set : options.model.set) add("--set", set);
  if (options.fresh) words.emplace_back("--fresh");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  setenv("TRUNNION_PROGRAM", std::filesystem::canonical("/proc/self/exe").c_str(), 0);
  execvp(arguments[0], arguments.data());
  throw InputError(fmt::format("sweep --scheduler: {} cannot be started ({})", python, std::strerror(errno)));
}

int sweep(const SweepVerbOptions& options) {
  if (!options.scheduler.empty()) hand_over(options);
  catch_interrupts();
  TerminalObserver observer(options.model.quiet, time_limit(options.model));
  SweepOptions study;
  study.run.model_file = options.model.file;
  study.run.set = set_options(options.model);
  study.run.out = options.model.out;
  study.run.threads = options.model.threads;
  study.run.command = "trunnion sweep " + options.model.file;
  for (const std::string& set : options.model.set) study.run.command += fmt::format(" --set '{}'", set);
  study.program = std::filesystem::canonical("/proc/self/exe");
  study.jobs = options.jobs;
  study.fresh = options.fresh;
  return sweep_study(study, observer).success() ? 0 : 1;
}

}  // namespace

void add_sweep(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("sweep", "Run one model over the cases of a study file: one table out");
  auto options = std::make_shared<SweepVerbOptions>();
  add_model_options(*verb, options->model);
  verb->get_option("model")->description("Study file (.toml)");
  verb->get_option("--threads")->description("Threads of each case (default: 1)");
  verb->add_option("--jobs", options->jobs, "Cases at a time (default: one per core)")->check(CLI::NonNegativeNumber);
  verb->add_flag("--fresh", options->fresh, "Run cases again that are done already");
  verb->add_option(
      "--scheduler", options->scheduler,
      "Run the cases on a Dask cluster: address of its scheduler. The Python package does it, by python3 or "
      "the one that TRUNNION_PYTHON names");
  verb->callback([&action, options] { action = [options] { return sweep(*options); }; });
}

}  // namespace trunnion::app
