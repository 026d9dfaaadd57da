#include "trunnion/base/progress.h"

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

class SilentObserver final : public Observer {
 public:
  void begin(const std::string&, const std::string&) override {}
  void advance(double) override {}
  void note(const std::string&) override {}
  void warn(const std::string&) override {}
  void end(const std::string&) override {}
  bool cancelled() const override { return false; }
};

}  // namespace

Observer& silent_observer() {
  static SilentObserver observer;
  return observer;
}

void check_cancelled(const Observer& observer) {
  if (observer.cancelled()) throw Cancelled();
}

}  // namespace trunnion
