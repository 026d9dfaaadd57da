#include <fmt/core.h>

#include <memory>

#include "trunnion/model/model.h"
#include "trunnion/run/study.h"
#include "verbs.h"

namespace trunnion::app {

void add_schema(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("schema", "Print the JSON Schema of model files, for editors");
  auto page = std::make_shared<bool>(false);
  verb->add_flag("--page", *page, "Print the reference page docs/model-file.md instead");
  auto study = std::make_shared<bool>(false);
  verb->add_flag("--study", *study, "Print the reference page docs/study-file.md instead");
  verb->callback([&action, page, study] {
    action = [page, study] {
      fmt::print("{}", *study ? study_page() : *page ? reference_page(model_info()) : json_schema(model_info()));
      return 0;
    };
  });
}

}  // namespace trunnion::app
