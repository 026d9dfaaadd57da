#pragma once
// apps/trunnion/terminal_observer.h -- progress for people: a bar with time left on a terminal, plain lines when piped.

#include <chrono>
#include <limits>
#include <string>

#include "trunnion/base/progress.h"

namespace trunnion::app {

class TerminalObserver final : public Observer {
 public:
  /// quiet: nothing but warnings. Warnings go to stderr, all else to stdout. After time_limit [s] the work is to stop.
  explicit TerminalObserver(bool quiet, double time_limit = std::numeric_limits<double>::infinity());
  ~TerminalObserver() override;
  void begin(const std::string& verb, const std::string& subject) override;
  void advance(double fraction) override;
  void note(const std::string& sentence) override;
  void warn(const std::string& sentence) override;
  void end(const std::string& outcome) override;
  bool cancelled() const override;
  int warnings() const { return warnings_; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_since(Clock::time_point start) const;
  void clear_bar();

  bool quiet_, terminal_, bar_shown_ = false;
  double time_limit_;  // [s]
  int warnings_ = 0;   // told so far
  std::string verb_, subject_;
  Clock::time_point born_, started_, drawn_;
};

/// From now on Ctrl-C, SIGTERM and SIGHUP ask the run to stop after the current unit of work; a second one ends the
/// program at once.
void catch_interrupts();

/// Exit status of work that was stopped: 128 and the signal's number as shells have it, 124 at a time limit.
int stopped_status();

/// "SIGTERM", "--time-limit"; only of work that was stopped.
std::string stop_reason();

/// "9 s", "3 min", "2 h 10 min"
std::string duration_text(double seconds);

}  // namespace trunnion::app
