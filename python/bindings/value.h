#pragma once
// python/bindings/value.h -- the tree of a model file as dicts, lists, texts and numbers, and back.

#include "bind.h"
#include "trunnion/model/value.h"

namespace trunnion::python {

py::object to_python(const Value& value);

/// `original`: what was read from a file; parts that did not change keep their line and column. May be null.
/// Throws InputError naming `path` when an object has no counterpart.
Value to_value(py::handle object, const Value* original, const std::string& path);

}  // namespace trunnion::python
