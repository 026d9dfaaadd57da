#pragma once
// python/bindings/python_observer.h -- progress to a Python callable; Ctrl-C, its False and its exceptions stop the
// run.

#include <atomic>
#include <chrono>

#include "bind.h"
#include "trunnion/base/progress.h"

namespace trunnion::python {

/// The callable gets (kind, verb, subject, fraction, message); None hears nothing, but Ctrl-C still works.
class PythonObserver final : public Observer {
 public:
  explicit PythonObserver(py::object callable) : callable_(std::move(callable)) {}

  void begin(const std::string& verb, const std::string& subject) override;
  void advance(double fraction) override;
  void note(const std::string& sentence) override { call("note", 0, sentence); }
  void warn(const std::string& sentence) override { call("warn", 0, sentence); }
  void end(const std::string& outcome) override { call("end", 1, outcome); }
  bool cancelled() const override;

  /// With Python's lock held: raises what the callable raised, or KeyboardInterrupt.
  void raise_pending();

 private:
  using Clock = std::chrono::steady_clock;
  void call(const char* kind, double fraction, const std::string& message);

  py::object callable_;
  std::string verb_, subject_;
  Clock::time_point shown_{};
  // What stops a run is noted where Observer only asks.
  mutable std::atomic<Clock::rep> looked_{0};
  mutable std::atomic<bool> stop_{false};
  mutable py::object type_, value_, trace_;
};

/// Runs work(observer) without Python's lock. What the callable raised comes before what the work threw because of it.
template <class Work>
auto observed(py::object callable, Work work) {
  PythonObserver observer(std::move(callable));
  try {
    auto result = [&] {
      const LongCall call;
      return work(observer);
    }();
    observer.raise_pending();
    return result;
  } catch (const py::error_already_set&) {
    throw;
  } catch (...) {
    observer.raise_pending();
    throw;
  }
}

}  // namespace trunnion::python
