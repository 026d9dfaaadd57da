#include "trunnion/run/provenance.h"

#include "trunnion/base/version.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/run/run_log.h"

namespace trunnion {

Provenance provenance_of(const Model& model, const std::string& command) {
  Provenance provenance;
  provenance.input_file = model.file.filename().string();
  provenance.input_hash = model.input_hash;
  provenance.version = version();
  provenance.date = utc_now();
  provenance.command = command;
  for (const SetOption& option : model.changed) provenance.changed.emplace_back(option.name, option.text);
  provenance.blas_kernel = blas_kernel().name;
  provenance.threads = num_threads();
  return provenance;
}

}  // namespace trunnion
