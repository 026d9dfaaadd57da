#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "short_waits.h"
#include "terminal_observer.h"
#include "trunnion/base/error.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/freed_memory.h"
#include "verbs.h"
#include "view.h"

namespace {

/// 0: all succeeded. 1: the input is bad or the computation found no answer. stopped_status(): stopped from outside.
int run_guarded(const trunnion::app::Action& action) {
  try {
    return action();
  } catch (const trunnion::Cancelled& error) {
    fmt::print(stderr, "trunnion: {} (by {})\n", error.what(), trunnion::app::stop_reason());
    return trunnion::app::stopped_status();
  } catch (const trunnion::Error& error) {
    fmt::print(stderr, "trunnion: {}\n", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    fmt::print(stderr, "trunnion: {}: {}\n", error.path1().string(), error.code().message());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "trunnion: not enough memory; 'trunnion check' estimates what a model needs\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "trunnion: internal error: {}\n", error.what());
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace trunnion::app;
  wait_briefly(argv);
  CLI::App app{"Flexible multibody dynamics for machine elements in contact."};
  app.name("trunnion");
  app.set_version_flag(
      "--version", [] { return version_text(); }, "Version, build and licence");
  app.require_subcommand(1);
  Action action;
  add_run(app, action);
  add_check(app, action);
  add_reduce(app, action);
  add_sweep(app, action);
  add_report(app, action);
  add_view(app, action);
  add_info(app, action);
  add_convert(app, action);
  add_export(app, action);
  add_schema(app, action);
  CLI11_PARSE(app, argc, argv);
  trunnion::use_fast_blas_kernel();
  trunnion::keep_freed_memory();
  return run_guarded(action);
}
