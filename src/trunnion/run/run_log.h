#pragma once
// run/run_log.h -- an observer that passes everything on and keeps it: lines with time for the log file, warnings for
// the record.

#include <string>
#include <vector>

#include "trunnion/base/progress.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {

class RunLog final : public Observer {
 public:
  explicit RunLog(Observer& outer) : outer_(outer) {}

  void begin(const std::string& verb, const std::string& subject) override;
  void advance(double fraction) override { outer_.advance(fraction); }
  void note(const std::string& sentence) override;
  void warn(const std::string& sentence) override;
  void end(const std::string& outcome) override;
  bool cancelled() const override { return outer_.cancelled(); }

  void line(const std::string& text);  ///< into the log only
  const std::string& text() const { return text_; }
  std::vector<std::string> take_warnings();  ///< those since the last call

 private:
  Observer& outer_;
  Stopwatch watch_;
  std::string text_, current_;
  std::vector<std::string> warnings_;
};

/// "2026-11-15T09:12:00Z"
std::string utc_now();

}  // namespace trunnion
