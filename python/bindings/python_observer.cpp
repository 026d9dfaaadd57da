#include "python_observer.h"

namespace trunnion::python {
namespace {

using namespace std::chrono_literals;
constexpr auto kBetweenCalls = 50ms;    // progress that nobody could read is not worth a call
constexpr auto kBetweenSignals = 20ms;  // Ctrl-C is felt at once

}  // namespace

void PythonObserver::begin(const std::string& verb, const std::string& subject) {
  verb_ = verb;
  subject_ = subject;
  call("begin", 0, "");
}

void PythonObserver::advance(double fraction) {
  if (Clock::now() - shown_ < kBetweenCalls) return;
  call("advance", fraction, "");
}

void PythonObserver::call(const char* kind, double fraction, const std::string& message) {
  shown_ = Clock::now();
  if (callable_.is_none() || stop_) return;
  const py::gil_scoped_acquire lock;
  try {
    const py::object answer = callable_(kind, verb_, subject_, fraction, message);
    if (answer.is(py::bool_(false))) stop_ = true;
  } catch (py::error_already_set& error) {
    type_ = error.type();
    value_ = error.value();
    trace_ = error.trace();
    stop_ = true;
  }
}

bool PythonObserver::cancelled() const {
  if (stop_) return true;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  if (now - looked_ < std::chrono::duration_cast<Clock::duration>(kBetweenSignals).count()) return false;
  looked_ = now;
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  const py::error_already_set error;
  type_ = error.type();
  value_ = error.value();
  trace_ = error.trace();
  stop_ = true;
  return true;
}

void PythonObserver::raise_pending() {
  if (!type_) return;
  PyErr_Restore(type_.release().ptr(), value_.release().ptr(), trace_.release().ptr());
  throw py::error_already_set();
}

}  // namespace trunnion::python
