#pragma once
// base/progress.h -- how long work tells the outside how far it is, and hears that it should stop.
// Numerical code calls step(); who shows it (terminal, Python callback, test) implements Observer.

#include <functional>
#include <string>

namespace trunnion {

/// Receives progress. Every call may be ignored; cancelled() is polled between units of work.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin(const std::string& verb, const std::string& subject) = 0;  ///< "reducing", "conrod"
  virtual void advance(double fraction) = 0;                                    ///< 0 to 1 of the current work
  virtual void note(const std::string& sentence) = 0;                           ///< a fact worth a line
  virtual void warn(const std::string& sentence) = 0;                           ///< shown, logged, kept in the summary
  virtual void end(const std::string& outcome) = 0;                             ///< "9 iterations"
  virtual bool cancelled() const = 0;
};

/// An observer that hears nothing and never stops: the default of library calls and tests.
Observer& silent_observer();

/// Throws Cancelled when the observer asks to stop.
void check_cancelled(const Observer& observer);

}  // namespace trunnion
