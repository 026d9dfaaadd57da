#include <fmt/format.h>

#include <memory>

#include "terminal_observer.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/sweep_study.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

using Work = RunResult (*)(const RunOptions&, Observer&);

/// A verb that takes a file and the usual options, and leaves a record.
CLI::App* add_file_verb(CLI::App& app, Action& action, const std::string& name, const std::string& help, Work work) {
  CLI::App* verb = app.add_subcommand(name, help);
  auto options = std::make_shared<ModelOptions>();
  add_model_options(*verb, *options);
  verb->callback([&action, options, name, work] {
    action = [options, name, work] {
      catch_interrupts();
      TerminalObserver observer(options->quiet);
      RunOptions run{options->file, set_options(*options), options->out, {}, {}, options->threads, "", false};
      run.command = fmt::format("trunnion {} {}", name, options->file);
      for (const std::string& set : options->set) run.command += fmt::format(" --set '{}'", set);
      return work(run, observer).success() ? 0 : 1;
    };
  });
  return verb;
}

}  // namespace

void add_reduce(CLI::App& app, Action& action) {
  add_file_verb(app, action, "reduce", "Reduce the flexible bodies of a model file and say how good they are",
                &reduce_model);
}

void add_sweep(CLI::App& app, Action& action) {
  add_file_verb(app, action, "sweep", "Run one model over the cases of a study file: one table out", &sweep_study)
      ->get_option("model")
      ->description("Study file (.toml)");
}

}  // namespace trunnion::app
