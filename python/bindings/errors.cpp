// python/bindings/errors.cpp -- our exceptions become those of trunnion.errors, with the same sentence.
#include "bind.h"
#include "trunnion/base/error.h"

namespace trunnion::python {
namespace {

void raise(const char* type, const std::string& message, const SourceLocation& where = {}) {
  const py::object error = py::module_::import("trunnion.errors").attr(type)(message);
  if (!where.file.empty()) {
    error.attr("file") = where.file;
    error.attr("line") = where.line;
    error.attr("column") = where.column;
  }
  PyErr_SetObject(py::type::of(error).ptr(), error.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    raise("InputError", error.what(), error.where());
  } catch (const SolveError& error) {
    raise("SolveError", error.what());
  } catch (const Cancelled& error) {
    raise("Cancelled", error.what());
  } catch (const Error& error) {
    raise("Error", error.what());
  }
}

}  // namespace

void bind_errors(py::module_&) { py::register_exception_translator(&translate); }

}  // namespace trunnion::python
