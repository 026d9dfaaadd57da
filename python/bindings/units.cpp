// python/bindings/units.cpp -- unit names to SI.
#include "trunnion/base/units.h"
#include "bind.h"

namespace trunnion::python {

void bind_units(py::module_& module) {
  module.def(
      "parse_unit",
      [](const std::string& name) {
        const Unit unit = parse_unit(name);
        return py::make_tuple(unit.factor, unit.offset, text(unit.dimension));
      },
      py::arg("name"), "SI value of one unit, SI value of its zero, and its dimension in SI base units.");
}

}  // namespace trunnion::python
