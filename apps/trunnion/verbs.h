#pragma once
// apps/trunnion/verbs.h -- one function per verb; each adds its options to the command line and says what it runs.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "trunnion/model/set_option.h"

namespace trunnion::app {

/// Returns the exit status; throws trunnion::Error for everything that main() reports on stderr.
using Action = std::function<int()>;

/// Options that every verb on a model file takes.
struct ModelOptions {
  std::string file;
  std::vector<std::string> set;
  std::string out;
  int threads = 0;
  std::string time_limit;
  bool quiet = false;
};
void add_model_options(CLI::App& verb, ModelOptions& options);
double time_limit(const ModelOptions& options);                   ///< [s], infinite without one; throws InputError
std::vector<SetOption> set_options(const ModelOptions& options);  ///< --set, split; throws InputError

void add_run(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_info(CLI::App& app, Action& action);
void add_reduce(CLI::App& app, Action& action);
void add_sweep(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_schema(CLI::App& app, Action& action);

std::string version_text();

}  // namespace trunnion::app
