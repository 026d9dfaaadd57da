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
  verb.add_flag("--quiet", options.quiet, "Print errors only");
}

std::vector<SetOption> set_options(const ModelOptions& options) {
  std::vector<SetOption> parsed;
  for (const std::string& argument : options.set) parsed.push_back(parse_set_option(argument));
  return parsed;
}

}  // namespace trunnion::app
