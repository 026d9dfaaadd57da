#include <fmt/format.h>

#include <memory>

#include "terminal_observer.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/run/cache_folder.h"
#include "trunnion/run/check_model.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

std::string bytes_text(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

void print_estimates(const CheckReport& report) {
  for (const StageEstimate& stage : report.stages)
    fmt::print(" {:<11} {:<16} {} nodes, {} elements, {} unknowns; about {} of memory, {}\n", stage.type, stage.stage,
               stage.nodes, stage.elements, stage.unknowns, bytes_text(stage.factor_bytes),
               duration_text(stage.seconds));
}

void print_fits(const CheckReport& report) {
  for (const FitCheck& fit : report.fits)
    fmt::print(" {:<11} {:<16} {}, {:.6g} mm^2\n", "fit", fit.name,
               fit.at_nodes ? fmt::format("{} node pairs", fit.points)
                            : fmt::format("{} points in faces with {} nodes", fit.points, fit.nodes),
               1e6 * fit.area);
}

void print_mechanism(const MechanismCheck& m) {
  fmt::print(
      " {:<11} {} bodies, {} joints and motions, {} forces and loads; {} degrees of freedom ({} velocities, {} "
      "constraint rows, {} redundant){}\n",
      "mechanism", m.bodies, m.joints, m.forces, m.degrees_of_freedom, m.rigid_velocities, m.rows, m.redundant.size(),
      m.flexible > 0 ? ", besides the modes of flexible bodies" : "");
  for (const std::string& row : m.redundant)
    fmt::print("             redundant{}: {} follows from the others; its reaction is 0\n",
               m.flexible > 0 ? " (with flexible bodies taken as rigid)" : "", row);
  if (!m.moved.empty()) fmt::print("             {}\n", m.moved);
}

std::string verdict(int warnings) {
  if (warnings == 0) return "the model is sound";
  return fmt::format("the model can run; see the {} above", warnings == 1 ? "warning" : "warnings");
}

int check(const ModelOptions& options) {
  catch_interrupts();
  set_num_threads(options.threads);
  TerminalObserver observer(options.quiet, time_limit(options));
  const Model model = read_model(options.file, set_options(options));
  const CheckReport report = check_model(model, default_cache_folder(), observer);
  if (!options.quiet) print_estimates(report);
  if (!options.quiet) print_fits(report);
  if (!options.quiet && report.mechanism) print_mechanism(*report.mechanism);
  for (const StageEstimate& stage : report.stages)
    if (report.available_bytes > 0 && stage.factor_bytes > report.available_bytes)
      observer.warn(fmt::format("stage {} needs about {}, this machine has {} free", stage.stage,
                                bytes_text(stage.factor_bytes), bytes_text(report.available_bytes)));
  if (!options.quiet) fmt::print(" {}: {}\n", options.file, verdict(observer.warnings()));
  return 0;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand(
      "check",
      "Check a model file without solving: units, names, sizes, memory and time, degrees of freedom, redundant joints");
  auto options = std::make_shared<ModelOptions>();
  add_model_options(*verb, *options);
  verb->callback([&action, options] { action = [options] { return check(*options); }; });
}

}  // namespace trunnion::app
