#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "terminal_observer.h"
#include "trunnion/run/export_model.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

struct ExportOptions : ModelOptions {
  std::string unit = "m";
  ResponseLines lines;
};

int export_file(const ExportOptions& options) {
  catch_interrupts();
  TerminalObserver observer(options.quiet, time_limit(options));
  const std::filesystem::path file = options.file;
  std::filesystem::path out = options.out;
  if (out.empty()) out = default_out(file);
  RunOptions run{file, set_options(options), out, {}, {}, options.threads, "", false};
  const std::vector<std::string> written = file.extension() == ".h5" ? export_reduced_body(file, options.lines, out)
                                                                     : export_decks(run, options.unit, observer);
  if (!options.quiet) fmt::print(" {:<11} {}/{{{}}}\n", "wrote", out.string(), fmt::join(written, ", "));
  return 0;
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand(
      "export",
      "A reduced body (.h5) as matrices and responses; the bodies of a model file (.toml) as static decks for "
      "CalculiX and Nastran");
  auto options = std::make_shared<ExportOptions>();
  add_model_options(*verb, *options);
  verb->get_option("model")->description("Reduced body (.h5) or model file (.toml)");
  verb->add_option("--unit", options->unit, "Decks: length unit")->capture_default_str();
  verb->add_option("--from", options->lines.from_hz, "Responses: first frequency [Hz]")->capture_default_str();
  verb->add_option("--to", options->lines.to_hz, "Responses: last frequency [Hz]")->capture_default_str();
  verb->add_option("--lines", options->lines.count, "Responses: number of frequencies")->capture_default_str();
  verb->callback([&action, options] { action = [options] { return export_file(*options); }; });
}

}  // namespace trunnion::app
