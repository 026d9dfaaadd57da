#include "trunnion/run/run_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace trunnion {

void RunLog::line(const std::string& text) { text_ += fmt::format("{:10.3f} s  {}\n", watch_.seconds(), text); }

void RunLog::begin(const std::string& verb, const std::string& subject) {
  current_ = verb + " " + subject;
  line(current_);
  outer_.begin(verb, subject);
}

void RunLog::note(const std::string& sentence) {
  line(sentence);
  outer_.note(sentence);
}

void RunLog::warn(const std::string& sentence) {
  line("warning: " + sentence);
  warnings_.push_back(sentence);
  outer_.warn(sentence);
}

void RunLog::end(const std::string& outcome) {
  line(current_ + ": " + outcome);
  outer_.end(outcome);
}

std::vector<std::string> RunLog::take_warnings() { return std::exchange(warnings_, {}); }

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace trunnion
