#include <fmt/format.h>

#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/base/formula.h"
#include "verbs.h"

namespace trunnion::app {

void add_model_options(CLI::App& verb, ModelOptions& options) {
  verb.add_option("model", options.file, "Model file (.toml)")->required();
  verb.add_option("--set", options.set, "NAME=value sets a parameter, table.0.key=value any value of the model file")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("--out", options.out, "Folder for the results (default: out/<name of the model file>)");
  verb.add_option("--threads", options.threads, "Threads (default: as many as the machine has)")
      ->check(CLI::NonNegativeNumber);
  verb.add_option("--time-limit", options.time_limit,
                  "Stop after this time on the clock, e.g. '2 h', and keep what is done");
  verb.add_flag("--quiet", options.quiet, "Print errors only");
}

double time_limit(const ModelOptions& options) {
  if (options.time_limit.empty()) return std::numeric_limits<double>::infinity();
  try {
    const double limit = parse_quantity(options.time_limit, Kind::time);
    if (limit > 0) return limit;
  } catch (const InputError& error) {
    throw InputError(fmt::format("--time-limit {}: {}", options.time_limit, error.what()));
  }
  throw InputError(fmt::format("--time-limit {}: must be > 0", options.time_limit));
}

std::vector<SetOption> set_options(const ModelOptions& options) {
  std::vector<SetOption> parsed;
  for (const std::string& argument : options.set) parsed.push_back(parse_set_option(argument));
  return parsed;
}

}  // namespace trunnion::app
