#pragma once
// results/checkpoint.h -- a State on disk, with the curves recorded so far: what a killed run goes on from.
// One HDF5 file, written under a temporary name and renamed, so that there is always a whole one.

#include <filesystem>
#include <optional>

#include "trunnion/results/time_record.h"

namespace trunnion {

struct Checkpoint {
  State state;
  TimeRecord record;
  bool finished = false;   ///< the stage had reached its end
  std::string input_hash;  ///< of the model it belongs to
};

void write_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& path);

/// Nothing when there is no such file; throws InputError when it belongs to another model or another mechanism.
std::optional<Checkpoint> read_checkpoint(const std::filesystem::path& path, const Mechanism& mechanism,
                                          const std::string& input_hash);

}  // namespace trunnion
