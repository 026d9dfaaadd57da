#include "trunnion/run/run_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "terminal_observer.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

/// The end of a run on the terminal: the user's own numbers, then what went wrong.
int print_outcome(const RunResult& result, const std::string& model_file, bool quiet) {
  if (!quiet) {
    std::vector<std::string> wrote = result.record.files;
    wrote.emplace_back("report.html");
    fmt::print(" {:<11} {}/{{{}}}\n", "wrote", result.out.string(), fmt::join(wrote, ", "));
    for (const std::string& finding : result.findings) fmt::print("             {}\n", finding);
  }
  for (const StageRecord& stage : result.record.stages)
    if (stage.status != StageStatus::done) fmt::print(stderr, "trunnion: stage {}: {}\n", stage.name, stage.message);
  for (const Verdict& verdict : result.record.verdicts)
    if (verdict.level == VerdictLevel::bad)
      fmt::print(stderr, "trunnion: {}: {} {}\n", model_file, verdict.claim, verdict.detail);
  return result.success() ? 0 : 1;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("run", "Run the stages of a model file and write results, summary and report");
  auto options = std::make_shared<ModelOptions>();
  auto stages = std::make_shared<std::vector<std::string>>();
  auto restart = std::make_shared<bool>(false);
  add_model_options(*verb, *options);
  verb->add_option("--stages", *stages, "Run only these stages (names, separated by commas)")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--restart", *restart, "Go on from the last checkpoint in the output folder");
  verb->callback([&action, options, stages, restart] {
    action = [options, stages, restart] {
      catch_interrupts();
      TerminalObserver observer(options->quiet, time_limit(*options));
      RunOptions run{options->file, set_options(*options), options->out, {}, *stages, options->threads, "", *restart};
      run.command = "trunnion run " + options->file;
      for (const std::string& set : options->set) run.command += fmt::format(" --set '{}'", set);
      const RunResult result = run_model(run, observer);
      const int status = print_outcome(result, options->file, options->quiet);
      if (!result.cancelled) return status;
      fmt::print(stderr, "trunnion: stopped by {}; `trunnion run --restart` goes on from the last checkpoint\n",
                 stop_reason());
      return stopped_status();
    };
  });
}

}  // namespace trunnion::app
