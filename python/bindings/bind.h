#pragma once
// python/bindings/bind.h -- what each file of the module adds to it, and helpers they share.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <mutex>

#include "trunnion/math/types.h"

namespace trunnion::python {

namespace py = pybind11;

void bind_errors(py::module_& module);
void bind_units(py::module_& module);
void bind_results(py::module_& module);
void bind_reduced_body(py::module_& module);
void bind_run(py::module_& module);
void bind_contact(py::module_& module);
void bind_rolling(py::module_& module);
void bind_lubrication(py::module_& module);
void bind_film(py::module_& module);
void bind_gears(py::module_& module);

/// The serial HDF5 library and the settings of BLAS are shared by the whole process: one long call at a time. Python's
/// own lock is free meanwhile. From within a callback of such a call it is an InputError.
class LongCall {
 public:
  LongCall() : lock_(mutex()) {}

 private:
  struct OneAtATime {
    OneAtATime();
    ~OneAtATime();
    OneAtATime(const OneAtATime&) = delete;
    OneAtATime& operator=(const OneAtATime&) = delete;
  };
  static std::mutex& mutex();
  OneAtATime in_this_thread_;
  py::gil_scoped_release release_;
  std::unique_lock<std::mutex> lock_;
};

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// An array that looks into memory of `owner`, which stays alive with it; read-only.
template <class T>
py::array view(const T* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides, py::handle owner) {
  py::array array(py::dtype::of<T>(), std::move(shape), std::move(strides), data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}
/// Rows x columns as Eigen has them.
inline py::array matrix_view(const MatrixXd& m, py::handle owner) {
  return view(m.data(), {m.rows(), m.cols()}, {8, 8 * m.rows()}, owner);
}
inline py::array vector_view(const VectorXd& v, py::handle owner) { return view(v.data(), {v.size()}, {8}, owner); }
/// Three (or more) components per node: one row per node.
template <class M>
py::array transposed_view(const M& m, py::handle owner) {
  return view(m.data(), {m.cols(), m.rows()}, {8 * m.rows(), 8}, owner);
}

/// The numbers of a dict by their keys; the Python layer has put them in.
struct Numbers {
  const py::dict& in;
  double operator()(const char* key) const { return in[key].cast<double>(); }
};

/// Number of rows of an argument that must have `width` columns; the Python layer has flattened it.
inline py::ssize_t rows_of(const Doubles& array, py::ssize_t width) {
  if (array.ndim() != 2 || array.shape(1) != width)
    throw py::value_error("expected an array of rows of " + std::to_string(width));
  return array.shape(0);
}

}  // namespace trunnion::python
