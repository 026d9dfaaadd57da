// python/bindings/reduced_body.cpp -- a reduced body, its matrices without copies, and its frequency response.
#include "trunnion/reduction/reduced_body.h"

#include <complex>

#include "bind.h"
#include "trunnion/reduction/body_response.h"
#include "trunnion/results/reduced_body_file.h"

namespace trunnion::python {
namespace {

using Body = std::shared_ptr<ReducedBody>;

py::array triangles(const NodeRows& rows, const py::object& owner) {
  const auto count = static_cast<py::ssize_t>(rows.triangles.size());
  return view(count ? rows.triangles.front().data() : nullptr, {count, 3}, {12, 4}, owner);
}

py::dict interfaces_of(const py::object& self) {
  py::dict out;
  for (const InterfaceRows& rows : self.cast<Body>()->interfaces) {
    py::dict one;
    one["position"] = view(rows.position.data(), {3}, {8}, self);
    one["translation"] = view(rows.translation.data(), {3, rows.translation.cols()}, {8, 24}, self);
    one["rotation"] = view(rows.rotation.data(), {3, rows.rotation.cols()}, {8, 24}, self);
    out[py::str(rows.name)] = one;
  }
  return out;
}

py::object inertance_of(const ReducedBody& body, const Doubles& frequency, const std::vector<std::string>& interfaces) {
  const LinearBody linear = linear_body(body, interfaces);
  const VectorXd hz = Eigen::Map<const VectorXd>(frequency.data(), frequency.size());
  std::vector<Eigen::MatrixXcd> responses;
  {
    const py::gil_scoped_release release;
    responses = inertance(linear, hz);
  }
  const auto n = linear.rows.rows();
  py::array_t<std::complex<double>> out({static_cast<py::ssize_t>(hz.size()), n, n});
  auto at = out.mutable_unchecked<3>();
  for (Index k = 0; k < hz.size(); ++k)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) at(k, i, j) = responses[static_cast<std::size_t>(k)](i, j);
  return py::make_tuple(out, linear.dof_names);
}

}  // namespace

void bind_reduced_body(py::module_& module) {
  py::class_<ReducedBody, Body>(module, "ReducedBody",
                                "A flexible component with few coordinates q: displacements are modes times q.")
      .def_readonly("name", &ReducedBody::name, "Name of the body.")
      .def_readonly("content_hash", &ReducedBody::content_hash, "Of everything that made it.")
      .def_property_readonly(
          "mass", [](const py::object& s) { return matrix_view(s.cast<Body>()->mass, s); }, "Modal mass, n x n.")
      .def_property_readonly(
          "stiffness", [](const py::object& s) { return matrix_view(s.cast<Body>()->stiffness, s); },
          "Modal stiffness, n x n.")
      .def_property_readonly(
          "damping", [](const py::object& s) { return matrix_view(s.cast<Body>()->damping, s); },
          "Modal damping, n x n.")
      .def_property_readonly(
          "frequency", [](const py::object& s) { return vector_view(s.cast<Body>()->frequency, s); },
          "Frequency of each coordinate [Hz].")
      .def_property_readonly("interfaces", &interfaces_of,
                             "By name: position [m], translation and rotation per unit coordinate, 3 x n.")
      .def_property_readonly(
          "nodes", [](const py::object& s) { return transposed_view(s.cast<Body>()->display.position, s); },
          "Nodes of the surface, nodes x 3 [m].")
      .def_property_readonly(
          "triangles", [](const py::object& s) { return triangles(s.cast<Body>()->display, s); },
          "Triangles of the surface: indices of nodes.")
      .def_property_readonly(
          "modes",
          [](const py::object& s) {
            const MatrixXd& m = s.cast<Body>()->display.translation;
            return view(m.data(), {m.cols(), m.rows() / 3, 3}, {8 * m.rows(), 24, 8}, s);
          },
          "Motion of the surface per unit coordinate, n x nodes x 3.")
      .def_property_readonly(
          "quality",
          [](const ReducedBody& body) {
            py::dict out;
            const auto number = [&](const char* name, double value) {
              out[name] = body.quality.computed ? py::object(py::float_(value)) : py::object(py::none());
            };
            number("band_hz", body.quality.band_hz);
            number("frac_min", body.quality.frac_min);
            number("frac_mean", body.quality.frac_mean);
            number("frf_error_max", body.quality.frf_error_max);
            out["completeness"] = body.record.completeness;
            out["full_dofs"] = body.record.full_dofs;
            return out;
          },
          "How well it follows the unreduced mesh over its band; None where not computed.")
      .def("inertance", &inertance_of, py::arg("frequency"), py::arg("interfaces") = std::vector<std::string>{},
           "Acceleration per force at frequencies [Hz], lines x dofs x dofs, and the names of the dofs; all interfaces "
           "if "
           "none is named.")
      .def(
          "write", [](const ReducedBody& body, const std::filesystem::path& file) { write_reduced_body(body, file); },
          py::arg("file"), "One HDF5 file (docs/results.md).");
  module.def(
      "read_reduced_body",
      [](const std::filesystem::path& file) {
        const LongCall call;
        return std::make_shared<ReducedBody>(read_reduced_body(file));
      },
      py::arg("file"));
}

}  // namespace trunnion::python
