#pragma once
// faults/faults.h -- the program under a fault: what it says, what it leaves, and how to cause the fault.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/run_program.h"

namespace trunnion::testing {

/// A model of examples/ or of a test, with what is set to make it short.
struct FaultCase {
  std::string name;  ///< letters and digits: part of the test's name
  std::string verb;
  std::filesystem::path model;       ///< relative: below examples/
  std::vector<std::string> options;  ///< --set, ...
  /// What a run that was interrupted and went on must end with like one that was not; empty: all numbers, to the bit.
  std::vector<std::string> quantities = {};
};

/// Arguments of the program for this case into `out`.
std::vector<std::string> arguments_of(const FaultCase& one, const std::filesystem::path& out);

/// Shell text in front of the program. Paths below `folder` are at fault.
std::string full_disk(const std::filesystem::path& folder, long bytes);  ///< so many can be written
std::string read_only(const std::filesystem::path& folder);
std::string unreadable(const std::filesystem::path& folder);
std::string own_cache(const std::filesystem::path& folder);  ///< nothing is taken from, or left for, other runs

/// The run failed with a message that has all these parts and speaks of no mistake of the program's own.
void expect_refused(const ProgramResult& result, const std::vector<std::string>& parts);

enum class Leftovers { none, allowed };

/// No temporary file is left below `folder` (a killed program cannot help it), and every other file opens: HDF5 with
/// all its arrays, JSON, XML, the page.
void expect_whole_files(const std::filesystem::path& folder, Leftovers temporary = Leftovers::none);

/// Both folders of results end with the same numbers, as the case asks.
void expect_same_end(const FaultCase& one, const std::filesystem::path& whole, const std::filesystem::path& other);

/// Contents of all files below `folder` by name.
std::vector<std::pair<std::string, std::string>> contents(const std::filesystem::path& folder);

/// A slider-crank with a flexible rod that takes about `seconds` on the clock and saves all the time.
FaultCase saving_run(double seconds);

}  // namespace trunnion::testing
