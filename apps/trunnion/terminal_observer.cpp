#include "terminal_observer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace trunnion::app {
namespace {

volatile std::sig_atomic_t heard = 0;  // the signal that asked to stop

void on_signal(int signal) {
  heard = signal;
  std::signal(signal, SIG_DFL);  // the second one ends the program
}

const char* name_of(int signal) { return signal == SIGINT ? "Ctrl-C" : signal == SIGTERM ? "SIGTERM" : "SIGHUP"; }

}  // namespace

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // nohup has the program ignore SIGHUP: that stays.
    if (std::signal(signal, on_signal) == SIG_IGN && signal == SIGHUP) std::signal(signal, SIG_IGN);
  }
}

int stopped_status() {
  constexpr int as_timeout_does = 124;
  return heard != 0 ? 128 + heard : as_timeout_does;
}

std::string stop_reason() { return heard != 0 ? name_of(heard) : "--time-limit"; }

std::string duration_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  const int hours = static_cast<int>(seconds / 3600);
  return fmt::format("{} h {:.0f} min", hours, (seconds - 3600.0 * hours) / 60);
}

TerminalObserver::TerminalObserver(bool quiet, double time_limit)
    : quiet_(quiet), terminal_(!quiet && isatty(STDOUT_FILENO)), time_limit_(time_limit), born_(Clock::now()) {}

TerminalObserver::~TerminalObserver() { clear_bar(); }

double TerminalObserver::seconds_since(Clock::time_point start) const {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void TerminalObserver::clear_bar() {
  if (!bar_shown_) return;
  fmt::print("\r\033[K");
  std::fflush(stdout);
  bar_shown_ = false;
}

void TerminalObserver::begin(const std::string& verb, const std::string& subject) {
  verb_ = verb;
  subject_ = subject;
  started_ = drawn_ = Clock::now();
  if (!terminal_) return;
  fmt::print(" {:<11} {}", verb_, subject_);
  std::fflush(stdout);
  bar_shown_ = true;
}

void TerminalObserver::advance(double fraction) {
  if (!terminal_ || seconds_since(drawn_) < 0.1) return;
  drawn_ = Clock::now();
  const double done = std::min(1.0, std::max(0.0, fraction)), passed = seconds_since(started_);
  const int width = 24, filled = static_cast<int>(done * width);
  const std::string bar = std::string(static_cast<std::size_t>(filled), '=') + (filled < width ? ">" : "");
  std::string left;
  if (done > 0.02 && passed > 1) left = duration_text(passed * (1 - done) / done) + " left";
  fmt::print("\r\033[K {:<11} {:<16} [{:<24}] {:3.0f} %   {}", verb_, subject_, bar, 100 * done, left);
  std::fflush(stdout);
  bar_shown_ = true;
}

void TerminalObserver::note(const std::string& sentence) {
  if (quiet_) return;
  clear_bar();
  fmt::print(" {}\n", sentence);
  std::fflush(stdout);
}

void TerminalObserver::warn(const std::string& sentence) {
  ++warnings_;
  clear_bar();
  fmt::print(stderr, "warning: {}\n", sentence);
}

void TerminalObserver::end(const std::string& outcome) {
  if (quiet_) return;
  clear_bar();
  const double passed = seconds_since(started_);
  fmt::print(" {:<11} {:<16} {}{}\n", verb_, subject_, outcome, passed >= 0.1 ? "   " + duration_text(passed) : "");
  std::fflush(stdout);
}

bool TerminalObserver::cancelled() const { return heard != 0 || seconds_since(born_) > time_limit_; }

}  // namespace trunnion::app
