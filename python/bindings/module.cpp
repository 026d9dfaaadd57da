// python/bindings/module.cpp -- trunnion._core: the library as Python sees it. The typed layer above it is
// python/trunnion/.
#include "bind.h"
#include "trunnion/base/error.h"
#include "trunnion/base/version.h"
#include "trunnion/math/blas_kernel.h"

namespace trunnion::python {

namespace {
thread_local bool busy = false;
}

LongCall::OneAtATime::OneAtATime() {
  if (busy)
    throw InputError(
        "a progress callback cannot read, run or write by this package while the call that reports to it goes on; "
        "note what you need and do it afterwards");
  busy = true;
}
LongCall::OneAtATime::~OneAtATime() { busy = false; }

std::mutex& LongCall::mutex() {
  static std::mutex one;
  return one;
}

}  // namespace trunnion::python

PYBIND11_MODULE(_core, module) {
  using namespace trunnion::python;
  module.doc() = "Compiled part of trunnion.";
  module.attr("__version__") = trunnion::version();
  trunnion::use_fast_blas_kernel();
  bind_errors(module);
  bind_units(module);
  bind_results(module);
  bind_reduced_body(module);
  bind_run(module);
  bind_contact(module);
  bind_rolling(module);
  bind_lubrication(module);
  bind_film(module);
  bind_gears(module);
}
