#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "page_server.h"
#include "terminal_observer.h"
#include "trunnion/base/error.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/run/cache_folder.h"
#include "trunnion/run/picture_model.h"
#include "view.h"

namespace trunnion::app {
namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  ModelOptions model;
  std::string page;
  std::uint16_t port = 0;
};

std::string stamp(const fs::path& file) {
  std::error_code status;
  const auto time = fs::last_write_time(file, status);
  return status ? "none" : fmt::format("{}", time.time_since_epoch().count());
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The page of a run; while it goes on, made from what is on disk by now.
ShownPage run_page(const fs::path& folder) {
  const fs::path report = folder / "report.html", results = folder / "results.h5";
  ShownPage shown;
  shown.version = [=] { return stamp(results) + " " + stamp(report); };
  shown.page = [=]() -> std::string {
    std::error_code status;
    const bool has_results = fs::exists(results);
    if (fs::exists(report) &&
        (!has_results || fs::last_write_time(report, status) >= fs::last_write_time(results, status)))
      return content(report);
    if (!has_results) throw InputError(fmt::format("{}: there are no results yet", folder.string()));
    try {
      return report_html(read_run_record(folder));
    } catch (const Error&) {  // the run has just replaced what the index named: once more
      return report_html(read_run_record(folder));
    }
  };
  return shown;
}

/// The model before anything is solved; files it names are not watched, only the model file itself.
ShownPage model_page(const ModelOptions& options) {
  ShownPage shown;
  shown.version = [options] { return stamp(options.file); };
  shown.page = [options] {
    TerminalObserver observer(options.quiet);
    return report_html(picture_model(read_model(options.file, set_options(options)), default_cache_folder(), observer));
  };
  return shown;
}

int view(const ViewOptions& options) {
  const bool folder = fs::is_directory(options.model.file);
  if (!folder && !fs::exists(options.model.file))
    throw InputError(
        fmt::format("view: there is no '{}'; give the folder of a run or a model file", options.model.file));
  const ShownPage shown = folder ? run_page(options.model.file) : model_page(options.model);
  if (!options.page.empty()) {
    write_file(options.page, shown.page());
    fmt::print(" {:<11} {}\n", "wrote", options.page);
    return 0;
  }
  catch_interrupts();
  const TerminalObserver observer(options.model.quiet);
  PageServer server(shown, options.port);
  fmt::print(" {:<11} {}   (Ctrl-C ends)\n", "serving", server.address());
  std::fflush(stdout);
  server.serve([&] { return observer.cancelled(); });
  return 0;
}

}  // namespace

void add_view(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("view", "Show a run, also while it goes on, or a model before it is solved");
  auto options = std::make_shared<ViewOptions>();
  verb->add_option("what", options->model.file, "Folder of a run, or a model file (.toml)")->required();
  verb->add_option("--set", options->model.set, "As for run: values of the model")->take_all()->allow_extra_args(false);
  verb->add_option("--port", options->port, "Port on the loopback (default: any that is free)");
  verb->add_option("--page", options->page, "Write the page here instead of serving it");
  verb->add_flag("--quiet", options->model.quiet, "Print errors only");
  verb->callback([&action, options] { action = [options] { return view(*options); }; });
}

}  // namespace trunnion::app
