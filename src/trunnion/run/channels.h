#pragma once
// run/channels.h -- curves that the user makes of recorded ones.

#include "trunnion/base/formula.h"
#include "trunnion/model/tables/channel.h"
#include "trunnion/results/time_record.h"

namespace trunnion {

/// Brings one column "channel.NAME" for each channel up to the length of the record. Throws
/// InputError at the place of a channel that names an unknown curve or does not fit in its dimensions.
class ChannelRecorder {
 public:
  ChannelRecorder() = default;
  ChannelRecorder(std::vector<ChannelInput> channels, Parameters parameters)
      : channels_(std::move(channels)), parameters_(std::move(parameters)) {}
  void record(TimeRecord& record);

 private:
  struct Compiled {
    Formula formula;
    std::vector<std::size_t> columns;
    std::string unit;
  };
  void compile(const TimeRecord& record);
  std::vector<ChannelInput> channels_;
  Parameters parameters_;
  std::vector<Compiled> compiled_;
};

}  // namespace trunnion
