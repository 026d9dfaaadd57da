#include <fmt/format.h>

#include <memory>

#include "terminal_observer.h"
#include "trunnion/run/reduce_model.h"
#include "verbs.h"

namespace trunnion::app {

void add_reduce(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("reduce", "Reduce the flexible bodies of a model file and say how good they are");
  auto options = std::make_shared<ModelOptions>();
  add_model_options(*verb, *options);
  verb->callback([&action, options] {
    action = [options] {
      catch_interrupts();
      TerminalObserver observer(options->quiet, time_limit(*options));
      RunOptions run{options->file, set_options(*options), options->out, {}, {}, options->threads, "", false};
      run.command = "trunnion reduce " + options->file;
      for (const std::string& set : options->set) run.command += fmt::format(" --set '{}'", set);
      return reduce_model(run, observer).success() ? 0 : 1;
    };
  });
}

}  // namespace trunnion::app
