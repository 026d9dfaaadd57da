#include "trunnion/run/run_files.h"

#include <fmt/format.h>

#include "trunnion/math/blas_kernel.h"
#include "trunnion/model/build_model.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/summary.h"
#include "trunnion/run/cache_folder.h"
#include "trunnion/run/provenance.h"

namespace trunnion {

std::filesystem::path cache_of(const RunOptions& options) {
  return options.cache.empty() ? default_cache_folder() : options.cache;
}

std::filesystem::path out_of(const RunOptions& options) {
  return options.out.empty() ? default_out(options.model_file) : options.out;
}

Model model_of(const RunOptions& options, const std::vector<SetOption>& more) {
  std::vector<SetOption> set = options.set;
  set.insert(set.end(), more.begin(), more.end());
  return options.tree ? build_model(*options.tree, options.model_file, set) : read_model(options.model_file, set);
}

void prepare_machine(const RunOptions& options, RunLog& log) {
  set_num_threads(options.threads);
  if (const BlasKernel& kernel = use_fast_blas_kernel(); !kernel.warning.empty()) log.warn(kernel.warning);
}

RunRecord begin_record(const Model& model, const RunOptions& options) {
  RunRecord record;
  record.model_name = model.header.name;
  record.explanation = model.header.description;
  record.provenance = provenance_of(model, options.command);
  return record;
}

void write_side_files(const Model& model, const RunLog& log, const RunRecord& record,
                      const std::filesystem::path& out) {
  write_file(out / "model.toml", fmt::format("# {} as it ran: parameters and expressions worked out, SI units.\n{}",
                                             model.file.filename().string(), model.resolved));
  write_file(out / "run.log", log.text());
  write_summary(record, out / "summary.json");
  write_report(record, out / "report.html");
}

}  // namespace trunnion
