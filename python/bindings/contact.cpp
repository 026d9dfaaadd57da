// python/bindings/contact.cpp -- point contact over arrays.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bind.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/hertz.h"
#include "trunnion/contact/material.h"

namespace trunnion::python {

namespace {

/// Of F = e h^(3/2).
HertzPoint checked_point(double P, double Q, double modulus) {
  if (!(P > 0 && Q >= P && modulus > 0))
    throw InputError(
        fmt::format("hertz: P = {:.4g} 1/m, Q = {:.4g} 1/m, reduced modulus {:.4g} Pa; must be 0 < P <= Q "
                    "and a modulus above 0",
                    P, Q, modulus));
  return hertz_point({P, Q}, modulus);
}

}  // namespace

void bind_contact(py::module_& module) {
  module.def("reduced_modulus", py::vectorize([](double young_a, double poisson_a, double young_b, double poisson_b) {
               return reduced_modulus({young_a, poisson_a}, {young_b, poisson_b});
             }),
             py::arg("young_a"), py::arg("poisson_a"), py::arg("young_b"), py::arg("poisson_b"));
  module.def(
      "relative_curvature",
      [](const Doubles& in) {  // a1, a2, b1, b2, angle
        const py::ssize_t n = rows_of(in, 5);
        Doubles out({n, py::ssize_t{2}});
        for (py::ssize_t i = 0; i < n; ++i) {
          const double* x = in.data(i, 0);
          const RelativeCurvature c = relative_curvature({x[0], x[1]}, {x[2], x[3]}, x[4]);
          out.mutable_at(i, 0) = c.P;
          out.mutable_at(i, 1) = c.Q;
        }
        return out;
      },
      py::arg("rows"));
  module.def(
      "hertz_point",
      [](const Doubles& in) {  // approach, P, Q, modulus
        const py::ssize_t n = rows_of(in, 4);
        Doubles out({n, py::ssize_t{5}});
        double* y = out.mutable_data();
        const py::gil_scoped_release release;
        for (py::ssize_t i = 0; i < n; ++i, y += 5) {
          const double* x = in.data() + 4 * i;
          const HertzPoint point = checked_point(x[1], x[2], x[3]);
          const ContactEllipse ellipse = contact_ellipse(point, x[0]);
          const double h = std::max(0.0, x[0]), e = point.stiffness.e;
          y[0] = e * h * std::sqrt(h);
          y[1] = 1.5 * e * std::sqrt(h);
          y[2] = ellipse.a;
          y[3] = ellipse.b;
          y[4] = ellipse.peak_pressure;
        }
        return out;
      },
      py::arg("rows"));
  module.def("approach_under", py::vectorize([](double load, double P, double Q, double modulus) {
               return approach_under(load, checked_point(P, Q, modulus).stiffness.e);
             }),
             py::arg("load"), py::arg("P"), py::arg("Q"), py::arg("modulus"));
}

}  // namespace trunnion::python
